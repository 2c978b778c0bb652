import { beforeAll, describe, expect, it } from 'vitest';
import { createAreaIndex } from '../../../demo/generators/area-index.ts';
import type { Place } from '../../../demo/generators/distance.ts';
import { COUNTRIES } from '../../../demo/generators/skeleton/geography.ts';
import { readLandCover } from '../../../demo/generators/skeleton/land-cover.ts';
import { type Skeleton, skeletonOf } from '../../../demo/generators/skeleton/skeleton.ts';
import type { Raster } from '../../../server/store/store.ts';
import { type Areas, geosFindsValid, holds, polygonsOf, ringFaults } from './checks.ts';
import { CONFIG, GENERATION_TIMEOUT, make, makeFeatures, valuesOf } from './made.ts';

let skeleton: Skeleton;
let peoples: Areas;
let people: Raster;

beforeAll(async () => {
  skeleton = await skeletonOf(CONFIG);
  peoples = await makeFeatures('indigenous-peoples');
  const made = await make('populated-places');
  if (made.kind === 'raster') people = made.raster;
}, GENERATION_TIMEOUT);

describe('areas of indigenous peoples', () => {
  it('are valid, each in one country, in all six', () => {
    const found = new Set<string | null>();
    for (const { geometry } of peoples) {
      expect(ringFaults(geometry)).toEqual([]);
      expect(geosFindsValid(geometry)).toBe(true);
      const corners = polygonsOf(geometry).flat(2);
      const countries = new Set(
        corners.map(([lng, lat]) => skeleton.ground.countryAt([lng!, lat!])),
      );
      expect(countries.size).toBe(1);
      for (const country of countries) found.add(country);
    }
    expect([...found].sort()).toEqual([...COUNTRIES].sort());
    expect(peoples.length).toBeGreaterThan(30);
  });

  it('do not lie over each other: no corner of one is inside another', () => {
    for (const one of peoples) {
      for (const other of peoples) {
        if (one === other) continue;
        const corners = polygonsOf(one.geometry).flat(2);
        expect(corners.some((corner) => holds(other.geometry, corner))).toBe(false);
      }
    }
  });

  it('are mostly forest', async () => {
    const cover = await readLandCover(CONFIG);
    const trees = peoples.flatMap(({ geometry }) =>
      polygonsOf(geometry)
        .flat(2)
        .map(([lng, lat]) => cover.treesAt([lng!, lat!]) ?? 0),
    );
    expect(trees.filter((percent) => percent >= 40).length / trees.length).toBeGreaterThan(0.85);
  });

  it('name an overlap with a concession or a park where there is one, and only there', async () => {
    const areasOf = async (kind: string): Promise<Areas> =>
      (
        await Promise.all(
          COUNTRIES.map((country) => makeFeatures<Areas[number]>(`${kind}-${country}`)),
        )
      ).flat();
    const difficulties = {
      logging: 'overlap_with_a_concession',
      'protected-areas': 'little_access_to_protected_areas',
    };
    for (const [kind, difficulty] of Object.entries(difficulties)) {
      const allocated = createAreaIndex((await areasOf(kind)).map(({ geometry }) => geometry));
      const shares = peoples.map(({ geometry, properties }) => {
        const corners = polygonsOf(geometry).flat(2);
        const [lngs, lats] = [0, 1].map((axis) => corners.map((corner) => corner[axis]!)) as [
          number[],
          number[],
        ];
        const [west, south] = [Math.min(...lngs), Math.min(...lats)];
        const own = createAreaIndex([geometry]);
        const inside = Array.from({ length: 40 * 40 }, (_, i): Place => [
          west + ((Math.max(...lngs) - west) * (i % 40)) / 40,
          south + ((Math.max(...lats) - south) * Math.floor(i / 40)) / 40,
        ]).filter(own.holds);
        const share = inside.filter(allocated.holds).length / inside.length;
        return { share, isNamed: (properties!['difficulties'] as string[]).includes(difficulty) };
      });
      for (const { share, isNamed } of shares) {
        if (share > 0.06) expect(isNamed, difficulty).toBe(true);
        if (share === 0) expect(isNamed, difficulty).toBe(false);
      }
      const named = shares.filter(({ isNamed }) => isNamed).length;
      expect(named).toBeGreaterThan(2);
      expect(named).toBeLessThan(peoples.length - 2);
    }
  });

  it('carry letters for names, in three languages', () => {
    for (const { properties } of peoples) {
      expect(properties!['name']).toMatch(/^(Peuple|Pueblo) [A-L]$/);
      expect(properties!['name_en']).toMatch(/^People [A-L]$/);
      expect(properties!['name_fr']).toMatch(/^Peuple [A-L]$/);
      expect(properties!['population'] ?? 100).toBeGreaterThanOrEqual(100);
      expect(properties!['livelihoods'].length).toBeGreaterThan(1);
    }
    expect(valuesOf(peoples, 'population')).toContain(null);
    expect(new Set(valuesOf(peoples, 'people_id')).size).toBe(peoples.length);
  });
});

describe('populated places', () => {
  const at = (lng: number, lat: number): number => {
    const [west, , , north] = people.bounds;
    const step = (people.bounds[2] - west) / people.width;
    const [column, row] = [(lng - west) / step, (north - lat) / step].map(Math.floor);
    return people.values[row! * people.width + column!]!;
  };

  it('tell one to 250 people on a square kilometre, or nothing', () => {
    expect(people.values).toHaveLength(people.width * people.height);
    expect(people.values.every((value) => value === 255 || (value >= 1 && value <= 250))).toBe(
      true,
    );
  });

  it('are full in a capital and have no value where no village was mapped, or at sea', () => {
    expect(at(15.31, -4.34)).toBe(250);
    expect(at(11.52, 3.87)).toBe(250);
    expect(at(8.3, -4)).toBe(255);
  });

  it('hold nearly every village', () => {
    const inside = skeleton.villages.filter(({ place }) => at(...place) !== 255);
    expect(inside.length / skeleton.villages.length).toBeGreaterThan(0.96);
  });
});
