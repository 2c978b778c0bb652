import { describe, expect, test } from 'vitest';
import { AMOUNT_COLORS, KIND_COLORS, OTHER_COLOR } from '../../../cli/new/palette.ts';
import { contrast, distance, parseColour, VISIONS } from '../../atlas/colour.ts';

/** The least CIEDE2000 distance at which two small symbols look different. */
const DIFFERENT = 9;

describe.each(VISIONS)('for %s vision', (vision) => {
  test('every two colours of kinds differ', () => {
    const all = [...KIND_COLORS, OTHER_COLOR];
    const near = all.flatMap((one, i) =>
      all.slice(i + 1).flatMap((other) => {
        const found = distance(parseColour(one), parseColour(other), vision);
        return found < DIFFERENT ? [`${one} ${other} ${found.toFixed(1)}`] : [];
      }),
    );
    expect(near).toEqual([]);
  });

  test('each colour of amounts differs from the next', () => {
    const near = AMOUNT_COLORS.slice(1).filter((color, i) => {
      return distance(parseColour(color), parseColour(AMOUNT_COLORS[i]!), vision) < DIFFERENT;
    });
    expect(near).toEqual([]);
  });
});

test('colours of amounts become darker', () => {
  const white = parseColour('#FFFFFF');
  const contrasts = AMOUNT_COLORS.map((color) => contrast(parseColour(color), white));
  expect(contrasts).toEqual([...contrasts].sort((a, b) => a - b));
});
