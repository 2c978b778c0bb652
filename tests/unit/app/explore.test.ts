import { describe, expect, it } from 'vitest';
import type { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { FeaturePages } from '../../../app/tools/explore/feature-pages.ts';
import { requestOf } from '../../../app/tools/explore/feature-request.ts';
import { isInside } from '../../../app/tools/explore/inside.ts';
import { feature, openAreas, page, square, waitingNetwork } from './explore-fixture.ts';

const overlays = ({ tools }: AtlasStore): Record<string, number> =>
  Object.fromEntries(tools.overlays.map(({ id, features }) => [id, features.length]));

describe('the request for features in an area', () => {
  const question = { dataset: 'wells', area: square(9, 4), limit: 25, after: null };

  it('has the area as well-known text, and asks for the number with the first page', () => {
    const { address, body } = requestOf(question);
    const { pathname, searchParams } = new URL(address, 'https://a.test');
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/api/geodata/wells/',
      { intersects: 'POLYGON ((9 4, 10 4, 10 5, 9 5, 9 4))', limit: '25', count: 'true' },
    ]);
    expect(body).toBeUndefined();
    expect(requestOf({ ...question, after: '0-7' }).address).toMatch(/limit=25&after=0-7$/);
    expect(requestOf({ ...question, area: null }).address).toBe('/api/geodata/wells/?limit=25');
  });

  it('is sent by POST when its address would be too long', () => {
    const ring = Array.from({ length: 900 }, (_, i) => [9 + i / 1e4, 4 + (i % 7) / 1e4]);
    const area: GeoJSON.Polygon = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
    const { address, body } = requestOf({ ...question, area });
    expect(address).toBe('/api/geodata/wells/?limit=25&count=true');
    expect(body?.intersects).toMatch(/^POLYGON \(\(9 4, /);
  });
});

describe('pages of features', () => {
  const open = () => {
    const network = waitingNetwork();
    return { network, pages: new FeaturePages(network, { dataset: 'x', area: null, limit: 2 }) };
  };

  it('follow each other, and have the total of the first', async () => {
    const { network, pages } = open();
    void pages.load();
    await network.to('x')[0]!.answer(page([{ id: 1 }, { id: 2 }], '0-2', 3));
    expect([pages.features.length, pages.total, pages.isComplete]).toEqual([2, 3, false]);
    void pages.load();
    expect(network.to('x')[1]!.address).toContain('after=0-2');
    await network.to('x')[1]!.answer(page([{ id: 3 }]));
    expect([pages.features.length, pages.total, pages.isComplete]).toEqual([3, 3, true]);
    expect(await pages.load()).toBe(false);
  });

  it.each(['offline', 'timeout', 'forbidden'] as const)(
    'that fail (%s) keep what is loaded, and can be requested again',
    async (failure) => {
      const { network, pages } = open();
      void pages.load();
      await network.to('x')[0]!.answer(page([{ id: 1 }], '0-1'));
      void pages.load();
      await network.to('x')[1]!.answer(failure);
      expect([pages.features.length, pages.loading, pages.problem]).toEqual([1, false, failure]);
      void pages.load();
      expect(pages.problem).toBe(null);
      expect(network.to('x')[2]!.address).toBe(network.to('x')[1]!.address);
    },
  );

  it('drop an answer that arrives after a cancellation', async () => {
    const { network, pages } = open();
    void pages.load();
    pages.cancel();
    expect([pages.loading, pages.problem]).toEqual([false, 'cancelled']);
    await network.to('x')[0]!.answer(page([{ id: 1 }]));
    expect(pages.features).toEqual([]);
  });
});

describe('Explore', () => {
  it('lists the areas by title and filters them by country and theme', async () => {
    const { atlas, store } = await openAreas();
    const titles = () => store.matching.map(({ title }) => title);
    expect(titles()).toEqual(['Ba', 'Ku', 'Lo']);
    expect(store.valuesOf('country')).toEqual(['Middle isles', 'Northern isles']);
    store.setFilter('country', 'Northern isles');
    expect(titles()).toEqual(['Ku', 'Lo']);
    expect(overlays(atlas)).toEqual({ 'explore-areas': 2 });
    store.setFilter('theme', 'salt');
    expect(titles()).toEqual(['Ku']);
    store.setFilter('country', 'Middle isles');
    store.setFilter('theme', 'rice');
    expect(titles()).toEqual([]);
    store.clearFilter();
    expect(titles()).toHaveLength(3);
  });

  it('shows an area with its layers, and requests what the visitor may see in it', async () => {
    const { atlas, network, store } = await openAreas();
    store.choose(store.cards[0]!.area);
    expect(atlas.layers.active.slice(0, 2).map(({ id }) => id)).toEqual(['land', 'harbours']);
    expect(atlas.map.request).toMatchObject({ area: { bounds: [2, 0, 3, 1] } });
    expect(overlays(atlas)).toEqual({ 'explore-areas': 2, 'explore-area': 1 });
    expect(store.contents.map(({ group, pages }) => [group, pages !== null])).toEqual([
      ['harbours', true],
      ['wrecks', false],
    ]);
    await network.to('harbours')[0]!.answer(page([feature(7, {})], undefined, 1));
    expect(store.contents[0]!.pages?.total).toBe(1);
    expect(network.to('wrecks')).toEqual([]);
  });

  it('chooses the area under a click, and ends the requests of the one before', async () => {
    const { network, store } = await openAreas();
    expect(store.pick([1.5, 0.5])).toBe(true);
    const before = store.contents[0]!.pages!;
    expect(store.pick([3.5, 0.5])).toBe(true);
    expect(network.to('harbours')[0]!.options.signal?.aborted).toBe(true);
    await network.to('harbours')[0]!.answer(page([feature(7, {})]));
    expect([before.features, store.contents[0]!.pages!.features]).toEqual([[], []]);
    expect(store.chosen?.id).toBe(3);
    expect(store.pick([50, 50])).toBe(false);
  });

  it('ends its requests when the panel is closed, and goes on when it is opened again', async () => {
    const { network, store } = await openAreas();
    store.choose(store.cards[0]!.area);
    store.suspend();
    expect(store.contents[0]!.pages).toMatchObject({ loading: false, problem: null });
    store.open();
    expect(network.to('harbours')).toHaveLength(2);
    expect(store.chosen?.id).toBe(2);
  });

  it('marks the areas while it is open or behind a feature, and not after that', async () => {
    const { atlas, store } = await openAreas();
    store.choose(store.cards[0]!.area);
    const hit = { group: 'harbours', sublayer: 'point', source: 'harbours', id: '7' };
    atlas.side.select([{ ...hit, properties: {}, geometry: { type: 'Point' } }]);
    expect([atlas.side.tool, atlas.side.selected?.behind]).toEqual([null, 'explore']);
    expect(overlays(atlas)).toEqual({ 'explore-areas': 2, 'explore-area': 1 });
    atlas.side.closeFeature();
    expect([atlas.side.content, overlays(atlas)]).toEqual([null, {}]);
    atlas.side.select([{ ...hit, properties: {}, geometry: { type: 'Point' } }]);
    expect(atlas.side.selected?.behind).toBe(null);
  });

  it('forgets the areas when the session ends', async () => {
    const { atlas, network, store } = await openAreas();
    store.choose(store.cards[0]!.area);
    const session = { format: 2, revision: 'r', adds: 'r1', levels: ['everyone', 'crew'] };
    const rest = { entries: [], categories: [], groups: {}, sources: {}, projects: [] };
    const load = atlas.bundles.loadSession();
    const sent = network.sent('/atlas/session');
    await sent.answer({ ...session, ...rest, tools: [] });
    await load;
    expect([store.chosen, store.cards, overlays(atlas)]).toEqual([null, [], {}]);
    expect(network.to('harbours')[0]!.options.signal?.aborted).toBe(true);
  });
});

describe('a place', () => {
  it('is inside an area if it is in one of its polygons and in none of their holes', () => {
    const [outer] = square(0, 0).coordinates;
    const hole = [
      [0.4, 0.4],
      [0.6, 0.4],
      [0.6, 0.6],
      [0.4, 0.6],
      [0.4, 0.4],
    ];
    const area: GeoJSON.MultiPolygon = {
      type: 'MultiPolygon',
      coordinates: [[outer!, hole], square(5, 5).coordinates],
    };
    const places = [
      [0.2, 0.5],
      [0.5, 0.5],
      [5.5, 5.5],
      [3, 3],
    ] as const;
    expect(places.map((place) => isInside(place, area))).toEqual([true, false, true, false]);
  });
});
