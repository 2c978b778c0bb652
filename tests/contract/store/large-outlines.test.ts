/** What is near a feature of many corners, and what overlaps it, while the server answers others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Feature, Position } from 'geojson';
import type { Access, AnalysisDataset, DatasetAccess } from 'atlas-engine';
import type { NearAnswer } from 'atlas-engine/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AtlasSnapshot } from '../../../server/access/atlas-snapshot.ts';
import { packGeoJson } from '../../../server/geometry/pack-geojson.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import type { AnalysisContext } from '../../../server/routes/analysis/each-dataset.ts';
import { findNear } from '../../../server/routes/analysis/find-near.ts';
import { findOverlaps, layersOf } from '../../../server/routes/analysis/find-overlaps.ts';
import type { Store } from '../../../server/store/open-store.ts';
import { watchMainThread } from '../server/main-thread.ts';
import { dataset, field, LEVELS } from './datasets.ts';
import { TEST_STORES } from './stores.ts';

const TIMEOUT = 600_000;
const CORNERS = 500_000;

/**
 * The time by which the main thread may be busy longer than without a request, as a share of the time
 * that packing the large polygon takes in this thread, under the same load.
 */
const BLOCKED = 0.45;

/** Other processes lengthen some rounds, so one that is short shows that the work is done elsewhere. */
const ROUNDS = 5;

/** Returns a wavy ring around a place, in degrees. */
function ring([x, y]: readonly [number, number], radius: number, corners: number): Position[] {
  const positions = Array.from({ length: corners }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / corners;
    const far = radius * (1 + 0.1 * Math.sin(angle * 40));
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  });
  return [...positions, positions[0]!];
}

const feature = (name: string, coordinates: Position[]): Feature => ({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: [coordinates] },
  properties: { name },
});

const LAYERS = {
  forests: [feature('large', ring([12, 1], 1, CORNERS))],
  plots: [
    feature('large', ring([13, 1], 0.4, CORNERS / 5)),
    feature('small', ring([12, 2], 0.1, 20)),
    feature('far', ring([16, 1], 0.1, 20)),
  ],
};

/** Returns the time in milliseconds that packing the large polygon takes in this thread. */
function timeOfPacking(): number {
  const began = performance.now();
  expect(packGeoJson(LAYERS.forests[0]!.geometry)).toHaveProperty('ok');
  return performance.now() - began;
}

/** A snapshot in which everyone may analyse the layers. */
function makeSnapshot(): AtlasSnapshot {
  const ids = Object.keys(LAYERS);
  const datasets = ids.map((id): AnalysisDataset => ({
    dataset: id,
    geometry: 'polygon',
    group: { id, name: { en: id }, rank: 0 },
    provider: null,
    date: null,
    isFirst: false,
    title: { en: ['name'] },
    kind: null,
    labels: {},
    classes: null,
    sums: [],
    cells: null,
  }));
  const rules = ids.map((id): [string, DatasetAccess] => [
    id,
    {
      dataset: id,
      whenDenied: 'lock',
      whole: 'view',
      rank: { view: 0, analyse: 0, download: 0 },
      fields: [{ name: 'name', rank: 0 }],
    },
  ]);
  return {
    access: { datasets: new Map(rules) } as unknown as Access,
    analysis: { timeout: 120_000, datasets },
    datasets: new Map(ids.map((id) => [id, { stored: {} }])),
  } as unknown as AtlasSnapshot;
}

/** Milliseconds between two looks at the main thread. */
const RESOLUTION = 5;

/** Also returns the longest time in milliseconds for which the main thread did not turn to other work. */
async function longestBlock<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const result = await work();
  // The last block is seen by the next turn.
  await sleep(2 * RESOLUTION);
  delay.disable();
  return [result, delay.max / 1e6];
}

describe.each(TEST_STORES)('$name', { timeout: TIMEOUT }, ({ missing, open }) => {
  if (missing !== null) {
    it.skip(`large outlines: not tested, because ${missing}`);
    return;
  }
  let store: Store;
  let close: () => Promise<void>;
  let context: AnalysisContext;
  beforeAll(async () => {
    ({ store, close } = await open());
    for (const [id, features] of Object.entries(LAYERS)) {
      const input = { kind: 'features', digest: 'first', features } as const;
      await loadDataset(dataset(id, 'polygon', [field('name', 'text')]), input, LEVELS, store);
    }
    context = {
      store,
      snapshot: makeSnapshot(),
      visitor: { rank: 0, scopes: '', account: false },
      gone: new AbortController().signal,
    };
  }, TIMEOUT);
  afterAll(() => close?.());

  const compare = () => {
    const layers = layersOf(context);
    const [layer, other] = [layers.get('forests')!, layers.get('plots')!];
    return findOverlaps({ layer, other, after: null }, context);
  };
  const searchNear = async () => {
    const [first] = await store.list({ dataset: 'forests', fields: [], limit: 1 });
    const { id } = first!;
    const shape = await store.shape({ dataset: 'forests', fields: ['name'] }, id);
    const of = { dataset: 'forests', id };
    return findNear({ ...context, geometry: shape!.geometry, of });
  };

  /**
   * Works until a round blocks the main thread hardly longer than a wait of the same duration, compared
   * with packing the polygon here, and returns the result.
   */
  const workFreely = async <T>(work: () => Promise<T>): Promise<T> => {
    const shares: number[] = [];
    for (;;) {
      const began = performance.now();
      const end = watchMainThread();
      const [result, busy] = await longestBlock(work);
      const { packed, written, measured, longestJson } = end();
      const took = performance.now() - began;
      expect({ packed, written, measured }).toEqual({ packed: 0, written: 0, measured: 0 });
      expect(longestJson).toBeLessThan(20_000);
      const [, idle] = await longestBlock(() => sleep(took));
      const share = (busy - idle) / timeOfPacking();
      if (share < BLOCKED) return result;
      shares.push(share);
      if (shares.length === ROUNDS) throw new Error(`blocked for ${shares.join()} of packing`);
    }
  };

  it('compares a polygon of 500 000 corners with others, and the main thread stays free', async () => {
    const { found } = await workFreely(compare);
    const [one] = found as [(typeof found)[0]];
    expect(one.others.map(({ name }) => name?.['en'])).toEqual(['large', 'small']);
    expect(one.bounds[0]).toBeGreaterThan(10.8);
    expect(one.bounds[0]).toBeLessThan(11);
    expect(one.covered! / (one.others[0]!.shared! + one.others[1]!.shared!)).toBeCloseTo(1, 5);
  });

  it('finds what is near a polygon of 500 000 corners, and the main thread stays free', async () => {
    const [plots] = (await workFreely(searchNear)) as [NearAnswer['layers'][number]];
    if ('state' in plots) throw new Error('too slow');
    expect(plots.inside.map(({ name }) => name?.['en'])).toEqual(['large', 'small']);
    expect(plots.nearest.map(({ name }) => name?.['en'])).toEqual(['far']);
  });
});
