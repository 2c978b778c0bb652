import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { FeatureCollection } from 'geojson';
import { describe, expect, it, vi } from 'vitest';
import { makeBigPolygon, makePolygons } from '../../../bench/geometry/polygons.ts';
import {
  DeadlineExceeded,
  isValid,
  normalise,
  packGeoJson,
  runUntil,
  unpackToGeoJson,
} from '../../../../server/geometry/index.ts';
import { doubleArea, firstRing, partStart } from '../../../../server/geometry/rings.ts';
import { type Validity, checkPolygons } from '../../../../server/geometry/validity.ts';
import { geosMemory, geosValid, runs } from './oracle.ts';
import { SHAPE_NAMES, makeShape, packParts, packShape } from './shapes.ts';
import { SEED_OF_THE_DAY } from '../../../seed-of-the-day.ts';

const REAL = new URL('../../../../../shared/data/real/', import.meta.url);

/** Rings on a grid so small that touching, overlapping and crossing are common. */
const ring = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })), {
    minLength: 3,
    maxLength: 8,
  })
  .map((points) => points.flat());

function kept(geometry: unknown) {
  const result = normalise(geometry);
  if ('rejected' in result) throw new Error(result.rejected);
  return result;
}

function polygon(...rings: number[][][]) {
  return { type: 'Polygon', coordinates: rings };
}

describe('the validity test', () => {
  it('agrees with GEOS on rings of a tiny grid', () => {
    const seen = { valid: 0, invalid: 0, touching: 0 };
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), fc.boolean(), (rings, holes) => {
        const apart = packParts('polygon', rings);
        const packed = holes ? { ...apart, polygons: Uint32Array.of(rings.length) } : apart;
        const validity = checkPolygons(packed);
        seen[validity]++;
        // GEOS accepts repeated vertices; packed geometries never have any.
        const repeats = rings.some((r) =>
          r.some((_, i) => i % 2 === 0 && r[i] === r.at(i - 2) && r[i + 1] === r.at(i - 1)),
        );
        if (validity !== 'touching' && !repeats)
          expect(geosValid(packed)).toBe(validity === 'valid');
      }),
      { seed: SEED_OF_THE_DAY, numRuns: runs(500_000) },
    );
    expect(Math.min(seen.valid, seen.invalid, seen.touching)).toBeGreaterThan(10);
  });

  const box = (x: number, size: number) => [x, x, x + size, x, x + size, x + size, x, x + size];
  const judged: [string, number[][], number[], Validity][] = [
    ['a hole in its shell', [box(0, 9), box(2, 2)], [2], 'valid'],
    ['a hole outside its shell', [box(0, 9), box(12, 2)], [2], 'invalid'],
    ['a hole in a hole', [box(0, 9), box(2, 5), box(4, 1)], [3], 'invalid'],
    ['holes side by side', [box(0, 9), box(2, 1), box(4, 1)], [3], 'valid'],
    ['an island in a hole', [box(0, 9), box(2, 5), box(4, 1)], [2, 3], 'valid'],
    ['a polygon in another', [box(0, 9), box(2, 5)], [1, 2], 'invalid'],
    ['a ring that touches itself', [[0, 0, 4, 4, 8, 0, 8, 8, 4, 4, 0, 8]], [1], 'invalid'],
    ['rings that touch in a point', [box(0, 4), box(4, 4)], [1, 2], 'touching'],
    ['a ring of two vertices', [[0, 0, 4, 4]], [1], 'invalid'],
    ['a ring without vertices', [box(0, 9), []], [2], 'invalid'],
    ['rings without a polygon', [box(0, 9), box(12, 2)], [1], 'invalid'],
  ];
  it.each(judged)('judges %s', (_, rings, polygons, expected) => {
    const packed = { ...packParts('polygon', rings), polygons: Uint32Array.from(polygons) };
    expect(checkPolygons(packed)).toBe(expected);
  });

  it('agrees with GEOS on large rings, whole and with one vertex moved', () => {
    let invalid = 0;
    for (let seed = 0; seed < runs(2000, 40); seed++) {
      const name = SHAPE_NAMES[seed % SHAPE_NAMES.length]!;
      const packed = packShape(makeShape(name, seed), [1e8, -2e7], 3e7);
      expect(checkPolygons(packed)).toBe('valid');
      const at = 2 * ((seed * 7) % (packed.coords.length / 2));
      packed.coords[at]! += 9e6;
      if (checkPolygons(packed) === 'invalid') invalid++;
      expect(checkPolygons(packed) === 'valid').toBe(geosValid(packed));
    }
    expect(invalid).toBeGreaterThan(5);
  });

  it('checks its deadline during a large polygon', () => {
    const zigzag = Array.from({ length: 4000 }, (_, i) => [i % 2 === 0 ? 0 : 1e9, i * 1000]).flat();
    const packed = packParts('polygon', [[...zigzag, 1.1e9, 3_999_000, 1.1e9, -1000]]);
    expect(isValid(packed)).toBe(true);
    let looks = 0;
    expect(() =>
      runUntil(
        () => ++looks > 3,
        () => isValid(packed),
      ),
    ).toThrow(DeadlineExceeded);
  });
});

