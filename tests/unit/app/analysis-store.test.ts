import type { FeatureHit } from 'atlas-engine/runtime';
import { describe, expect, it } from 'vitest';
import type { FailureKind, Outcome } from '../../../app/net/request-json.ts';
import { AnalysisStore } from '../../../app/stores/analysis-store.ts';
import { AreaStore } from '../../../app/stores/area-store.ts';
import { fixtureNetwork } from './fixture-network.ts';

const SQUARE: GeoJSON.Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [10, 0],
      [11, 0],
      [11, 1],
      [10, 0],
    ],
  ],
};

const RESULT = { area: 1, datasets: [] };
const FAILURES = [
  'offline',
  'timeout',
  'invalid',
  'refused',
  'missing',
  'server',
  'format',
] as const satisfies readonly FailureKind[];

/** A store whose requests are answered by the test. */
function open() {
  const asked: {
    readonly address: string;
    readonly signal: AbortSignal;
    readonly timeout: number | undefined;
    readonly answer: (outcome: Outcome<never>) => Promise<void>;
  }[] = [];
  const area = new AreaStore();
  const store = new AnalysisStore({
    area,
    timeout: () => 8_000,
    network: {
      ...fixtureNetwork(),
      json: (address, { signal, timeout } = {}) =>
        new Promise((resolve) => {
          const answer = async (outcome: Outcome<never>): Promise<void> => {
            resolve(outcome);
            await new Promise((next) => setTimeout(next));
          };
          asked.push({ address, signal: signal!, timeout, answer });
        }),
    },
  });
  return { area, store, asked };
}

const ok = (value: object): Outcome<never> => ({ ok: true, value: value as never });

const hit = (geometry: GeoJSON.Geometry): FeatureHit => ({
  ...{ group: 'plots', sublayer: 'plots/fill', source: 'plots', dataset: 'plots' },
  ...{ id: '7', geometry, properties: {} },
});

describe('the analysis of an area', () => {
  it('drops the answer to an earlier request', async () => {
    const { area, store, asked } = open();
    area.set({ geometry: SQUARE, origin: 'drawn' });
    void store.request();
    void store.request();
    expect(asked[0]!.signal.aborted).toBe(true);
    await asked[0]!.answer(ok({ ...RESULT, area: 2 }));
    expect([store.loading, store.result]).toEqual([true, null]);
    await asked[1]!.answer(ok(RESULT));
    expect([store.loading, store.result]).toEqual([false, RESULT]);
  });

  it('drops the answer after it was cancelled', async () => {
    const { area, store, asked } = open();
    area.set({ geometry: SQUARE, origin: 'drawn' });
    void store.request();
    store.clear();
    expect([store.loading, asked[0]!.signal.aborted]).toEqual([false, true]);
    await asked[0]!.answer(ok(RESULT));
    expect(store.result).toBeNull();
    expect(area.area?.geometry).toBe(SQUARE);
  });

  it('can be requested again after it was cancelled', async () => {
    const { area, store, asked } = open();
    area.set({ geometry: SQUARE, origin: 'drawn' });
    void store.request();
    store.clear();
    void store.request();
    await asked[1]!.answer(ok(RESULT));
    expect([store.loading, store.result]).toEqual([false, RESULT]);
  });

  it.each(FAILURES)('ends with the failure `%s`, and keeps the area', async (failure) => {
    const { area, store, asked } = open();
    area.set({ geometry: SQUARE, origin: 'drawn' });
    void store.request();
    // Longer than the server may take, and shorter than 30 s.
    expect(asked[0]!.timeout).toBe(13_000);
    await asked[0]!.answer({ ok: false, failure });
    expect([store.loading, store.failure, store.result]).toEqual([false, failure, null]);
    expect(area.area?.geometry).toBe(SQUARE);
  });

  it('without an area clears the result and says that one is needed', async () => {
    const { area, store, asked } = open();
    area.set({ geometry: SQUARE, origin: 'drawn' });
    void store.request();
    await asked[0]!.answer(ok(RESULT));
    area.set(null);
    await store.request();
    expect([store.result, store.loading, store.lacksArea]).toEqual([null, false, true]);
  });
});

describe('a selected feature', () => {
  it('replaces the area of the one before, also while its outline is requested', async () => {
    const { area, store, asked } = open();
    const first = store.mark(hit(SQUARE), 'First');
    const second = store.mark(hit(SQUARE), 'Second');
    await asked[1]!.answer(ok({ geometry: SQUARE }));
    await asked[0]!.answer(ok({ geometry: SQUARE }));
    expect(await Promise.all([first, second])).toEqual([false, true]);
    expect(area.area).toMatchObject({ name: 'Second', source: 'plots', origin: 'feature' });
    void store.mark(hit({ type: 'Point', coordinates: [10, 0] }), 'Point');
    expect([area.area, store.lacksArea]).toEqual([null, true]);
  });

  it.each(FAILURES)(
    'keeps the drawn area when the request of its outline ends with `%s`',
    async (failure) => {
      const { area, store, asked } = open();
      area.set({ geometry: SQUARE, origin: 'drawn' });
      const marked = store.mark(hit(SQUARE), 'Plot');
      expect(store.loading).toBe(true);
      await asked[0]!.answer({ ok: false, failure });
      expect([await marked, store.loading, store.result]).toEqual([false, false, null]);
      expect(store.failure).toBe(failure === 'missing' ? 'outline' : failure);
      expect(area.area?.geometry).toBe(SQUARE);
    },
  );

  it('of a dataset without a collection says that its outline is not available', async () => {
    const { area, store, asked } = open();
    const marked = store.mark(hit(SQUARE), 'Plot');
    expect(asked[0]!.address).toBe('/ogc/collections/plots/items/7');
    await asked[0]!.answer({ ok: false, failure: 'missing' });
    expect([await marked, store.failure, area.area]).toEqual([false, 'outline', null]);
  });
});
