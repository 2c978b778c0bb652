import fc from 'fast-check';
import type { MultiPolygon, Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { hectares } from '../../../demo/generators/area.ts';
import { createAreaIndex } from '../../../demo/generators/area-index.ts';
import {
  createNearest,
  kilometres,
  moved,
  type Place,
  sampleLine,
} from '../../../demo/generators/distance.ts';
import { EXTENTS, extentAt } from '../../../demo/generators/skeleton/extents.ts';
import {
  createRealNames,
  createVillageNames,
  foldName,
} from '../../../demo/generators/skeleton/names.ts';
import { holds, sphereKm } from './checks.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';

const place = fc.tuple(
  fc.double({ min: 8, max: 32, noNaN: true }),
  fc.double({ min: -14, max: 12, noNaN: true }),
);

describe('distances', () => {
  it('agree with the sphere within one percent at 300 km', () => {
    fc.assert(
      fc.property(
        place,
        fc.double({ min: -200, max: 200, noNaN: true }),
        fc.double({ min: -200, max: 200, noNaN: true }),
        (from, east, north) => {
          const to = moved(from, east, north);
          const true_ = sphereKm([...from], [...to]);
          expect(Math.abs(kilometres(from, to) - true_)).toBeLessThanOrEqual(true_ * 0.01 + 1e-6);
        },
      ),
      { seed: SEED_OF_THE_DAY },
    );
  });

  it('find the same nearest place as looking at every one', () => {
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 60 }),
        place,
        fc.double({ min: 0.1, max: 900, noNaN: true }),
        (places, from, reach) => {
          const found = createNearest(0.4, places).nearest(from, reach);
          const all = places.map((other) => kilometres(from, other)).filter((km) => km <= reach);
          expect(found?.km ?? null).toBe(all.length > 0 ? Math.min(...all) : null);
        },
      ),
      { seed: SEED_OF_THE_DAY, numRuns: 300 },
    );
  });

  it('cut a line into short pieces and keep its ends', () => {
    const line: Place[] = [
      [18, -2],
      [18.5, -2],
      [18.5, -1.2],
    ];
    const places = sampleLine(line, 1);
    expect(places[0]).toEqual(line[0]);
    expect(places.at(-1)).toEqual(line[2]);
    for (let i = 1; i < places.length; i++) {
      expect(kilometres(places[i - 1]!, places[i]!)).toBeLessThanOrEqual(1.0001);
    }
  });

  it('measure a square of 0.1 degrees as the ellipsoid does', () => {
    const square: Polygon = {
      type: 'Polygon',
      coordinates: [
        [
          [9, 5],
          [9.1, 5],
          [9.1, 5.1],
          [9, 5.1],
          [9, 5],
        ],
      ],
    };
    // geographiclib: 12 263.6 ha at this latitude; the sphere is within 1 %.
    expect(hectares(square)).toBeGreaterThan(12_140);
    expect(hectares(square)).toBeLessThan(12_386);
  });
});

describe('an index over areas', () => {
  it('agrees with asking each area', () => {
    const triangle = (points: readonly (readonly [number, number])[]): Polygon => ({
      type: 'Polygon',
      coordinates: [[...points, points[0]!].map(([lng, lat]) => [lng, lat])],
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(place, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        place,
        (triangles, at) => {
          const areas: (Polygon | MultiPolygon)[] = triangles.map(triangle);
          const expected = areas.findIndex((area) => holds(area, [...at]));
          expect(createAreaIndex(areas).at(at)).toBe(expected);
        },
      ),
      { seed: SEED_OF_THE_DAY, numRuns: 500 },
    );
  });
});

describe('the project extents', () => {
  it('have their corners in order', () => {
    for (const { box } of Object.values(EXTENTS)) {
      expect(box[0]).toBeLessThan(box[2]);
      expect(box[1]).toBeLessThan(box[3]);
    }
  });

  it('give a place in two extents to the smaller one', () => {
    expect(extentAt([17, -1.5])).toBe('tumba-ledima');
    expect(extentAt([20, -1])).toBe('mai-ndombe');
    expect(extentAt([20, 5])).toBeNull();
  });
});

describe('village names', () => {
  it('are never given twice, nor when a town has them or a name like them', () => {
    const first = createVillageNames(createRealNames([]))('cod');
    const real = createRealNames(['Saint Michel', first]);
    const nameOf = createVillageNames(real);
    const names = Array.from({ length: 2500 }, () => nameOf('cod'));
    expect(new Set(names.map(foldName)).size).toBe(2500);
    expect(names).not.toContain(first);
    const second = `${first.slice(0, 2)}x${first.slice(3)}`;
    for (const like of [
      first,
      second,
      `${first}a`,
      first.slice(1),
      'Michels',
      'Sait',
      'saintmichel',
    ])
      expect(real.isNear(foldName(like)), like).toBe(true);
    for (const other of [`${first}abc`, 'Mucelo', 'Sintra'])
      expect(real.isNear(foldName(other)), other).toBe(false);
  });

  it('compare without accents, case and spaces', () => {
    expect(foldName('Épéna II')).toBe(foldName('EPENA-II'));
  });
});
