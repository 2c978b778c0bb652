import type { Feature, LineString, MultiPolygon, Point, Polygon } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AreaIndex, createAreaIndex } from '../../../demo/generators/area-index.ts';
import {
  createNearest,
  kilometres,
  moved,
  type Place,
  sampleLine,
} from '../../../demo/generators/distance.ts';
import { generators } from '../../../demo/generators/index.ts';
import { foldName } from '../../../demo/generators/skeleton/names.ts';
import { type Skeleton, skeletonOf } from '../../../demo/generators/skeleton/skeleton.ts';
import { CELL } from '../../../demo/generators/skeleton/terrain/cell-grid.ts';
import { townRadius } from '../../../demo/generators/skeleton/town-land.ts';
import { type Areas, meanOf, polygonsOf } from './checks.ts';
import {
  CONFIG,
  GENERATION_TIMEOUT,
  make,
  makeFeatures,
  ofVillages,
  valuesOf,
  villageOf,
} from './made.ts';

/** The layers of areas by name. */
const areas = new Map<string, Areas>();
let skeleton: Skeleton;
let villages: Feature<Point>[];
let roads: Feature<LineString>[];
let places: Place[];

const indexOf = (layer: Areas): AreaIndex => createAreaIndex(layer.map(({ geometry }) => geometry));
const of = (kind: string): Areas =>
  [...areas].flatMap(([name, layer]) => (name.startsWith(kind) ? layer : []));

beforeAll(async () => {
  skeleton = await skeletonOf(CONFIG);
  for (const name of Object.keys(generators)) {
    const layer = await make(name);
    if (layer.kind === 'raster') continue;
    const features = [...layer.features] as Feature<Polygon | MultiPolygon>[];
    if (features[0]!.geometry.type.endsWith('Polygon')) areas.set(name, features);
  }
  villages = await makeFeatures('villages');
  places = villages.map(({ geometry }) => geometry.coordinates as unknown as Place);
  roads = await makeFeatures('roads');
}, GENERATION_TIMEOUT);

describe('real towns', () => {
  it('lie in no claim of any dataset, with the land around them', () => {
    const { towns, townPopulations } = skeleton.geography;
    expect(towns.length).toBeGreaterThan(400);
    expect(areas.size).toBeGreaterThan(30);
    const around: Place[] = towns.flatMap((town, i) => {
      const km = townRadius(townPopulations[i]!) * 0.99;
      const ring = Array.from({ length: 24 }, (_, step): Place => {
        const angle = (step / 24) * 2 * Math.PI;
        return moved(town, Math.cos(angle) * km, Math.sin(angle) * km);
      });
      return [town, moved(town, km / 2, 0), moved(town, -km / 2, 0), ...ring];
    });
    // A plan has its town as built-up land. Land that was not surveyed and a programme of a province
    // are not claims.
    const claims = [...areas].filter(([name]) => !/-land-use$|^unmapped-areas$/.test(name));
    const claimed = claims.flatMap(([name, layer]) => {
      const { holds } = indexOf(
        layer.filter(({ properties }) => properties!['kind'] !== 'programme'),
      );
      return around.filter(holds).map((place) => `${name} ${place.join(' ')}`);
    });
    expect(claimed).toEqual([]);
  });
});

describe('the towns of councils', () => {
  it('are in the plans of their councils, as built-up land', () => {
    const plan = areas.get('nguti-land-use')!;
    const { at } = indexOf(plan);
    const numbers = skeleton.geography.towns.map(at).filter((number) => number >= 0);
    expect(numbers.length).toBeGreaterThan(0);
    for (const number of numbers)
      expect(plan[number]!.properties!['land_use']).toBe('currentbuilt');
  });
});

