import { describe, expect, it } from 'vitest';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { fixtureIndex } from './fixture-bundle.ts';
import { failing, FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

/** A base map of pictures, one of heights and a hosted one, all from services. */
const GROUNDS = `
services:
  - { id: photo, env: PHOTO, fallback: built-in }
  - { id: soundings, env: SOUNDINGS, fallback: base-layer }
  - { id: streets, env: STREETS, fallback: base-layer }
sources:
  - { id: photo, type: raster, service: photo, path: '/{z}/{x}/{y}.png', attribution: [{ text: { all: © photo } }], fallback: globe }
  - { id: globe, type: raster, file: data/globe.pmtiles, attribution: [{ text: { all: © globe } }] }
  - { id: soundings, type: raster, service: soundings, path: '/{z}/{x}/{y}.png' }
  - { id: streets, type: style, service: streets, path: /style.json }
base-layers:
  - { id: imagery, order: 50, name: { all: IMAGERY }, ground: light, source: photo }
  - { id: depths, order: 50, name: { all: DEPTHS }, ground: light, source: soundings }
  - { id: hosted, order: 50, name: { all: HOSTED }, ground: light, style: streets }
`;
const STYLE = 'https://streets.example/style.json';

/**
 * Opens the fixture with these base maps; `document` is the hosted style, null when it fails to
 * load.
 */
function open(document: unknown = { version: 8, sources: {}, layers: [] }): AtlasStore {
  const network = fixtureNetwork();
  const json: typeof network.json = async (address, options) =>
    address === STYLE
      ? document === null
        ? failing('server')
        : { ok: true, value: document as never }
      : network.json(address, options);
  return new AtlasStore(fixtureIndex('en', GROUNDS), {
    ...FIRST_VISIT,
    network: { ...network, json },
    address: { search: '', hash: '' },
  });
}

const notices = (atlas: AtlasStore) =>
  atlas.ui.notices.map(({ text, values }) => ({ text, values }));
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const credits = (atlas: AtlasStore): string[] => atlas.shown.attributions.map(({ text }) => text);

describe('a lost source', () => {
  it('is replaced by its `else`, and can be requested again', () => {
    const atlas = open();
    atlas.bases.choose('imagery');
    expect(credits(atlas)).toContain('© photo');
    atlas.bases.replaceLost('photo');
    expect(atlas.shown.mapState.lost).toEqual(['photo']);
    expect(atlas.bases.current.id).toBe('imagery');
    expect(notices(atlas)).toEqual([{ text: 'map.fallback', values: undefined }]);
    expect(credits(atlas)).toContain('© globe');
    expect(credits(atlas)).not.toContain('© photo');
    atlas.ui.notices[0]!.action!.run();
    expect(atlas.shown.mapState.lost).toEqual([]);
  });

  it('replaces its base map by another when it has no `else`', () => {
    const atlas = open();
    const before = atlas.bases.current;
    atlas.bases.choose('depths');
    atlas.bases.replaceLost('soundings');
    expect(atlas.bases.current.id).toBe(before.id);
    expect(notices(atlas)).toEqual([
      { text: 'map.base-left', values: { name: 'DEPTHS', other: before.name } },
    ]);
    atlas.ui.notices[0]!.action!.run();
    expect(atlas.bases.current.id).toBe('depths');
  });

  it('shows no notice when it is not needed or belongs to the data', () => {
    const atlas = open();
    for (const id of ['soundings', 'harbours', 'unknown', 'hosted/hosted/roads']) {
      atlas.bases.replaceLost(id);
    }
    expect(atlas.ui.notices).toEqual([]);
  });
});

describe('a hosted base map', () => {
  it('is shown when its document is loaded', async () => {
    const atlas = open();
    atlas.bases.choose('hosted');
    await settled();
    expect(atlas.bases.current.id).toBe('hosted');
    expect(atlas.ui.notices).toEqual([]);
  });

  it.each([
    ['does not come', null],
    ['is an error in JSON', { error: 'No such style.' }],
    ['is not an object', 'style'],
    ['has no layers', { version: 8, sources: {} }],
  ])('is replaced by another when its document %s', async (_what, document) => {
    const atlas = open(document);
    const before = atlas.bases.current.id;
    atlas.bases.choose('hosted');
    await settled();
    expect(atlas.bases.current.id).toBe(before);
    expect(notices(atlas)).toMatchObject([{ text: 'map.base-left', values: { name: 'HOSTED' } }]);
    expect(atlas.documents.loading.size).toBe(0);
  });

  it('is replaced when its tiles fail to load', async () => {
    const atlas = open();
    const before = atlas.bases.current.id;
    atlas.bases.choose('hosted');
    await settled();
    atlas.bases.replaceLost('hosted/hosted/roads');
    expect(atlas.bases.current.id).toBe(before);
  });
});