describe('normalise', () => {
  it('changes only the ring order of a valid polygon (RFC 7946)', () => {
    const clockwise = polygon(
      [
        [0, 0],
        [0, 4],
        [4, 4],
        [4, 0],
        [0, 0],
      ],
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 2],
        [1, 1],
      ],
    );
    const { geometry, repaired } = kept(clockwise);
    expect(repaired).toBeNull();
    expect(unpackToGeoJson(geometry)).toEqual(
      polygon(
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 4],
          [0, 0],
        ],
        [
          [1, 1],
          [1, 2],
          [2, 2],
          [2, 1],
          [1, 1],
        ],
      ),
    );
  });

  it('makes two triangles from a bow-tie', () => {
    const { geometry, repaired } = kept(
      polygon([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ]),
    );
    expect(repaired).toBe('made-valid');
    expect(geometry.polygons.length).toBe(2);
  });

  it('merges parts that overlap', () => {
    const { geometry, repaired } = kept({
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [2, 0],
            [2, 2],
            [0, 2],
            [0, 0],
          ],
        ],
        [
          [
            [1, 1],
            [3, 1],
            [3, 3],
            [1, 3],
            [1, 1],
          ],
        ],
      ],
    });
    expect(repaired).toBe('made-valid');
    expect(geometry.polygons.length).toBe(1);
    expect(Math.abs(doubleArea(geometry.coords, 0, geometry.coords.length / 2)) / 2e14).toBe(7);
  });

  it('keeps the area of a polygon with a spike and drops the spike', () => {
    const { geometry, repaired } = kept(
      polygon([
        [0, 0],
        [2, 0],
        [2, 1],
        [5, 1],
        [2, 1],
        [2, 2],
        [0, 2],
        [0, 0],
      ]),
    );
    expect(repaired).toBe('made-valid');
    expect(Math.max(...geometry.coords)).toBe(2e7);
  });

  it('reports geometries that cannot be stored', () => {
    expect(
      normalise(
        polygon([
          [0, 0],
          [1, 1],
          [2, 2],
          [0, 0],
        ]),
      ),
    ).toEqual({
      rejected: 'vanished-in-repair',
    });
    expect(normalise({ type: 'Point', coordinates: [1, 2] }, 'polygon')).toEqual({
      rejected: 'wrong-kind',
    });
    expect(normalise(null)).toEqual({ rejected: 'no-geometry' });
  });

  it('makes valid polygons in the right order from any rings, and changes them no further', () => {
    const write = vi.spyOn(console, 'log').mockImplementation(() => {});
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 4 }), (rings) => {
        const coordinates = rings.map((flat) => {
          const open = Array.from({ length: flat.length / 2 }, (_, i) => [
            flat[2 * i]! / 10,
            flat[2 * i + 1]! / 10,
          ]);
          return [...open, open[0]!];
        });
        const result = normalise({ type: 'Polygon', coordinates });
        if ('rejected' in result) return;
        const { coords, ends, polygons } = result.geometry;
        expect(geosValid(result.geometry)).toBe(true);
        polygons.forEach((end, p) => {
          for (let r = firstRing(polygons, p); r < end; r++) {
            const area = doubleArea(coords, partStart(ends, r), ends[r]!);
            expect(area > 0).toBe(r === firstRing(polygons, p));
          }
        });
        const again = kept(unpackToGeoJson(result.geometry));
        expect(again).toEqual({ geometry: result.geometry, repaired: null });
      }),
      { seed: SEED_OF_THE_DAY, numRuns: runs(100_000) },
    );
    // Notices of GEOS contain coordinates.
    expect(write).not.toHaveBeenCalled();
    expect(error).not.toHaveBeenCalled();
  });

  it('frees the memory of repaired geometries', () => {
    const shell = makeBigPolygon(5000).coordinates[0]!;
    const bowTie = [
      [20, -1],
      [21, 0],
      [21, -1],
      [20, 0],
      [20, -1],
    ];
    const broken = polygon(shell, bowTie);
    normalise(broken);
    const before = geosMemory();
    for (let i = 0; i < 100; i++) expect(kept(broken).repaired).toBe('made-valid');
    expect(geosMemory()).toBe(before);
  });

  it('accepts all generated polygons without repair', () => {
    for (const { geometry } of makePolygons(runs(20_000), 1)) {
      const result = kept(geometry);
      expect(result.repaired).toBeNull();
      expect(packGeoJson(geometry)).toMatchObject({ ok: result.geometry });
    }
  });

  it.runIf(existsSync(REAL)).each(['logging-units', 'community-forests-cameroon'])(
    'keeps every real feature of %s that has a geometry',
    (name) => {
      const text = readFileSync(new URL(`${name}.geojson`, REAL), 'utf8');
      const { features } = JSON.parse(text) as FeatureCollection;
      const results = features.map(({ geometry }) => normalise(geometry, 'polygon'));
      const rejected = results.flatMap((result) => ('rejected' in result ? [result.rejected] : []));
      expect(rejected).toEqual(
        features.filter((f) => f.geometry === null).map(() => 'no-geometry'),
      );
      for (const result of results) {
        if ('geometry' in result) expect(geosValid(result.geometry)).toBe(true);
      }
    },
  );
});
