import { expect, it } from 'vitest';
import type { NearAnswer } from 'atlas-engine/http';
import { LOGGED_OUT } from '../../../app/account/account-types.ts';
import type { Outcome } from '../../../app/net/http-client.ts';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { nearOverlay } from '../../../app/tools/near/near-overlay.ts';
import { makeNearStore } from '../../../app/tools/near/near-store.ts';
import { fixtureIndex } from './fixture-bundle.ts';
import { FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

function open(hash = ''): AtlasStore {
  return new AtlasStore(fixtureIndex('en'), {
    ...FIRST_VISIT,
    network: fixtureNetwork(),
    account: LOGGED_OUT,
    address: { search: '', hash },
  });
}

/** Makes the server answer with what the test decides, and records what it was asked. */
function answering(atlas: AtlasStore) {
  const asked: { address: string; answer: (outcome: Outcome<unknown>) => void }[] = [];
  const json = (address: string) =>
    new Promise((answer) => {
      asked.push({ address, answer });
    });
  Object.assign(atlas.network, { json });
  return asked;
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const empty: NearAnswer = { layers: [] };

it.each(['#7/2/3&near=2.5/3.5', '#7/2/3&near=harbours:7'])(
  'the tool opens with the address %s, and is in it until it is closed',
  (hash) => {
    const atlas = open(hash);
    expect(atlas.side.tool).toBe('near');
    expect(atlas.address.parts.hash).toBe(hash);
    atlas.side.close();
    expect([atlas.side.nearOf, atlas.address.parts.hash]).toEqual([null, '#7/2/3']);
    atlas.address.take({ search: '', hash });
    expect([atlas.side.tool, atlas.address.parts.hash]).toEqual(['near', hash]);
    atlas.address.take({ search: '', hash: '#7/2/3' });
    expect(atlas.side.content).toBeNull();
  },
);

it('an object that the list selects keeps the list in the address; another tool does not', () => {
  const atlas = open('#7/2/3&near=harbours:7');
  const hit = { group: 'harbours', sublayer: 'point', source: 'harbours', id: '8', properties: {}, geometry: { type: 'Point' } }; // prettier-ignore
  atlas.side.select([hit]);
  expect(atlas.address.parts.hash).toContain('near=harbours:7');
  atlas.side.toggleTool('measure');
  expect(atlas.address.parts.hash).toBe('#7/2/3');
});

it('a link without restricted layers names no object, but a place', () => {
  const options = { restricted: false, lang: null };
  expect(open('#7/2/3&near=harbours:7').address.shared(options).hash).not.toContain('near');
  expect(open('#7/2/3&near=2.5/3.5').address.shared(options).hash).toContain('near=2.5/3.5');
});

it('drops the answer about an older place, and keeps one that is there', async () => {
  const atlas = open();
  const asked = answering(atlas);
  const near = atlas.storeOf(makeNearStore);
  const [first, second] = [{ lng: 3.5, lat: 2.5 }, { lng: 4, lat: 2 }]; // prettier-ignore
  void near.request(first);
  void near.request(second);
  expect(asked.map(({ address }) => address)).toEqual([
    '/api/geodata/near/?lng=3.5&lat=2.5',
    '/api/geodata/near/?lng=4&lat=2',
  ]);
  asked[1]!.answer({ ok: true, value: empty });
  await settled();
  asked[0]!.answer({ ok: false, failure: { kind: 'busy' } });
  await settled();
  expect([near.result, near.failure, near.loading]).toEqual([empty, null, false]);
  await near.request(second);
  expect(asked).toHaveLength(2);
  expect(near.rings.map(({ metres }) => metres)).toEqual([1_000, 5_000, 10_000, 20_000]);
  expect(nearOverlay(atlas, near)).not.toBeNull();
  near.forget();
  expect(nearOverlay(atlas, near)).toBeNull();
});

it('says why there is no answer, and asks again', async () => {
  const atlas = open();
  const asked = answering(atlas);
  const near = atlas.storeOf(makeNearStore);
  const of = { dataset: 'harbours', id: 7, name: 'Erindo' };
  void near.request(of);
  asked[0]!.answer({ ok: false, failure: { kind: 'missing' } });
  await settled();
  expect([near.failure, near.loading]).toEqual(['missing', false]);
  void near.request(of);
  const address = '/api/geodata/near/?dataset=harbours&id=7';
  expect(asked.map((one) => one.address)).toEqual([address, address]);
  expect(near.failure).toBeNull();
});

it('moves a map on which the rings could not be seen, and no other', () => {
  const atlas = open();
  answering(atlas);
  const near = atlas.storeOf(makeNearStore);
  const see = (zoom: number, half: number): void => {
    atlas.map.moved({ zoom, lat: 0, lng: 17 }, 100, true);
    const bounds = [17 - half, -half, 17 + half, half] as const;
    atlas.map.setMiddle([17, 0], bounds, bounds);
  };
  see(9, 0.5);
  void near.request({ lng: 17, lat: 0 });
  expect(atlas.map.request).toBeNull();
  // Beside the map, then too small on it.
  void near.request({ lng: 17.6, lat: 0 });
  expect(atlas.map.request).toMatchObject({ area: { bounds: [expect.closeTo(17.49, 1), expect.closeTo(-0.1, 1), expect.closeTo(17.7, 1), expect.closeTo(0.1, 1)] } }); // prettier-ignore
  const before = atlas.map.request;
  see(6, 5);
  void near.request({ lng: 17, lat: 0 });
  expect(atlas.map.request).not.toBe(before);
});
