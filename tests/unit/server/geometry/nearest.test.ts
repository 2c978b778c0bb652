import type { Geometry, Position } from 'geojson';
import { expect, it } from 'vitest';
import { edgeTreeOf, type EdgeTree } from '../../../../server/geometry/edge-tree.ts';
import { packGeoJson } from '../../../../server/geometry/index.ts';
import { shortestLine, squareToBox } from '../../../../server/geometry/nearest.ts';
import { boundsOf, type PackedGeometry } from '../../../../server/geometry/packed.ts';
import { boxOnSphere, squareOfMetres } from '../../../../server/geometry/sphere.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';

function packed(geometry: Geometry): PackedGeometry {
  const result = packGeoJson(geometry);
  if ('rejected' in result) throw new Error(result.rejected);
  return result.ok;
}

const treeOf = (geometry: Geometry): EdgeTree => edgeTreeOf(packed(geometry));
const distance = (a: Geometry, b: Geometry): number | null =>
  shortestLine(treeOf(a), treeOf(b), Infinity)?.metres ?? null;
const point = (...coordinates: Position): Geometry => ({ type: 'Point', coordinates });
const square = ([x, y]: Position, half: number): Position[] => [
  [x! - half, y! - half],
  [x! + half, y! - half],
  [x! + half, y! + half],
  [x! - half, y! + half],
  [x! - half, y! - half],
];

/** A circle with a radius of 1 degree at 17° E on the equator. */
function circle(vertices: number): Geometry {
  const ring = Array.from({ length: vertices }, (_, i) => {
    const angle = (2 * Math.PI * i) / vertices;
    return [17 + Math.cos(angle), Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

// The distances are those of ST_Distance in PostGIS 3.3.
it.each([
  ['a place 2 m from an edge in the middle', circle(20_000), point(18.000018, 0), 2.0],
  [
    'a place east of a straight edge',
    { type: 'Polygon', coordinates: [square([17, 0], 0.05)] },
    point(17.06, 0.01),
    1113.19,
  ],
  [
    'a feature on the other side of the antimeridian',
    { type: 'Polygon', coordinates: [square([179.9, 0], 0.05)] },
    point(-179.95, 0),
    11_131.95,
  ],
  [
    'a feature on the other side of the pole',
    { type: 'Polygon', coordinates: [square([0, 89.9], 0.05)] },
    point(180, 89.95),
    11_169.4,
  ],
  [
    'a hole that the area is in',
    { type: 'Polygon', coordinates: [square([17, 0], 0.05), square([17, 0], 0.03).reverse()] },
    { type: 'Polygon', coordinates: [square([17.005, 0], 0.02)] },
    556.6,
  ],
] as const)('measures the distance to %s', (_name, a, b, expected) => {
  for (const metres of [
    distance(a as Geometry, b as Geometry),
    distance(b as Geometry, a as Geometry),
  ])
    expect(Math.abs(metres! - expected)).toBeLessThan(0.001 * expected + 0.02);
});

it('has no result at or above the limit', () => {
  const [a, b] = [treeOf(point(17, 0)), treeOf(point(17, 0.01))];
  expect(shortestLine(a, b, squareOfMetres(1_000))).toBeNull();
  expect(shortestLine(a, b, squareOfMetres(1_120))?.metres).toBeCloseTo(1_105.74, 1);
});

it.each([
  ['to the north', point(17, 0.01), 0],
  ['to the east', point(17.01, 0), 90],
  ['to the south-west', point(16.99, -0.01), 225],
] as const)('gives the direction and the end of the shortest line %s', (_name, b, bearing) => {
  const line = shortestLine(treeOf(point(17, 0)), treeOf(b), Infinity)!;
  expect(Math.abs(line.bearing - bearing)).toBeLessThan(0.3);
  expect(line.end).toEqual(
    (b as { coordinates: Position }).coordinates.map((x) => expect.closeTo(x, 9)),
  );
});

it('goes from the first geometry to the second, whichever has the corner', () => {
  const area: Geometry = { type: 'Polygon', coordinates: [square([17, 0], 0.05)] };
  const east = treeOf(point(17.06, 0.01));
  const to = shortestLine(treeOf(area), east, Infinity)!;
  expect([to.bearing, to.end[0]]).toEqual([expect.closeTo(90, 1), expect.closeTo(17.06, 7)]);
  const back = shortestLine(east, treeOf(area), Infinity)!;
  expect([back.bearing, back.end[0]]).toEqual([expect.closeTo(270, 1), expect.closeTo(17.05, 7)]);
});

it('has boxes that are never farther than what they contain (property, seeded)', () => {
  const random = seededRandom(136);
  for (let i = 0; i < 400; i++) {
    const line = (): Geometry => {
      const [x, y] = [-179 + 355 * random(), -88 + 174 * random()];
      const size = 1e-5 + 3 * random() ** 4;
      const places = Array.from({ length: 2 + Math.floor(20 * random()) }, () => [
        x + size * random(),
        y + size * random(),
      ]);
      return { type: 'LineString', coordinates: places };
    };
    const [area, feature] = [treeOf(line()), packed(line())];
    const bound = squareToBox(area, boxOnSphere(boundsOf(feature)), Infinity);
    const { metres } = shortestLine(area, edgeTreeOf(feature), Infinity)!;
    expect(bound).toBeLessThan(squareOfMetres(metres));
  }
});
