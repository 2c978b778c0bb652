/** The two calls of Analyse, made to fail in each way: loading ends, and what was drawn is kept. */
import type { FeatureHit } from 'atlas-engine/runtime';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FailureKind } from '../../../app/net/http-client.ts';
import { loadRepeating, requestJson } from '../../../app/net/http-client.ts';
import { areaAround } from '../../../app/stores/places/area-around.ts';
import { AnalysisStore } from '../../../app/tools/analyse/analysis-store.ts';
import { AreaStore, type ChosenArea } from '../../../app/stores/places/area-store.ts';

const RING = [
  [16, 0],
  [17, 0],
  [17, 1],
  [16, 0],
];
const GEOMETRY = { type: 'Polygon' as const, coordinates: [RING] };
const DRAWN: ChosenArea = { geometry: GEOMETRY, origin: 'drawn' };
const HIT: FeatureHit = {
  group: 'parks',
  sublayer: 'fill',
  source: 'parks',
  dataset: 'parks',
  id: '7',
  geometry: GEOMETRY,
  properties: {},
};

type Fetch = (address: string, options: { signal: AbortSignal }) => Promise<Response>;

/** Rejects when the request is aborted, as `fetch` does, and never answers. */
const never: Fetch = (_address, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** Answers with the beginning of a body, which ends with the request or by itself. */
const cutOff = (atOnce: boolean): Fetch => {
  return (_address, { signal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"area":1,'));
        if (atOnce) controller.error(new TypeError('network error'));
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  };
};
const status = (code: number): Fetch => {
  return () => Promise.resolve(new Response('{"detail":"no"}', { status: code }));
};
const text = (body: string): Fetch => {
  return () => Promise.resolve(new Response(body));
};

const FAULTS: Readonly<Record<string, readonly [Fetch, FailureKind]>> = {
  'no answer': [never, 'timeout'],
  'half an answer, and silence': [cutOff(false), 'timeout'],
  'half an answer, and a closed connection': [cutOff(true), 'offline'],
  'no connection': [() => Promise.reject(new TypeError('Failed to fetch')), 'offline'],
  'status 400': [status(400), 'invalid'],
  'status 401': [status(401), 'unauthorized'],
  'status 403': [status(403), 'forbidden'],
  'status 404': [status(404), 'missing'],
  'status 413': [status(413), 'invalid'],
  'status 429': [status(429), 'limited'],
  'status 500': [status(500), 'server'],
  'status 502': [status(502), 'server'],
  'status 503': [status(503), 'busy'],
  'an empty answer': [text(''), 'format'],
  'the page of a login': [text('<!doctype html><title>Log in</title>'), 'format'],
  'half of the JSON': [text('{"area":'), 'format'],
  'another JSON document': [text('{"ok":true}'), 'format'],
  'a list': [text('[]'), 'format'],
  null: [text('null'), 'format'],
};

function makeStore(answer: Fetch) {
  vi.stubGlobal('fetch', answer);
  const area = new AreaStore();
  area.set(DRAWN);
  const network = { json: requestJson, index: () => Promise.reject(new Error('not asked')) };
  const loadAround = () => Promise.resolve(areaAround);
  const store = new AnalysisStore({
    network,
    area,
    timeout: () => 2e4,
    isWhole: () => false,
    loadAround,
  });
  return { area, store };
}

// With the clock of a test, it would arrive too late.
beforeAll(loadRepeating);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('ux 52: an analysis', () => {
  it.each(Object.entries(FAULTS))(
    'ends within 30 s and keeps the drawn area after %s',
    async (_name, [answer, failure]) => {
      const { area, store } = makeStore(answer);
      const requested = store.request();
      const marked = makeStore(answer);
      const marks = marked.store.mark(HIT, 'A park');
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await marks).toBe(false);
      await requested;
      for (const one of [store, marked.store]) {
        expect(one.loading).toBe(false);
        expect(one.result).toBeNull();
      }
      expect(store.failure).toBe(failure);
      // The outline of a feature that is no longer there has its own sentence.
      expect(marked.store.failure).toBe(failure === 'missing' ? 'outline' : failure);
      expect(area.area).toBe(DRAWN);
      expect(marked.area.area).toBe(DRAWN);
    },
  );
});
