import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeBigPolygon, makePolygons } from '../../../bench/geometry/polygons.ts';
import type { PackedGeometry } from '../../../../server/geometry/index.ts';
import {
  DeadlineExceeded,
  runUntil,
  intersects,
  isValid,
  packGeoJson,
  prepareQuery,
} from '../../../../server/geometry/index.ts';
import { geosIntersects, runs } from './oracle.ts';
import { SHAPE_NAMES, makeShape, packParts, packShape } from './shapes.ts';
import { SEED_OF_THE_DAY } from '../../../seed-of-the-day.ts';

function packed(geometry: unknown): PackedGeometry {
  const result = packGeoJson(geometry);
  if ('rejected' in result) throw new Error(result.rejected);
  return result.ok;
}

/**
 * Creates geometries on a grid of 7 x 7, where shared corners, collinear edges and equal edges are
 * common.
 */
function tiny(scale: number): fc.Arbitrary<PackedGeometry> {
  const at = fc.integer({ min: 0, max: 6 }).map((i) => i * scale);
  const part = (least: number, most: number) =>
    fc.array(fc.tuple(at, at), { minLength: least, maxLength: most }).map((list) => list.flat());
  const of = (kind: PackedGeometry['kind'], least: number, most: number) =>
    fc.array(part(least, most), { minLength: 1, maxLength: 2 }).map((p) => packParts(kind, p));
  const polygons = fc
    .tuple(of('polygon', 3, 6), fc.boolean())
    .map(([p, hole]) => (hole ? { ...p, polygons: Uint32Array.of(p.ends.length) } : p))
    .filter(isValid);
  // Packing leaves no segment of length 0, and GEOS fails for some.
  const lines = of('line', 2, 5).filter(({ coords, ends }) =>
    coords.every((_, i) => {
      const isStart = i === 0 || ends.includes(i / 2);
      return (
        i % 2 === 1 || isStart || coords[i] !== coords[i - 2] || coords[i + 1] !== coords[i - 1]
      );
    }),
  );
  return fc.oneof(of('point', 1, 3), lines, polygons, polygons);
}

function square(x: number, y: number, size: number): number[] {
  return [x, y, x + size, y, x + size, y + size, x, y + size];
}

function ring(outer: number[], inner: number[]): PackedGeometry {
  return { ...packParts('polygon', [outer, inner]), polygons: Uint32Array.of(2) };
}

