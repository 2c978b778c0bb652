import { expect, test } from 'vitest';
import { geodesicArea } from '../../../../server/geometry/area.ts';
import { innerBands } from '../../../../server/geometry/inner-band.ts';
import { isValid } from '../../../../server/geometry/repair.ts';
import { makeShape, packParts, packShape, SHAPE_NAMES } from './shapes.ts';

const BASIN = [200_000_000, 10_000_000] as const;
const SIZES = [5, 8, 11].map((zoom) => ({ zoom, width: 2 }));

test.each(SHAPE_NAMES)('the bands of the family %s are valid and within the polygon', (name) => {
  for (let seed = 1; seed <= 10; seed++) {
    for (const size of [40_000, 4_000_000]) {
      const geometry = packShape(makeShape(name, seed), BASIN, size);
      const bands = innerBands(geometry, SIZES);
      expect(bands.map((band) => band && isValid(band))).toEqual([true, true, true]);
      // Generalising moves an edge by half a pixel, so a band may be a little larger.
      const areas = bands.map((band) => geodesicArea(band!) / geodesicArea(geometry));
      expect(Math.max(...areas)).toBeLessThan(1.3);
    }
  }
});

test('a band has its width in the middle of the zoom, and half of it in metres at the next zoom', () => {
  const square = packParts('polygon', [[0, 0, 1e7, 0, 1e7, 1e7, 0, 1e7]]);
  const [eight, nine] = innerBands(square, [
    { zoom: 8, width: 3 },
    { zoom: 9, width: 3 },
  ]);
  const widthOf = (band: typeof eight): number =>
    Math.min(...[...band!.coords].filter((x, i) => i % 2 === 0 && x > 0));
  const pixel = (360 * 1e7) / (512 * 2 ** 8.5);
  expect(widthOf(eight!) / pixel).toBeCloseTo(3, 3);
  expect(widthOf(eight!) / widthOf(nine!)).toBeCloseTo(2, 3);
});

test('a polygon that is narrower than its band is its own band', () => {
  const strip = packParts('polygon', [[0, 0, 4e7, 0, 4e7, 10_000, 0, 10_000]]);
  const [band] = innerBands(strip, [{ zoom: 6, width: 2 }]);
  expect([...band!.ends]).toEqual([4]);
});

test('the inner edge around a hole and that of the outline can meet', () => {
  const ring = (from: number, to: number): number[] => [from, from, to, from, to, to, from, to];
  const outer = packParts('polygon', [ring(0, 1_000_000), ring(400_000, 600_000).reverse()]);
  const holed = { ...outer, polygons: Uint32Array.of(2) };
  const [wide, narrow] = innerBands(holed, [
    { zoom: 8, width: 20 },
    { zoom: 11, width: 2 },
  ]);
  expect([wide!.ends.length, narrow!.polygons.length]).toEqual([2, 2]);
});