describe('invented names', () => {
  /** Returns true if two words differ by one changed, added or missing letter at most. */
  const areNear = (one: string, other: string): boolean => {
    const [short, long] = one.length <= other.length ? [one, other] : [other, one];
    if (long.length - short.length > 1) return false;
    let start = 0;
    while (start < short.length && short[start] === long[start]) start++;
    const rest = (word: string, from: number): string => word.slice(from);
    return long.length === short.length
      ? rest(short, start + 1) === rest(long, start + 1)
      : rest(short, start) === rest(long, start + 1);
  };

  it('of villages and clans differ from every real name by more than one letter', () => {
    const { realNames } = skeleton.geography;
    for (const known of ['Baka', 'Bembe', 'Songola', 'Lokele', 'Elila', 'Mbandaka', 'Sankuru'])
      expect(realNames.map(foldName)).toContain(foldName(known));
    const real = [...new Set(realNames.map(foldName))];
    const stems = new Set(
      [
        ...valuesOf(villages, 'name').map((name) => String(name).replace(/ II?$/, '')),
        ...valuesOf(villages, 'clans').flatMap((clans) =>
          ((clans as string[] | undefined) ?? []).map((clan) => clan.replace(/^Clan /, '')),
        ),
      ].map(foldName),
    );
    expect(stems.size).toBeGreaterThan(4000);
    const near = [...stems].filter((stem) => real.some((name) => areNear(stem, name)));
    expect(near).toEqual([]);
  });

  it('of villages are the same in all languages', () => {
    for (const { properties } of villages) {
      expect(properties).not.toHaveProperty('name_en');
      expect(properties!['name']).not.toMatch(/Upper|Lower|Haut-|Bas-|Centre/);
    }
  });

  it('of clans are shared by neighbours, not by villages far away', () => {
    const near = createNearest(0.1, places);
    const clans = villages.map(({ properties }) => (properties!['clans'] as string[]) ?? []);
    const shared = (one: number, other: number): boolean =>
      clans[one]!.some((clan) => clans[other]!.includes(clan));
    const beside = places.flatMap((place, i) =>
      near.within(place, 15).flatMap(({ index }) => (index > i ? [shared(i, index)] : [])),
    );
    const apart = places.map((_, i) => shared(i, (i * 7919 + 2003) % places.length));
    const share = (values: readonly boolean[]): number =>
      values.filter(Boolean).length / values.length;
    expect(share(beside)).toBeGreaterThan(0.25);
    expect(share(apart)).toBeLessThan(0.05);
  });
});

describe('the ground', () => {
  const linesOf = (): Place[][] =>
    roads.map(({ geometry }) => geometry.coordinates as unknown as Place[]);

  it('has no road or village high in the mountains', () => {
    const { relief } = skeleton.geography;
    // Mount Cameroon reaches 4 040 m: the summit is in the relief.
    expect(relief([9.17, 4.217])).toBeGreaterThan(3500);
    const heights = linesOf()
      .flatMap((line) => sampleLine(line, 0.5))
      .map(relief);
    // The highest roads of the Bamenda highlands and of Kivu reach 2 400 m.
    expect(heights.reduce((one, other) => Math.max(one, other))).toBeLessThan(2500);
    expect(Math.max(...places.map(relief))).toBeLessThan(2400);
  });

  it('has no road through a lake: over an arm as wide as a cell of the terrain at most', () => {
    const lakes = createAreaIndex(skeleton.geography.stillWaters);
    const longest = linesOf().map((line) => {
      let [run, most] = [0, 0];
      for (const place of sampleLine(line, 0.1)) {
        run = lakes.holds(place) ? run + 0.1 : 0;
        most = Math.max(most, run);
      }
      return most;
    });
    expect(longest.filter((km) => km > CELL * 111)).toEqual([]);
  });

  it('has no survey area across a lake', () => {
    const lakes = createAreaIndex(skeleton.geography.stillWaters);
    const surveys = indexOf(areas.get('survey-areas')!);
    const inLakes = Array.from({ length: 600 * 650 }, (_, i): Place => [
      8.001 + (i % 600) / 25,
      -13.999 + Math.floor(i / 600) / 25,
    ]).filter((place) => lakes.holds(place));
    expect(inLakes.length).toBeGreaterThan(1000);
    expect(inLakes.filter((place) => surveys.holds(place))).toEqual([]);
  });

  it('has concessions in forest and away from Yaoundé', () => {
    const yaounde: Place = [11.517, 3.867];
    const units = of('logging-').filter(
      ({ properties }) => properties!['fmu_type'] !== 'ventes_de_coupe',
    );
    const corners = units.flatMap(({ geometry }) => polygonsOf(geometry).flat(2));
    const nearest = Math.min(...corners.map(([lng, lat]) => kilometres(yaounde, [lng!, lat!])));
    // The radius within which residents know the land.
    expect(nearest).toBeGreaterThan(50);
  });
});