describe('intersects', () => {
  it.each([1, 1e8, 299_999_999])('agrees with GEOS on a tiny grid of step %i', (scale) => {
    let shared = 0;
    let all = 0;
    fc.assert(
      fc.property(tiny(scale), tiny(scale), (a, b) => {
        const expected = geosIntersects(a, b);
        all++;
        if (expected) shared++;
        expect(intersects(prepareQuery(a), b)).toBe(expected);
        expect(intersects(prepareQuery(b), a)).toBe(expected);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: runs(200_000) },
    );
    expect(shared).toBeGreaterThan(all / 10);
    expect(shared).toBeLessThan(all * 0.95);
  });

  it('agrees with GEOS on shapes side by side', () => {
    let shared = 0;
    const total = runs(50_000);
    for (let seed = 0; seed < total; seed++) {
      const a = packShape(makeShape(SHAPE_NAMES[seed % 5]!, seed), [0, 0], 1e7);
      const place = [Math.cos(seed) * 1.4e7, Math.sin(seed) * 1.4e7] as const;
      const b = packShape(
        makeShape(SHAPE_NAMES[seed % 3]!, seed + 1),
        place,
        10 ** (5 + (seed % 3)),
      );
      const expected = geosIntersects(a, b);
      if (expected) shared++;
      expect(intersects(prepareQuery(a), b)).toBe(expected);
    }
    expect(shared).toBeGreaterThan(total / 20);
  });

  const cell = packParts('polygon', [square(0, 0, 10)]);
  const frame = ring(square(0, 0, 10), [2, 2, 2, 8, 8, 8, 8, 2]);
  const cases: [string, PackedGeometry, PackedGeometry, boolean][] = [
    ['equal polygons', cell, cell, true],
    ['polygons that share an edge', cell, packParts('polygon', [square(10, 0, 5)]), true],
    ['polygons that share part of an edge', cell, packParts('polygon', [square(10, 3, 5)]), true],
    ['polygons that share a corner', cell, packParts('polygon', [square(10, 10, 5)]), true],
    ['polygons one unit apart', cell, packParts('polygon', [square(11, 0, 5)]), false],
    ['a polygon within', cell, packParts('polygon', [square(3, 3, 2)]), true],
    ['a polygon around', cell, packParts('polygon', [square(-5, -5, 30)]), true],
    ['a polygon in the hole', frame, packParts('polygon', [square(3, 3, 2)]), false],
    ['a polygon that fills the hole', frame, packParts('polygon', [square(2, 2, 6)]), true],
    ['a polygon that touches the hole', frame, packParts('polygon', [square(2, 3, 2)]), true],
    ['a second part inside', cell, packParts('polygon', [square(50, 0, 2), square(4, 4, 1)]), true],
    ['a point inside', cell, packParts('point', [[5, 5]]), true],
    ['a point on the edge', cell, packParts('point', [[10, 5]]), true],
    ['a point level with a corner', cell, packParts('point', [[-3, 10]]), false],
    ['a point in the hole', frame, packParts('point', [[5, 5]]), false],
    ['a line through without a vertex inside', cell, packParts('line', [[-5, 5, 15, 5]]), true],
    ['a line along an edge', cell, packParts('line', [[-5, 10, 15, 10]]), true],
    ['a line in the hole', frame, packParts('line', [[3, 3, 7, 7]]), false],
    ['crossing lines', packParts('line', [[0, 0, 9, 9]]), packParts('line', [[0, 9, 9, 0]]), true],
    [
      'parallel lines',
      packParts('line', [[0, 0, 9, 9]]),
      packParts('line', [[1, 0, 10, 9]]),
      false,
    ],
    ['a point on a line', packParts('line', [[0, 0, 9, 9]]), packParts('point', [[4, 4]]), true],
    ['equal points', packParts('point', [[1, 2, 3, 4]]), packParts('point', [[3, 4]]), true],
    ['different points', packParts('point', [[1, 2]]), packParts('point', [[2, 1]]), false],
  ];
  it.each(cases)('is right about %s', (_, a, b, expected) => {
    expect(intersects(prepareQuery(a), b)).toBe(expected);
    expect(intersects(prepareQuery(b), a)).toBe(expected);
  });

  it('is exact beyond the precision of doubles', () => {
    // Fibonacci numbers: the point is off the line by 1 in a difference of products near 2^59.
    const line = packParts('line', [[0, 0, 1_134_903_170, 701_408_733]]);
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const point = packParts('point', [[701_408_733 + dx, 433_494_437 + dy]]);
        expect(intersects(prepareQuery(line), point)).toBe(false);
        expect(geosIntersects(line, point)).toBe(false);
      }
    }
  });

  it('finds the same polygons as GEOS with a large query', () => {
    const query = packed(makeBigPolygon(runs(20_000, 2000), 3));
    const prepared = prepareQuery(query);
    const found = makePolygons(runs(20_000, 400), 2).filter(({ geometry }) => {
      const candidate = packed(geometry);
      const answer = intersects(prepared, candidate);
      expect(answer).toBe(geosIntersects(query, candidate));
      return answer;
    });
    expect(found.length).toBeGreaterThan(50);
  });

  it('ends at its deadline inside one candidate and between small ones', () => {
    const big = packed(makeBigPolygon(3000, 1));
    const prepared = prepareQuery(big);
    const late = () => true;
    const wave = packParts('line', [
      Array.from({ length: 5000 }, (_, i) => [2e8 + i, i % 2]).flat(),
    ]);
    expect(() => runUntil(late, () => intersects(prepared, wave))).toThrow(DeadlineExceeded);
    const small = packParts('point', [[2e8, -1e7]]);
    const all = () => {
      for (let i = 0; i < 5000; i++) intersects(prepared, small);
    };
    expect(() => runUntil(late, all)).toThrow(DeadlineExceeded);
  });
});
