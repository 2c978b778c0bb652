/** An analysis that comes in lines: what has come is shown at once. */
import { afterEach, expect, it, vi } from 'vitest';
import type { AnalysedDataset } from 'atlas-engine/http';
import { requestJson } from '../../../app/net/http-client.ts';
import { areaAround } from '../../../app/stores/places/area-around.ts';
import { AreaStore } from '../../../app/stores/places/area-store.ts';
import { AnalysisStore } from '../../../app/tools/analyse/analysis-store.ts';

const ring = [
  [16, 0],
  [17, 0],
  [17, 1],
  [16, 0],
];

afterEach(() => void vi.unstubAllGlobals());

const dataset = (id: string): AnalysedDataset => ({
  dataset: id,
  name: { en: id },
  geometry: 'point',
  count: 1,
});

/** A store, and a way to send it parts of an answer. */
function open() {
  const asked: { headers: Record<string, string> }[] = [];
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (body = controller),
  });
  vi.stubGlobal('fetch', (_address: string, options: (typeof asked)[number]) => {
    asked.push(options);
    const headers = { 'content-type': 'application/x-ndjson' };
    return Promise.resolve(new Response(stream, { headers }));
  });
  vi.stubGlobal('document', { cookie: 'csrftoken=abc' });
  const area = new AreaStore();
  area.set({ geometry: { type: 'Polygon', coordinates: [ring] }, origin: 'drawn' });
  const store = new AnalysisStore({
    network: { json: requestJson, index: () => Promise.reject(new Error('not asked')) },
    area,
    timeout: () => 8_000,
    isWhole: () => false,
    loadAround: () => Promise.resolve(areaAround),
  });
  const send = (text: string): void => body!.enqueue(new TextEncoder().encode(text));
  return { asked, store, send, end: () => body!.close() };
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

it('shows each dataset as soon as its line is complete, in the order of the whole answer', async () => {
  const { asked, end, send, store } = open();
  const done = store.request();
  send(line({ area: 7, count: 3 }));
  await vi.waitFor(() => expect(store.count).toBe(3));
  expect(asked.map(({ headers }) => headers['accept'])).toEqual(['application/x-ndjson']);
  // Without any dataset, there is nothing to show.
  expect([store.result, store.left]).toEqual([null, 3]);
  send(line({ at: 1, dataset: dataset('b') }) + '{"at":0,');
  await vi.waitFor(() => expect(store.result).not.toBeNull());
  expect([store.result, store.left, store.loading]).toEqual([
    { area: 7, datasets: [dataset('b')] },
    2,
    true,
  ]);
  send(line({ dataset: dataset('a') }).slice(1) + line({ at: 2, dataset: dataset('c') }));
  end();
  await done;
  expect(store.result?.datasets).toEqual(['a', 'b', 'c'].map(dataset));
  expect([store.left, store.loading, store.failure]).toEqual([0, false, null]);
});

it('keeps what has come, and says that the server is busy, when the lines end early', async () => {
  const { end, send, store } = open();
  const done = store.request();
  send(line({ area: 7, count: 2 }) + line({ at: 0, dataset: dataset('a') }));
  end();
  await done;
  expect(store.result?.datasets).toEqual([dataset('a')]);
  expect([store.left, store.loading, store.failure]).toEqual([1, false, 'busy']);
});
