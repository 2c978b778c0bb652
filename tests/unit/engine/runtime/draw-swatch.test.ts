import { describe, expect, it } from 'vitest';
import { drawSwatch, type LegendSymbol } from 'atlas-engine/runtime';

const AREA: LegendSymbol = {
  type: 'fill',
  color: '#FFFFFF',
  opacity: 0.1,
  outline: '#7C5F3E',
  dash: [6, 3],
};
const PATTERN: LegendSymbol = { type: 'image', url: '/icons/hatch.svg', text: 'Hatched' };
const base = { id: 'day', ground: 'light' } as const;

const draw = (symbols: readonly LegendSymbol[]) => drawSwatch(symbols, { base, id: 'a' });

describe('the swatch of a layer', () => {
  it('has the outline of its areas, also beside the picture of a pattern', () => {
    expect(JSON.stringify(draw([AREA]))).toContain('"stroke":"#7C5F3E"');
    expect(draw([AREA, PATTERN])).toEqual(draw([AREA]));
  });

  it('has a stripe for each of several areas', () => {
    const other: LegendSymbol = { ...AREA, color: '#112233' };
    const text = JSON.stringify(draw([AREA, PATTERN, other]));
    expect(text.match(/"fill":"#[0-9A-F]+"/g)).toEqual(['"fill":"#FFFFFF"', '"fill":"#112233"']);
  });
});
