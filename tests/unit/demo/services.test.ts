import type { Feature, Point } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Skeleton, skeletonOf } from '../../../demo/generators/skeleton/skeleton.ts';
import { createNearest, type Place } from '../../../demo/generators/distance.ts';
import { rankCorrelation, sphereKm } from './checks.ts';
import {
  CONFIG,
  GENERATION_TIMEOUT,
  makeFeatures,
  ofVillages,
  valuesOf,
  villageOf,
} from './made.ts';

let skeleton: Skeleton;
const layers: Record<string, Feature<Point>[]> = {};

beforeAll(async () => {
  skeleton = await skeletonOf(CONFIG);
  for (const name of ['education', 'health', 'culture']) layers[name] = await makeFeatures(name);
}, GENERATION_TIMEOUT);

/** Returns the distance from its village to each feature, in kilometres. */
function walks(name: string): number[] {
  return ofVillages(layers[name]!).map((site) =>
    sphereKm([...villageOf(skeleton, site).place], site.geometry.coordinates),
  );
}

const share = (name: string): number => skeleton.villages.length / ofVillages(layers[name]!).length;

describe('schools', () => {
  it('are near about every third village, within a walk', () => {
    expect(share('education')).toBeGreaterThan(2.6);
    expect(share('education')).toBeLessThan(3.4);
    expect(Math.max(...walks('education'))).toBeLessThan(1);
  });

  it('count pupils, teachers and classes that go together', () => {
    for (const { properties } of layers['education']!) {
      const { students, teachers, classes } = properties as Record<string, number>;
      expect(students).toBeGreaterThan(10);
      expect(students! / teachers!).toBeLessThan(90);
      expect(classes).toBeGreaterThan(0);
      expect(classes).toBeLessThan(7);
    }
  });

  it('say what they are built of, what is good and what is hard', () => {
    const schools = layers['education']!;
    expect(valuesOf(schools, 'building_type')).toContain(null);
    expect(valuesOf(schools, 'building_type')).toContain('wattle_and_daub');
    expect(valuesOf(schools, 'building_type')).toContain('mud_brick');
    expect(valuesOf(schools, 'qualities').flat()).toContain('meals_for_pupils');
    expect(valuesOf(schools, 'school_difficulties').every((list) => (list as []).length > 0)).toBe(
      true,
    );
  });
});

describe('health posts', () => {
  it('are near about every eighth village, within a walk', () => {
    expect(share('health')).toBeGreaterThan(7);
    expect(share('health')).toBeLessThan(9);
    expect(Math.max(...walks('health'))).toBeLessThan(0.9);
  });

  it('have a doctor only where there are beds', () => {
    const posts = layers['health']!;
    for (const { properties } of posts) {
      if (properties!['gp_count'] > 0) expect(properties!['beds']).toBeGreaterThan(3);
      expect(properties!['nurses']).toBeGreaterThan(0);
    }
    expect(valuesOf(posts, 'gp_count').filter((count) => Number(count) > 0).length).toBeGreaterThan(
      20,
    );
    expect(valuesOf(posts, 'patients')).toContain(null);
    for (const key of ['admission_reasons', 'health_difficulties']) {
      expect(valuesOf(posts, key).every((list) => (list as []).length > 0)).toBe(true);
    }
  });
});

describe('culture sites', () => {
  it('lie near a village, on dry land of its country', () => {
    expect(Math.max(...walks('culture'))).toBeLessThan(3.6);
    expect(layers['culture']!.length).toBeGreaterThan(3000);
    for (const site of layers['culture']!) {
      const [lng, lat] = site.geometry.coordinates;
      expect(skeleton.ground.countryAt([lng!, lat!])).toBe(villageOf(skeleton, site).country);
    }
  });

  it('say what they are used for and by which clan, some of them not', () => {
    expect(valuesOf(layers['culture']!, 'clan')).toContain(null);
    expect(valuesOf(layers['culture']!, 'uses').every((list) => (list as []).length > 0)).toBe(
      true,
    );
  });
});

describe('towns', () => {
  it('of 10 000 people have a hospital and a secondary school, or one at their edge', () => {
    const { towns, townPopulations } = skeleton.geography;
    const large = towns.filter((_, i) => townPopulations[i]! >= 10_000);
    expect(large.length).toBeGreaterThan(150);
    for (const [name, field, value] of [
      ['health', 'kind', 'district_hospital'],
      ['education', 'level', 'secondary_school'],
    ] as const) {
      const sites = layers[name]!.filter(({ properties }) => properties![field] === value);
      const near = createNearest(
        0.2,
        sites.map(({ geometry }) => geometry.coordinates as unknown as Place),
      );
      const far = large.map((town) => near.nearest(town, 200)?.km ?? 200);
      // The built-up land of the largest town has a radius of 16 km.
      expect(Math.max(...far), name).toBeLessThan(16);
    }
  });
});

it('pupils and patients come from other villages too, and not all from their own', () => {
  const pairsOf = (name: string, one: string, other: string): [number, number][] =>
    ofVillages(layers[name]!).flatMap((site): [number, number][] => {
      const { [one]: first, [other]: second } = site.properties!;
      const people = villageOf(skeleton, site).people;
      return second === null ? [] : [[one === 'people' ? people : Number(first), Number(second)]];
    });
  for (const pairs of [
    pairsOf('education', 'people', 'students'),
    pairsOf('health', 'beds', 'patients'),
  ]) {
    const rho = rankCorrelation(pairs);
    expect(rho).toBeGreaterThan(0.45);
    expect(rho).toBeLessThan(0.85);
  }
});

it('each site has an id of its own', () => {
  for (const [name, features] of Object.entries(layers)) {
    const ids = new Set(valuesOf(features, `${name}_id`));
    expect(ids.size, name).toBe(features.length);
  }
});
