import type { FeatureHit } from 'atlas-engine/runtime';
import { describe, expect, it } from 'vitest';
import type { FailureKind, Outcome } from '../../../app/net/http-client.ts';
import { AnalysisStore } from '../../../app/tools/analyse/analysis-store.ts';
import { areaAround, type AreaAround, type Core } from '../../../app/stores/places/area-around.ts';
import { AreaStore } from '../../../app/stores/places/area-store.ts';
import { failing, fixtureNetwork } from './fixture-network.ts';

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

const POINT: GeoJSON.Point = { type: 'Point', coordinates: [10, 0] };

const RESULT = { area: 1, datasets: [] };
const FAILURES = [
  'offline',
  'timeout',
  'invalid',
  'unauthorized',
  'forbidden',
  'missing',
  'busy',
  'server',
  'format',
] as const satisfies readonly FailureKind[];

/** A store whose requests are answered by the test. */
function open(loadAround: () => Promise<AreaAround> = () => Promise.resolve(areaAround)) {
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
    isWhole: ({ group }) => group.startsWith('import-'),
    loadAround,
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
  group: 'plots',
  sublayer: 'plots/fill',
  source: 'plots',
  dataset: 'plots',
  id: '7',
  geometry,
  properties: {},
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
    await asked[0]!.answer(failing(failure));
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
    void store.mark(undefined, '');
    expect([area.area, store.lacksArea]).toEqual([null, true]);
  });

  it.each([
    ['place', POINT],
    ['line', { type: 'LineString', coordinates: [[10, 0], [10.1, 0]] }], // prettier-ignore
  ] as const)('that is a %s has the area within 5 km, or another distance', async (_what, core) => {
    const { area, store, asked } = open();
    const marked = store.mark(hit(core as GeoJSON.Geometry), 'Mokabi');
    // The geometry of the server, not that of a tile.
    await asked[0]!.answer(ok({ geometry: core }));
    expect([await marked, store.lacksArea, store.failure]).toEqual([true, false, null]);
    expect(area.area).toMatchObject({
      name: 'Mokabi',
      source: 'plots',
      origin: 'feature',
      around: { core, metres: 5e3 },
      geometry: areaAround(core as Core, 5e3),
    });
    const wider = areaAround(core as Core, 20_000);
    area.surround({ core: core as Core, metres: 20_000 }, wider);
    expect(area.area).toMatchObject({
      name: 'Mokabi',
      around: { metres: 20_000 },
      geometry: wider,
    });
  });

  it('that is a place, and that the server does not have, is where the map shows it', async () => {
    const { area, store, asked } = open();
    const marked = store.mark(hit(POINT), 'Mokabi');
    await asked[0]!.answer(failing('missing'));
    expect(await marked).toBe(true);
    expect(area.area?.around?.core).toEqual(POINT);
  });

  it('of a file of the visitor is not requested', async () => {
    const { area, store, asked } = open();
    const { dataset, ...own } = hit(SQUARE);
    expect(await store.mark({ ...own, group: 'import-1' }, 'My plot')).toBe(true);
    expect([asked, area.area?.geometry]).toEqual([[], SQUARE]);
    expect(area.area?.source).not.toBe(dataset);
  });

  it('that is a place says so when the code for circles cannot be loaded', async () => {
    const { store, asked } = open(() => Promise.reject(new Error('no connection')));
    const marked = store.mark(hit(POINT), 'Mokabi');
    await asked[0]!.answer(ok({ geometry: POINT }));
    expect([await marked, store.loading, store.failure]).toEqual([false, false, 'offline']);
  });

  it.each(FAILURES)(
    'keeps the drawn area when the request of its outline ends with `%s`',
    async (failure) => {
      const { area, store, asked } = open();
      area.set({ geometry: SQUARE, origin: 'drawn' });
      const marked = store.mark(hit(SQUARE), 'Plot');
      expect(store.loading).toBe(true);
      await asked[0]!.answer(failing(failure));
      expect([await marked, store.loading, store.result]).toEqual([false, false, null]);
      expect(store.failure).toBe(failure === 'missing' ? 'outline' : failure);
      expect(area.area?.geometry).toBe(SQUARE);
    },
  );

  it('that the server does not have says that its outline is not available', async () => {
    const { area, store, asked } = open();
    const marked = store.mark(hit(SQUARE), 'Plot');
    expect(asked[0]!.address).toBe('/api/features/plots/7?geometry=true');
    await asked[0]!.answer(failing('missing'));
    expect([await marked, store.failure, area.area]).toEqual([false, 'outline', null]);
  });
});
