import { expect, it } from 'vitest';
import type { Overlap } from 'atlas-engine/http';
import { LOGGED_OUT } from '../../../app/account/account-types.ts';
import type { Outcome } from '../../../app/net/http-client.ts';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { makeOverlapsStore } from '../../../app/tools/overlaps/overlaps-store.ts';
import { inOrder, shareOf, tableOf } from '../../../app/tools/overlaps/overlaps-table.ts';
import { fixtureIndex } from './fixture-bundle.ts';
import { FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

const LAYERS = ['forests', 'logging'].map((group) => ({
  group,
  name: { en: group },
  geometry: 'polygon' as const,
}));

const overlap = (id: number, covered: number): Overlap => ({
  dataset: 'forests',
  id,
  name: { en: `Forest ${id}` },
  bounds: [0, 0, 1, 1],
  area: 100_000,
  covered,
  others: [{ dataset: 'logging', id: 1, name: { en: 'Unit 1' }, bounds: [0, 0, 1, 1], shared: covered / 2 }], // prettier-ignore
});

/** Opens the tool with a server that answers what a test decides. */
async function openTool(answer: (query: URLSearchParams) => Outcome<unknown>) {
  const atlas = new AtlasStore(fixtureIndex('en'), {
    ...FIRST_VISIT,
    network: fixtureNetwork(),
    account: LOGGED_OUT,
    address: { search: '', hash: '' },
  });
  const asked: string[] = [];
  const json = async (address: string): Promise<Outcome<unknown>> => {
    const { searchParams } = new URL(address, 'https://atlas.example');
    asked.push(String(searchParams));
    return searchParams.size === 0 ? { ok: true, value: { layers: LAYERS } } : answer(searchParams);
  };
  Object.assign(atlas.network, { json });
  const store = atlas.storeOf(makeOverlapsStore);
  await store.open({ layer: 'forests' });
  return { atlas, store, asked };
}

/** Answers with an object at a time, out of 300. */
const oneByOne = (query: URLSearchParams): Outcome<unknown> => {
  const id = Number(query.get('after')?.split(':')[1] ?? 0) + 1;
  const next = id < 300 ? { next: `forests:${id}` } : {};
  return { ok: true, value: { count: 300, compared: 1, slow: 0, found: [overlap(id, id)], ...next } };
}; // prettier-ignore

it('compares until 200 objects are found, and goes on when it is asked to', async () => {
  const { store, asked } = await openTool(oneByOne);
  store.choose('other', 'logging');
  await store.request();
  expect(asked.slice(0, 3)).toEqual(['', 'layer=forests&with=logging', 'layer=forests&with=logging&after=forests%3A1']); // prettier-ignore
  expect(store.result).toMatchObject({ count: 300, compared: 200, next: 'forests:200' });
  await store.request();
  expect(store.result?.found.map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1)); // prettier-ignore
  expect([store.result?.next, store.loading]).toEqual([undefined, false]);
});

it('starts at once with two layers, and ignores a layer that cannot be compared', async () => {
  const { store } = await openTool(oneByOne);
  await store.open({ layer: 'forests', other: 'logging' });
  expect(store.result?.compared).toBe(200);
  store.choose('other', 'secret');
  expect([store.other, store.result]).toEqual(['', null]);
  await store.request();
  expect(store.result).toBeNull();
});

it('keeps what was found when it is stopped or a request fails, and goes on from there', async () => {
  let isBroken = false;
  const { store, asked } = await openTool((query) => {
    if (query.get('after') === 'forests:2' && !isBroken) {
      isBroken = true;
      return { ok: false, failure: { kind: 'busy' } };
    }
    return oneByOne(query);
  });
  await store.open({ layer: 'forests', other: 'logging' });
  expect([store.failure, store.result?.compared, store.loading]).toEqual(['busy', 2, false]);
  asked.length = 0;
  const going = store.request();
  store.stop();
  await going;
  expect([store.result?.compared, store.loading]).toEqual([2, false]);
  await store.request();
  expect([store.failure, store.result?.compared]).toEqual([null, 202]);
  store.forget();
  expect([store.layers, store.result, store.layer]).toEqual([null, null, '']);
});

it('lists the largest overlap first, and writes a row for each pair', () => {
  const found = [overlap(1, 10_000), overlap(2, 60_000)];
  expect(inOrder({ found }).map(({ id }) => id)).toEqual([2, 1]);
  expect([shareOf({ area: 8, covered: 2 }), shareOf({ area: undefined, covered: 2 }), shareOf({ area: 0, covered: 0 })]).toEqual([0.25, null, null]); // prettier-ignore
  const { area: _, covered: __, ...area } = overlap(3, 0);
  const point = { ...area, others: area.others.map(({ shared: ___, ...other }) => other) };
  const t = ((key: string) => key) as never;
  expect(tableOf({ found: [...found, point] }, t, 'en')).toEqual([
    ['overlaps.object', 'overlaps.in', 'overlaps.share', 'measure.area (ha)'],
    ['Forest 2', 'Unit 1', 30, 3],
    ['Forest 1', 'Unit 1', 5, 0.5],
    ['Forest 3', 'Unit 1', '', ''],
  ]);
});
