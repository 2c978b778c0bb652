import { compileStyle } from 'atlas-engine/runtime';
import { expect, it } from 'vitest';
import { LOGGED_OUT } from '../../../app/account/account-types.ts';
import { insideOf } from '../../../app/stores/places/inside-area.ts';
import type { Outcome } from '../../../app/net/http-client.ts';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { fixtureIndex } from './fixture-bundle.ts';
import { FIRST_VISIT, failing, fixtureNetwork } from './fixture-network.ts';

const SQUARE = [
  [2, 2],
  [6, 2],
  [6, 6],
  [2, 6],
  [2, 2],
];
const HOLE = [
  [3, 3],
  [4, 3],
  [4, 4],
  [3, 4],
  [3, 3],
];
const geometry: GeoJSON.Polygon = { type: 'Polygon', coordinates: [SQUARE, HOLE] };
const ok = { ok: true, value: { title: 'North Bay', geometry } } as const;

/** An atlas whose server answers with an outcome when it is asked for an outline. */
function open(hash: string, outcome: Outcome<unknown> = ok) {
  const network = fixtureNetwork();
  const asked: string[] = [];
  const json = (address: string) => {
    if (!address.startsWith('/api/areas/outline')) return network.json(address);
    asked.push(address);
    return Promise.resolve(outcome);
  };
  const atlas = new AtlasStore(fixtureIndex('en'), {
    ...FIRST_VISIT,
    network: { ...network, json } as typeof network,
    account: LOGGED_OUT,
    address: { search: '', hash },
  });
  return { atlas, asked };
}

// The code of the area is loaded first, which takes a while the first time.
const load = () => import('../../../app/stores/places/named-areas.ts');
const settled = async (): Promise<void> => {
  await load();
  await new Promise((resolve) => setTimeout(resolve, 20));
};

it.each(['#7/2/3&area=parks:7', '#7/2/3&area=delta'])(
  'the address %s limits the map to the area until it is cleared',
  async (hash) => {
    const { atlas, asked } = open(hash);
    expect(atlas.address.parts.hash).toBe(hash);
    await settled();
    expect(asked).toHaveLength(1);
    expect(atlas.shown.mapState.area).toEqual({ name: 'North Bay', polygons: [[SQUARE, HOLE]] });
    const { layers, sources } = compileStyle(atlas.bundles.bundle, atlas.compare.leftState);
    expect(layers.map(({ id }) => id)).toContain('area/area/outside');
    // The hole is outside too.
    const [outside] = (sources['area/frame'] as unknown as { data: GeoJSON.FeatureCollection }).data.features; // prettier-ignore
    expect(outside?.geometry).toMatchObject({ type: 'MultiPolygon', coordinates: [{}, {}] });
    expect(atlas.shownArea.inside).not.toBeNull();
    atlas.shownArea.clear();
    expect(atlas.address.parts.hash).toBe('#7/2/3');
    expect(atlas.shown.mapState.area).toBeUndefined();
    atlas.address.take({ search: '', hash });
    await settled();
    expect(atlas.shownArea.outline?.title).toBe('North Bay');
  },
);

it.each(['missing', 'forbidden', 'unauthorized'] as const)(
  'an area that the server does not give (%s) leaves the address, with one and the same notice',
  async (kind) => {
    const { atlas } = open('#7/2/3&area=parks:7', failing(kind));
    await settled();
    expect(atlas.address.parts.hash).toBe('#7/2/3');
    expect(atlas.ui.notices.map(({ text, values }) => [text, values])).toEqual([
      ['address.unknown', { names: 'parks:7' }],
    ]);
  },
);

it('an area that could not be loaded stays in the address, and can be asked for again', async () => {
  const { atlas, asked } = open('#7/2/3&area=parks:7', failing('offline'));
  await settled();
  expect([atlas.shownArea.failed, atlas.address.parts.hash]).toEqual([true, '#7/2/3&area=parks:7']);
  await atlas.shownArea.load();
  expect(asked).toHaveLength(2);
});

it('a link without restricted layers names no feature, but a project', () => {
  const options = { restricted: false, lang: null };
  expect(open('#7/2/3&area=parks:7').atlas.address.shared(options).hash).not.toContain('area');
  expect(open('#7/2/3&area=delta').atlas.address.shared(options).hash).toContain('area=delta');
});

it('points are inside where they are, lines and areas where they are clicked or in any part', () => {
  const inside = insideOf({ name: '', polygons: [[SQUARE, HOLE]] as never });
  const point = (lng: number, lat: number) => ({ type: 'Point', coordinates: [lng, lat] });
  expect(inside(point(5, 5))).toBe(true);
  expect(inside(point(3.5, 3.5))).toBe(false);
  // A tap beside a point outside of the area does not select it.
  expect(inside(point(6.1, 5), [5.9, 5])).toBe(false);
  const through = { type: 'LineString', coordinates: [[0, 5], [9, 5]] }; // prettier-ignore
  const beside = { type: 'LineString', coordinates: [[0, 1], [9, 1]] }; // prettier-ignore
  const around = { type: 'Polygon', coordinates: [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]] }; // prettier-ignore
  expect([through, beside, around].map((one) => inside(one))).toEqual([true, false, true]);
  expect(inside(through, [1, 5])).toBe(false);
  expect(inside(through, [5, 5])).toBe(true);
});
