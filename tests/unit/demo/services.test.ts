import type { Feature, Point } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Skeleton, skeletonOf } from '../../../demo/generators/skeleton/skeleton.ts';
import { sphereKm } from './checks.ts';
import { CONFIG, GENERATION_TIMEOUT, makeFeatures, valuesOf, villageOf } from './made.ts';

let skeleton: Skeleton;
const layers: Record<string, Feature<Point>[]> = {};

beforeAll(async () => {
  skeleton = await skeletonOf(CONFIG);
  for (const name of ['education', 'health', 'culture']) layers[name] = await makeFeatures(name);
}, GENERATION_TIMEOUT);

/** Returns the distance from its village to each feature, in kilometres. */
function walks(name: string): number[] {
  return layers[name]!.map((site) =>
    sphereKm([...villageOf(skeleton, site).place], site.geometry.coordinates),
  );
}

const share = (name: string): number => skeleton.villages.length / layers[name]!.length;

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

it('each site has an id of its own', () => {
  for (const [name, features] of Object.entries(layers)) {
    const ids = new Set(valuesOf(features, `${name}_id`));
    expect(ids.size, name).toBe(features.length);
  }
});
