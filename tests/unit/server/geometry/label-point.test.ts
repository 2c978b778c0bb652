import { expect, test } from 'vitest';
import { labelPoint } from '../../../../server/geometry/label-point.ts';
import { locateInRings } from '../../../../server/geometry/orientation.ts';
import { makeShape, packParts, packShape, SHAPE_NAMES } from './shapes.ts';

const BASIN = [200_000_000, 10_000_000] as const;

test.each(SHAPE_NAMES)('the point is inside a polygon of the family %s', (name) => {
  for (let seed = 1; seed <= 30; seed++) {
    for (const size of [40, 4_000, 4_000_000]) {
      const geometry = packShape(makeShape(name, seed), BASIN, size);
      const { point } = labelPoint(geometry);
      const [x, y] = point.coords as unknown as [number, number];
      const rings = { from: 0, to: geometry.ends.length };
      expect(locateInRings(geometry, rings, x, y)).toBeGreaterThanOrEqual(size > 40 ? 1 : 0);
    }
  }
});

test('the point is in the largest part, at its widest place', () => {
  const small = [0, 0, 900, 0, 900, 900, 0, 900];
  // A square of 2000 units at the end of a long strip.
  const spoon = [5_000, 0, 25_000, 0, 25_000, 2_000, 23_000, 2_000, 23_000, 200, 5_000, 200];
  const { point } = labelPoint(packParts('polygon', [small, spoon]));
  const [x, y] = point.coords as unknown as [number, number];
  expect(Math.abs(x - 24_000)).toBeLessThan(100);
  expect(Math.abs(y - 1_000)).toBeLessThan(100);
});

test('a polygon of twice the size has room one zoom earlier', () => {
  const square = (side: number): number[] => [0, 0, side, 0, side, side, 0, side];
  const zooms = [1, 2, 4].map((degrees) =>
    labelPoint(packParts('polygon', [square(degrees * 1e7)])),
  );
  expect(zooms.map(({ zoom }) => zoom)).toEqual([6.1, 5.1, 4.1]);
});

test('a polygon of one unit has a label point and no room', () => {
  const { point, zoom } = labelPoint(packParts('polygon', [[0, 0, 1, 0, 1, 1, 0, 1]]));
  expect([...point.coords]).toEqual([0, 0]);
  expect(zoom).toBe(24);
});
