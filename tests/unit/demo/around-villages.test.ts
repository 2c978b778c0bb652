import type { Feature, Point, Position } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { readLandCover } from '../../../demo/generators/skeleton/land-cover.ts';
import {
  type Skeleton,
  skeletonOf,
  type Village,
} from '../../../demo/generators/skeleton/skeleton.ts';
import {
  type Areas,
  geosFindsValid,
  holds,
  openEdges,
  polygonsOf,
  ringFaults,
  sphereKm,
  variation,
} from './checks.ts';
import { CONFIG, GENERATION_TIMEOUT, makeFeatures, valuesOf, villageOf } from './made.ts';

let skeleton: Skeleton;
let surveys: Areas;
let camps: Feature<Point>[];
let fields: Feature<Point>[];
let areas: Areas;

beforeAll(async () => {
  skeleton = await skeletonOf(CONFIG);
  surveys = await makeFeatures('survey-areas');
  camps = await makeFeatures('camps');
  fields = await makeFeatures('farming-points');
  areas = await makeFeatures('farming-areas');
}, GENERATION_TIMEOUT);

const countryAt = ([lng, lat]: Position): string | null => skeleton.ground.nationAt([lng!, lat!]);
const homeOf = (feature: Feature): Village => villageOf(skeleton, feature);

/** Returns the distance to the nearest village in kilometres, at most `reach`. */
const toVillage = ([lng, lat]: Position, reach: number): number =>
  skeleton.nearVillages.nearest([lng!, lat!], reach)?.km ?? reach;

describe('survey areas', () => {
  it('are many, valid, and of at least three villages', () => {
    expect(surveys.length).toBeGreaterThan(300);
    expect(surveys.length).toBeLessThan(900);
    for (const { geometry, properties } of surveys) {
      expect(ringFaults(geometry)).toEqual([]);
      expect(geosFindsValid(geometry)).toBe(true);
      expect(properties!['villages']).toBeGreaterThan(2);
      expect(properties!['mappers']).toBeGreaterThan(1);
    }
    expect(new Set(valuesOf(surveys, 'survey_id')).size).toBe(surveys.length);
  });

  it('lie in one country', () => {
    for (const { geometry } of surveys) {
      const countries = new Set(polygonsOf(geometry).flat(2).map(countryAt));
      expect(countries.size).toBe(1);
      expect([...countries][0]).not.toBeNull();
    }
  });

  it('end at the shores of lakes and wide rivers', () => {
    const corners = surveys.flatMap(({ geometry }) => polygonsOf(geometry).flat(2));
    const wet = corners.filter(([lng, lat]) => !skeleton.ground.countryAt([lng!, lat!]));
    expect(wet).toEqual([]);
  });

  it('end near and far from villages: no buffer that gives a hidden village away', () => {
    const away = surveys.flatMap(({ geometry }) =>
      polygonsOf(geometry)
        .flat(2)
        .map((corner) => toVillage(corner, 30)),
    );
    expect(variation(away)).toBeGreaterThan(0.35);
  });

  it('share borders with their neighbours, corner by corner', () => {
    const edges = openEdges(surveys.map(({ geometry }) => geometry));
    const all = surveys.reduce((sum, { geometry }) => sum + polygonsOf(geometry).flat(2).length, 0);
    expect(edges.size / all).toBeLessThan(0.9);
  });

  it('hold as many villages as they say, each in one area only', () => {
    const held = surveys.map(
      ({ geometry }) => skeleton.villages.filter(({ place }) => holds(geometry, [...place])).length,
    );
    const said = valuesOf(surveys, 'villages').map(Number);
    // A village that is not counted for an area may be close to the border of the area.
    held.forEach((count, i) => expect(count).toBeGreaterThanOrEqual(said[i]!));
    const surveyed = said.reduce((sum, count) => sum + count, 0);
    // The land around towns is not surveyed.
    const { townLand, villages: all } = skeleton;
    const rural = all.filter(({ place }) => !townLand.holds(place));
    expect(surveyed).toBeGreaterThan(rural.length / 2);
    expect(held.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(
      skeleton.villages.length,
    );
  });

  it('end after they began, when they have', () => {
    expect(valuesOf(surveys, 'ended')).toContain(undefined);
    for (const { properties } of surveys) {
      const { started, ended } = properties as Record<string, string | undefined>;
      if (ended !== undefined) expect(ended > started!).toBe(true);
    }
  });
});

describe('camps', () => {
  it('are in forest, further than five kilometres from any village', async () => {
    const cover = await readLandCover(CONFIG);
    expect(camps.length).toBeGreaterThan(700);
    for (const { geometry } of camps) {
      const [lng, lat] = geometry.coordinates;
      expect(toVillage([lng!, lat!], 6)).toBeGreaterThan(4.99);
      expect(cover.treesAt([lng!, lat!])).toBeGreaterThanOrEqual(60);
    }
  });

  it('lie in the country of the village that uses them, as far as they say', () => {
    for (const camp of camps) {
      const { place, country } = homeOf(camp);
      expect(countryAt(camp.geometry.coordinates)).toBe(country);
      const km = sphereKm([...place], camp.geometry.coordinates);
      expect(km).toBeLessThan(16.2);
      expect(Math.abs(km - Number(camp.properties!['distance']))).toBeLessThan(0.25);
    }
    expect(valuesOf(camps, 'name')).toContain(null);
    expect(new Set(valuesOf(camps, 'camp_id')).size).toBe(camps.length);
  });
});

describe('fields', () => {
  it('are within four kilometres of their village, as points and as areas', () => {
    expect(fields.length).toBeGreaterThan(2000);
    expect(areas.length).toBeGreaterThan(2000);
    for (const field of fields) {
      expect(sphereKm([...homeOf(field).place], field.geometry.coordinates)).toBeLessThan(4.05);
    }
    for (const area of areas) {
      const { place, country } = homeOf(area);
      for (const corner of polygonsOf(area.geometry).flat(2)) {
        expect(sphereKm([...place], corner)).toBeLessThan(4.05);
        expect(skeleton.ground.countryAt([corner[0]!, corner[1]!])).toBe(country);
      }
    }
  });

  it('are valid areas of 2 to 15 ha', () => {
    for (const { geometry, properties } of areas) {
      expect(ringFaults(geometry)).toEqual([]);
      expect(geosFindsValid(geometry)).toBe(true);
      expect(properties!['area_ha']).toBeGreaterThanOrEqual(2);
      expect(properties!['area_ha']).toBeLessThanOrEqual(15);
    }
  });

  it('say what grows and how, each under an id of its own', () => {
    const all = [...fields, ...areas];
    expect(new Set(valuesOf(all, 'farming_id')).size).toBe(all.length);
    expect(valuesOf(all, 'crops').every((crops) => (crops as []).length > 0)).toBe(true);
    expect(valuesOf(all, 'system')).toContain('shifting_cultivation');
    expect(valuesOf(all, 'fallow')).toContain(null);
  });
});
