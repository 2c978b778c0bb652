import geodesic from 'geographiclib-geodesic';
import { expect, it } from 'vitest';
import { prepareQuery } from '../../../../server/geometry/intersects.ts';
import { lengthInside } from '../../../../server/geometry/length-inside.ts';
import type { PackedGeometry } from '../../../../server/geometry/packed.ts';
import { packQuery } from '../../../../server/store/query-geometry.ts';

type Place = readonly [number, number];

const line = (places: readonly Place[]): PackedGeometry => ({
  kind: 'line',
  coords: Int32Array.from(places.flat().map((degrees) => Math.round(degrees * 1e7))),
  ends: Uint32Array.of(places.length),
  polygons: new Uint32Array(0),
});

/** A square of two degrees with a hole of half a degree in its middle. */
const AREA = prepareQuery(
  packQuery({
    type: 'Polygon',
    coordinates: [
      [[10, 0], [12, 0], [12, 2], [10, 2], [10, 0]], // prettier-ignore
      [[10.75, 0.75], [10.75, 1.25], [11.25, 1.25], [11.25, 0.75], [10.75, 0.75]], // prettier-ignore
    ],
  }).packed,
);
const inside = (...places: Place[]): number => lengthInside(AREA, line(places));
/** The length of a meridian or of the equator between two places. */
const between = ([x, y]: Place, [u, v]: Place): number =>
  geodesic.Geodesic.WGS84.Inverse(y, x, v, u).s12!;

it('is the geodesic length of a line that is wholly inside', () => {
  const found = inside([10.2, 0.1], [10.2, 0.4], [10.2, 0.5]);
  expect(found).toBeCloseTo(between([10.2, 0.1], [10.2, 0.5]), 2);
});

it('leaves out what is outside and in holes', () => {
  // Up through the hole, and out at the top.
  const found = inside([11, -1], [11, 3]);
  const parts = between([11, 0], [11, 0.75]) + between([11, 1.25], [11, 2]);
  expect(found / parts).toBeCloseTo(1, 7);
  expect(inside([9, -1], [9, 3])).toBe(0);
  expect(inside([10.8, 1], [11.2, 1.1])).toBe(0);
});

it('has the parts on the edge of the area, as ST_Intersection', () => {
  const found = inside([9, 0], [11, 0], [11, -1]);
  expect(found / between([10, 0], [11, 0])).toBeCloseTo(1, 7);
  expect(inside([10.75, 0.8], [10.75, 1.2])).toBeCloseTo(between([10.75, 0.8], [10.75, 1.2]), 2);
});

it('counts each time that a line comes back, and no length where it only touches', () => {
  const found = inside([9, 0.5], [10.5, 0.5], [9, 0.5]);
  expect(found).toBeCloseTo(2 * inside([9, 0.5], [10.5, 0.5]), 6);
  expect(inside([9, -1], [10, 0], [9, 1])).toBe(0);
});

it('follows edges that are straight in degrees', () => {
  // Along a parallel, a geodesic would be shorter.
  const area = prepareQuery(
    packQuery({ type: 'Polygon', coordinates: [[[0, 40], [50, 40], [50, 60], [0, 60], [0, 40]]] }).packed, // prettier-ignore
  );
  const parallel = lengthInside(area, line([[0, 50], [50, 50]])); // prettier-ignore
  const radius = 6_378_137 / Math.sqrt(1 - 0.006694379990141317 * Math.sin((50 * Math.PI) / 180) ** 2); // prettier-ignore
  const expected = radius * Math.cos((50 * Math.PI) / 180) * ((50 * Math.PI) / 180);
  expect(parallel / expected).toBeCloseTo(1, 9);
  expect(parallel).toBeGreaterThan(1.01 * between([0, 50], [50, 50]));
});
