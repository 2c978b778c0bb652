import { describe, expect, it } from 'vitest';
import { geodesicArea } from '../../../../server/geometry/area.ts';
import { geos } from '../../../../server/geometry/geos.ts';
import { fromGeos, toGeos } from '../../../../server/geometry/geos-polygons.ts';
import { sharedLand } from '../../../../server/geometry/shared-land.ts';
import type { PackedGeometry } from '../../../../server/geometry/packed.ts';
import { GeometryBuilder } from '../../../../server/geometry/rings.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';

type Place = readonly [x: number, y: number];

/** A polygon in units near 16° E, 3° N; the shell turns left, holes turn right. */
function polygon(...rings: readonly (readonly Place[])[]): PackedGeometry {
  const builder = new GeometryBuilder();
  for (const ring of rings) {
    for (const [x, y] of ring) builder.addVertex(160_000_000 + x, 30_000_000 + y);
    builder.endPart();
  }
  builder.endPolygon();
  return builder.build('polygon')!;
}

const box = (west: number, south: number, size: number): Place[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
];

/** The land that is lost in a union, computed by GEOS. */
function lostInUnion(polygons: readonly PackedGeometry[]): number {
  let union = toGeos(polygons[0]!);
  for (const one of polygons.slice(1)) {
    const [before, handle] = [union, toGeos(one)];
    union = geos.GEOSUnion(before, handle);
    for (const freed of [before, handle]) geos.GEOSGeom_destroy(freed);
  }
  const area = geodesicArea(fromGeos(union)!);
  geos.GEOSGeom_destroy(union);
  return polygons.reduce((sum, one) => sum + geodesicArea(one), 0) - area;
}

function expectSame(inner: readonly PackedGeometry[]): void {
  const expected = lostInUnion(inner);
  const size = inner.reduce((sum, one) => sum + geodesicArea(one), 0);
  // Rounded corners of the union of GEOS, and edges that are straight or geodesic.
  expect(Math.abs(sharedLand(inner, []) - expected)).toBeLessThan(1e-5 * size + 1);
}

const A = 100_000;
const CASES: Readonly<Record<string, readonly PackedGeometry[]>> = {
  apart: [polygon(box(0, 0, A)), polygon(box(2 * A, 0, A))],
  'neighbours with the same corners': [polygon(box(0, 0, A)), polygon(box(A, 0, A))],
  'neighbours with other corners': [polygon(box(0, 0, A)), polygon(box(A, A / 3, A))],
  crossing: [polygon(box(0, 0, A)), polygon(box(A / 2, A / 3, A))],
  'one inside another': [polygon(box(0, 0, A)), polygon(box(A / 4, A / 4, A / 4))],
  'one inside another, at its edge': [polygon(box(0, 0, A)), polygon(box(0, A / 4, A / 4))],
  'the same': [polygon(box(0, 0, A)), polygon(box(0, 0, A)), polygon(box(0, 0, A))],
  'the same, next to a neighbour twice': [
    polygon(box(0, 0, A)),
    polygon(box(0, 0, A)),
    polygon(box(A, 0, A)),
    polygon(box(A, 0, A)),
  ],
  'three that share land': [0, 1, 2].map((i) => polygon(box((i * A) / 4, (i * A) / 5, A))),
  'one in the hole of another': [
    polygon(box(0, 0, A), box(A / 4, A / 4, A / 2).reverse()),
    polygon(box(A / 4, A / 4, A / 2)),
  ],
  'one over the hole of another': [
    polygon(box(0, 0, A), box(A / 4, A / 4, A / 2).reverse()),
    polygon(box(A / 3, A / 3, A / 2)),
  ],
};

/** Stars with 3 to 300 corners, so that some are searched with an index. */
function makeStars(seed: number, count: number): PackedGeometry[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const [x, y] = [random() * 4 * A, random() * 4 * A];
    const corners = 3 + Math.floor(300 * random() ** 4);
    return polygon(
      Array.from({ length: corners }, (_, i) => {
        const far = A * (0.4 + 0.6 * random());
        const angle = (2 * Math.PI * i) / corners;
        return [Math.round(x + far * Math.cos(angle)), Math.round(y + far * Math.sin(angle))];
      }),
    );
  });
}

describe('the land that polygons share', () => {
  it.each(Object.entries(CASES))('is what their union loses: %s', (_name, polygons) => {
    expectSame(polygons);
    expectSame([...polygons].reverse());
  });

  it('is what the union of random polygons loses', () => {
    for (let seed = 0; seed < 8; seed++) expectSame(makeStars(seed, 3 + seed));
  });

  it('does not include what outer polygons share with each other', () => {
    for (let seed = 0; seed < 4; seed++) {
      const stars = makeStars(seed, 20);
      const [outer, inner] = [stars.slice(0, 8), stars.slice(8)];
      const expected = lostInUnion(stars) - lostInUnion(outer);
      const size = stars.reduce((sum, one) => sum + geodesicArea(one), 0);
      expect(Math.abs(sharedLand(inner, outer) - expected)).toBeLessThan(1e-5 * size);
    }
  });
});
