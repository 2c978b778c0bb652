/** The stores behind the name of a selection, the list of objects in view and the comparison. */
import { describe, expect, it } from 'vitest';
import { boxOf, type FeatureHit } from 'atlas-engine/runtime';
import { selectionOverlay } from '../../../app/map/selection.ts';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { distance } from '../../../app/stores/places/geometry.ts';
import { MOST_LISTED } from '../../../app/stores/map/in-view-store.ts';
import { fixtureIndex } from './fixture-bundle.ts';
import { FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

const open = async (hash: string): Promise<AtlasStore> => {
  const atlas = new AtlasStore(fixtureIndex('en'), {
    ...FIRST_VISIT,
    network: fixtureNetwork(),
    address: { search: '', hash },
  });
  await atlas.start('en');
  await new Promise((resolve) => setTimeout(resolve));
  return atlas;
};

const harbour = (id: number, coordinates: readonly number[]): FeatureHit => {
  const geometry = { type: 'Point', coordinates };
  return {
    group: 'harbours',
    sublayer: 'point',
    source: 'harbours',
    dataset: 'harbours',
    id: String(id),
    properties: { name: `Harbour {${id}}` },
    geometry,
  };
};

describe('the name of the selected object', () => {
  it('is at the top, bold, and placed before all others, which may not overlap it or its ring', async () => {
    const atlas = await open('#layers=harbours');
    expect(selectionOverlay(atlas)).toBeNull();
    atlas.side.select([harbour(7, [3, 2])], [3.1, 2.1]);
    const { layers, sources } = selectionOverlay(atlas)!;
    expect(layers.at(-1)).toMatchObject({
      type: 'symbol',
      layout: { 'text-field': 'M', 'text-overlap': 'never' },
      paint: { 'text-opacity': 0 },
    });
    expect(layers.at(-2)).toMatchObject({
      type: 'symbol',
      layout: {
        // Braces in a name are no template.
        'text-field': ['to-string', ['literal', 'Harbour {7}']],
        'text-font': ['Noto Sans SemiBold'],
        'text-overlap': 'never',
      },
    });
    expect(sources).toEqual({ 'overlay/name': { type: 'Point', coordinates: [3, 2] } });
  });

  it('is at the place of a found point, whose coordinates only the tiles have', async () => {
    const atlas = await open('#layers=harbours');
    atlas.side.select([{ ...harbour(7, []), geometry: { type: 'Point' } }], [3.1, 2.1]);
    const name = { type: 'Point', coordinates: [3.1, 2.1] };
    expect(selectionOverlay(atlas)!.sources).toEqual({ 'overlay/name': name });
    atlas.side.select([{ ...harbour(7, []), geometry: { type: 'Point' } }]);
    expect(selectionOverlay(atlas)!.sources).toBeUndefined();
  });
});

describe('the objects in view', () => {
  it('are listed by their distance, at most so many, and all are counted', async () => {
    const atlas = await open('#layers=harbours');
    atlas.map.moved({ zoom: 5, lat: 0, lng: 0 }, 1, false);
    const hits = Array.from({ length: MOST_LISTED + 5 }, (_, id) => harbour(id, [9 - id / 10, 0]));
    atlas.inView.show(hits);
    const { listed, total } = atlas.inView;
    expect([listed.length, total]).toEqual([MOST_LISTED, MOST_LISTED + 5]);
    expect(listed[0]).toMatchObject({ title: 'Harbour {54}', layer: 'Harbours' });
    expect(listed.map(({ metres }) => metres)).toEqual(
      listed.map(({ metres }) => metres).sort((a, b) => a - b),
    );
    atlas.inView.choose(listed[3]!);
    expect(atlas.feature.hit?.id).toBe('51');
    expect(atlas.map.request).toMatchObject({
      view: { zoom: 10, lng: expect.closeTo(3.9), lat: 0 },
    });
  });

  it('have a box in any geometry, and distances on a sphere', () => {
    const coordinates = [
      [
        [
          [1, 2],
          [5, -1],
        ],
      ],
      [
        [
          [0, 4],
          [2, 2],
        ],
      ],
    ];
    expect(boxOf({ type: 'MultiPolygon', coordinates } as never)).toEqual([0, -1, 5, 4]);
    expect(distance([0, 0], [0, 90])).toBeCloseTo((Math.PI / 2) * 6_371_008.8, 0);
    expect(distance([9, 48], [9, 48])).toBe(0);
  });
});

describe('the comparison', () => {
  it('offers the map without a layer or its filter, two layers and other base maps', async () => {
    const atlas = await open('#layers=land,harbours*boats:5..');
    expect(atlas.compare.options).toEqual([
      { kind: 'without', id: 'land' },
      { kind: 'without', id: 'harbours' },
      { kind: 'unfiltered', id: 'harbours' },
      { kind: 'pair', id: 'harbours' },
      { kind: 'base', id: 'night' },
    ]);
    atlas.compare.choose({ kind: 'base', id: 'night' });
    expect(atlas.compare.mapState?.baseLayer).toBe('night');
    // Without the topmost layer.
    atlas.compare.start();
    expect(atlas.compare.mapState?.groups.map(({ visible }) => visible)).toEqual([false, true]);
    atlas.compare.choose({ kind: 'unfiltered', id: 'harbours' });
    expect(atlas.shown.mapState.groups[1]).toHaveProperty('filters');
    expect(atlas.compare.mapState?.groups[1]).not.toHaveProperty('filters');
    expect(atlas.compare.leftState).toEqual(atlas.shown.mapState);
    atlas.compare.choose({ kind: 'pair', id: 'harbours' });
    const visible = (state = atlas.compare.mapState) => state?.groups.map((group) => group.visible);
    expect([visible(atlas.compare.leftState), visible()]).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is in the address, and in a shared one unless its layer is left out', async () => {
    const atlas = await open('#layers=land,harbours&compare=pair:harbours');
    expect(atlas.compare.difference).toEqual({ kind: 'pair', id: 'harbours' });
    expect(atlas.address.parts.hash).toContain('compare=pair:harbours');
    atlas.address.take({ search: '', hash: '#layers=land&compare=base:night' });
    expect(atlas.compare.difference).toEqual({ kind: 'base', id: 'night' });
    expect(atlas.address.shared({ restricted: false, lang: null }).hash).toContain('base:night');
    atlas.address.take({ search: '', hash: '#layers=land' });
    expect(atlas.compare.isOpen).toBe(false);
    for (const wrong of ['', 'pair', 'more:land', 'base:'])
      expect(atlas.address.parse({ search: '', hash: `#compare=${wrong}` }).compare).toBeNull();
  });

  it('falls back to another difference when its own is gone, and ends', async () => {
    const atlas = await open('#layers=land');
    atlas.compare.choose({ kind: 'without', id: 'land' });
    atlas.catalogue.remove('land');
    expect(atlas.compare.difference).toEqual({ kind: 'base', id: 'night' });
    atlas.compare.setDivider(1.4);
    expect(atlas.compare.divider).toBe(1);
    atlas.compare.end();
    expect([atlas.compare.isOpen, atlas.compare.mapState]).toEqual([false, null]);
  });
});

describe('the order of the layers', () => {
  it('leaves out the groups of every base map, and is announced', async () => {
    const atlas = await open('#layers=land,harbours');
    atlas.catalogue.move('land', 1);
    expect(atlas.catalogue.order).toEqual(['harbours', 'land']);
    expect(atlas.ui.announcement).toEqual({
      text: 'group.moved',
      values: { name: 'Land cover', place: 2, count: 2 },
    });
    expect([atlas.catalogue.canMove('land', 1), atlas.catalogue.canMove('land', -1)]).toEqual([
      false,
      true,
    ]);
  });
});