describe('villages', () => {
  it('lie on their road, most of those beside one', () => {
    const near = createNearest(
      0.02,
      roads.flatMap(({ geometry }) => sampleLine(geometry.coordinates as unknown as Place[], 0.02)),
    );
    const beside = places.flatMap((place) => near.nearest(place, 0.8)?.km ?? []);
    expect(beside.length).toBeGreaterThan(2000);
    // Drawn roads are simplified by 30 m.
    const on = beside.filter((km) => km <= 0.06);
    expect(on.length / beside.length).toBeGreaterThan(0.6);
  });

  it('are pairs at times: I and II, 300 to 900 m apart', () => {
    const byName = new Map(villages.map((village, i) => [village.properties!['name'], i]));
    const pairs = [...byName].flatMap(([name, i]) => {
      const second = byName.get(`${String(name)}I`);
      return /^\S+ I$/.test(String(name)) ? [kilometres(places[i]!, places[second!]!)] : [];
    });
    expect(pairs.length).toBeGreaterThan(60);
    expect(Math.min(...pairs)).toBeGreaterThan(0.3);
    expect(Math.max(...pairs)).toBeLessThan(0.9);
  });

  it('keep no distance from each other: it falls to nothing step by step', () => {
    const near = createNearest(0.05, places);
    const gaps = places.map((place) =>
      near
        .within(place, 8)
        .map(({ km }) => km)
        .filter((km) => km > 0)
        .reduce((one, other) => Math.min(one, other), 8),
    );
    const between = (from: number, to: number): number =>
      gaps.filter((km) => km >= from && km < to).length;
    for (let km = 0.5; km < 4; km += 0.5)
      expect(between(km, km + 0.5), `${km} km`).toBeGreaterThan(40);
  });
});

describe('attributes', () => {
  it('of fields fit each other: gardens are small, cocoa grows under shade', async () => {
    const points: Feature<Point>[] = await makeFeatures('farming-points');
    const drawn = areas.get('farming-areas')!;
    const sizes = (system: string): number[] =>
      points.flatMap(({ properties }) =>
        properties!['system'] === system ? [Number(properties!['area_ha'])] : [],
      );
    // A garden of a house has 0.2 to 3 ha, as the issue of the owners of the atlas says.
    expect(Math.min(...sizes('home_garden'))).toBeGreaterThanOrEqual(0.2);
    expect(Math.max(...sizes('home_garden'))).toBeLessThanOrEqual(3);
    expect(meanOf(sizes('cocoa_under_shade'))).toBeGreaterThan(meanOf(sizes('home_garden')));
    expect(valuesOf(drawn, 'system')).not.toContain('home_garden');
    for (const { properties } of [...points, ...drawn]) {
      const isCocoa = properties!['system'] === 'cocoa_under_shade';
      expect((properties!['crops'] as string[]).includes('cocoa')).toBe(isCocoa);
      if (/cocoa|cacao/i.test(String(properties!['name']))) expect(isCocoa).toBe(true);
    }
  });

  it('of permits say that most are valid, and agree with their dates', () => {
    const now = '2026-12-31';
    for (const kind of ['mining-', 'oil-permits-']) {
      const held = of(kind).filter(({ properties }) =>
        ['actif', 'attribue'].includes(String(properties!['status'])),
      );
      const valid = held.filter(({ properties }) => String(properties!['expires']) > now);
      expect(valid.length / held.length, kind).toBeGreaterThan(0.8);
      for (const { properties } of of(kind))
        if (properties!['status'] === 'expire')
          expect(String(properties!['expires']) < now).toBe(true);
    }
    const ends = valuesOf(of('logging-'), 'end_date').map(String);
    const known = ends.filter((end) => !end.startsWith('1899'));
    expect(known.filter((end) => end > now).length / known.length).toBeGreaterThan(0.75);
  });

  it('of a hamlet name nothing of cement, and no hospital', async () => {
    const schools = ofVillages(await makeFeatures('education'));
    const clinics = ofVillages(await makeFeatures('health'));
    const isIn = (site: Feature): boolean => villageOf(skeleton, site).people < 400;
    expect(schools.filter(isIn).length).toBeGreaterThan(100);
    expect(valuesOf(schools.filter(isIn), 'building_type')).not.toContain('cement_block');
    expect(valuesOf(schools, 'building_type')).toContain('cement_block');
    expect(valuesOf(clinics.filter(isIn), 'kind')).not.toContain('district_hospital');
    const houses = villages.filter(
      ({ properties }) => Number(properties!['total_population'] ?? 400) < 400,
    );
    expect(valuesOf(houses, 'housing_material').flat()).not.toContain('cement_block');
  });

  it('of a survey are from one campaign: neighbours within months', () => {
    const near = createNearest(0.1, places);
    const months = valuesOf(villages, 'surveyed').map((date) => {
      const [year, month] = String(date).split('-').map(Number);
      return year! * 12 + month!;
    });
    const apart = places.flatMap((place, i) =>
      near
        .within(place, 5)
        .flatMap(({ index }) => (index > i ? [Math.abs(months[i]! - months[index]!)] : [])),
    );
    const known = apart.filter((number) => !Number.isNaN(number));
    expect(known.filter((number) => number <= 6).length / known.length).toBeGreaterThan(0.75);
  });
});
