import { createExpression, latest } from '@maplibre/maplibre-gl-style-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diameterOf } from '../../../../engine/compile/compile-diameter.ts';
import type { Json } from '../../../../engine/basics/values.ts';

/** Returns the number that MapLibre computes for a value at a zoom, for a feature. */
function numberAt(value: Json, zoom: number): number {
  const compiled = createExpression(value, latest.layout_symbol['icon-size'] as never);
  if (compiled.result !== 'success') throw new Error(JSON.stringify(compiled.value));
  const feature = { type: 'Point', properties: { people: 3 } } as never;
  return Number(compiled.value.evaluate({ zoom }, feature));
}

const sizes = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.constant(['to-number', ['get', 'people']] as Json),
);
const linear = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 22 }), sizes), {
    minLength: 2,
    maxLength: 5,
    selector: ([zoom]) => zoom,
  })
  .map((stops) => stops.toSorted(([a], [b]) => a - b))
  .map((stops): Json => ['interpolate', ['linear'], ['zoom'], ...stops.flat()]);
const values = fc.oneof(sizes, linear);
const zooms = fc.double({ min: 0, max: 22, noNaN: true });

describe('the diameter of a circle', () => {
  it('is twice its radius and stroke at every zoom', () => {
    fc.assert(
      fc.property(values, values, zooms, (radius, stroke, zoom) => {
        const expected = 2 * (numberAt(radius, zoom) + numberAt(stroke, zoom));
        expect(numberAt(diameterOf(radius, stroke), zoom)).toBeCloseTo(expected, 1);
      }),
    );
  });

  it.each<[string, Json]>([
    ['a step', ['step', ['zoom'], 2, 8, 4]],
    ['an exponential curve', ['interpolate', ['exponential', 1.5], ['zoom'], 4, 2, 12, 10]],
  ])('follows %s of the radius', (_name, radius) => {
    for (const zoom of [3, 7.5, 8, 10, 14])
      expect(numberAt(diameterOf(radius, 1), zoom)).toBeCloseTo(2 * numberAt(radius, zoom) + 2, 5);
  });

  it('takes the stroke of the highest zoom beside a curve of another kind', () => {
    const stroke: Json = ['interpolate', ['linear'], ['zoom'], 4, 0, 12, 3];
    expect(diameterOf(['step', ['zoom'], 2, 8, 4], stroke)).toEqual(['step', ['zoom'], 10, 8, 14]);
  });
});
