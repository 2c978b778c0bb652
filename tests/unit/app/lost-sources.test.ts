import { describe, expect, it } from 'vitest';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import type { BundleBaseLayer, BundleIndex, BundleSource } from 'atlas-engine/runtime';
import { fixtureIndex } from './fixture-bundle.ts';
import { fixtureNetwork } from './fixture-network.ts';

const STYLE = 'https://streets.example/style.json';

/** The fixture with a base map of pictures, one of heights and a hosted one, all from services. */
function open(document: unknown = { version: 8, sources: {}, layers: [] }): AtlasStore {
  const index = fixtureIndex('en');
  const [first] = index.baseLayers;
  const base = (id: string, source?: string): BundleBaseLayer => ({
    id,
    name: id.toUpperCase(),
    order: 50,
    ground: 'light',
    maxzoom: 20,
    sublayers: source
      ? [
          {
            id: 'ground',
            type: 'raster',
            source,
            slot: 'ground',
            paint: {},
            layout: {},
            interactive: false,
          },
        ]
      : [],
    ...(source ? {} : { style: 'streets' }),
  });
  const pictures = (name: string, more: object): BundleSource => ({
    type: 'raster',
    tileSize: 256,
    tiles: [`https://${name}.example/{z}/{x}/{y}.png`],
    attribution: `© ${name}`,
    ...more,
  });
  const made: BundleIndex = {
    ...index,
    baseLayers: [first!, base('imagery', 'photo'), base('depths', 'soundings'), base('hosted')],
    sources: {
      ...index.sources,
      photo: pictures('photo', { else: 'globe' }),
      globe: pictures('globe', {}),
      soundings: pictures('soundings', { fallback: 'base-layer' }),
      streets: { type: 'style', url: STYLE },
    },
  };
  const network = fixtureNetwork();
  const json: typeof network.json = async (address, options) =>
    address === STYLE
      ? document === null
        ? { ok: false, failure: 'server' }
        : { ok: true, value: document as never }
      : network.json(address, options);
  return new AtlasStore(made, { network: { ...network, json }, address: { search: '', hash: '' } });
}

const notices = (atlas: AtlasStore) =>
  atlas.ui.notices.map(({ text, values }) => ({ text, values }));
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const credits = (atlas: AtlasStore): string[] => atlas.attributions.map(({ text }) => text);

describe('a source that is lost', () => {
  it('gives way to the one that stands in for it, and is tried again when asked', () => {
    const atlas = open();
    atlas.chooseBaseLayer('imagery');
    expect(credits(atlas)).toContain('© photo');
    atlas.replaceLost('photo');
    expect(atlas.mapState.lost).toEqual(['photo']);
    expect(atlas.baseLayer.id).toBe('imagery');
    expect(notices(atlas)).toEqual([{ text: 'map.standIn', values: undefined }]);
    expect(credits(atlas)).toContain('© globe');
    expect(credits(atlas)).not.toContain('© photo');
    atlas.ui.notices[0]!.action!.run();
    expect(atlas.mapState.lost).toEqual([]);
  });

  it('takes its base map with it where nothing stands in', () => {
    const atlas = open();
    const before = atlas.baseLayer;
    atlas.chooseBaseLayer('depths');
    atlas.replaceLost('soundings');
    expect(atlas.baseLayer.id).toBe(before.id);
    expect(notices(atlas)).toEqual([
      { text: 'map.baseLeft', values: { name: 'DEPTHS', other: before.name } },
    ]);
    atlas.ui.notices[0]!.action!.run();
    expect(atlas.baseLayer.id).toBe('depths');
  });

  it('says nothing when it is not needed, or belongs to the data', () => {
    const atlas = open();
    for (const id of ['soundings', 'harbours', 'unknown', 'hosted/hosted/roads']) {
      atlas.replaceLost(id);
    }
    expect(atlas.ui.notices).toEqual([]);
  });
});

describe('a hosted base map', () => {
  it('is shown when its document comes', async () => {
    const atlas = open();
    atlas.chooseBaseLayer('hosted');
    await settled();
    expect(atlas.baseLayer.id).toBe('hosted');
    expect(atlas.ui.notices).toEqual([]);
  });

  it.each([
    ['does not come', null],
    ['is an error in JSON', { error: 'No such style.' }],
    ['is no object', 'style'],
    ['has no layers', { version: 8, sources: {} }],
  ])('gives way to another when its document %s', async (_what, document) => {
    const atlas = open(document);
    const before = atlas.baseLayer.id;
    atlas.chooseBaseLayer('hosted');
    await settled();
    expect(atlas.baseLayer.id).toBe(before);
    expect(notices(atlas)).toMatchObject([{ text: 'map.baseLeft', values: { name: 'HOSTED' } }]);
    expect(atlas.documents.loading.size).toBe(0);
  });

  it('gives way when its tiles do not come', async () => {
    const atlas = open();
    const before = atlas.baseLayer.id;
    atlas.chooseBaseLayer('hosted');
    await settled();
    atlas.replaceLost('hosted/hosted/roads');
    expect(atlas.baseLayer.id).toBe(before);
  });
});
