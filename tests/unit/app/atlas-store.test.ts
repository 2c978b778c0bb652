import { describe, expect, it } from 'vitest';
import { formatAddress } from '../../../app/address/address.ts';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import type { FeatureHit } from 'atlas-engine/runtime';
import { fixtureIndex } from './fixture-bundle.ts';
import { fixtureNetwork, type FixtureNetwork } from './fixture-network.ts';

const open = (
  { search = '', hash = '' } = {},
  network: FixtureNetwork = fixtureNetwork(),
): AtlasStore => new AtlasStore(fixtureIndex('en'), { network, address: { search, hash } });

const ids = (atlas: AtlasStore): string[] => atlas.layers.active.map(({ id }) => id);
const drawn = (atlas: AtlasStore): string[] => atlas.mapState.groups.map(({ id }) => id);
const said = (atlas: AtlasStore): string[] => atlas.ui.notices.map(({ text }) => text);
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const hit: FeatureHit = {
  group: 'harbours',
  sublayer: 'point',
  source: 'harbours',
  dataset: 'harbours',
  id: '7',
  properties: { name: 'Erindo', boats: 1346, founded: '1924-03-14' },
  geometry: { type: 'Point' },
};

describe('an atlas that is opened', () => {
  it('shows the checked groups and fetches nothing for those that are off', async () => {
    const network = fixtureNetwork();
    const atlas = open({}, network);
    await atlas.start('en');
    expect(drawn(atlas)).toEqual(['harbours']);
    expect(network.asked).toEqual(['/atlas/session.en.json']);
  });

  it('fetches the part of a group that an address names', async () => {
    const network = fixtureNetwork();
    const atlas = open({ hash: '#layers=land~40' }, network);
    expect(drawn(atlas)).toEqual([]);
    await atlas.start('en');
    await settled();
    expect(atlas.mapState.groups).toEqual([{ id: 'land', visible: true, opacity: 0.4 }]);
    expect(network.asked).toContain('/atlas/part.nature.r1.en.json');
  });

  it('takes the opacity of the group where the visitor chose none', async () => {
    const atlas = open({ hash: '#layers=land' });
    await atlas.start('en');
    await settled();
    expect(atlas.mapState.groups[0]?.opacity).toBe(0.8);
  });

  it('writes back the address it was opened with', async () => {
    const address = {
      search: '?project=delta&lang=en',
      hash: '#7.25/2.1/3.5&base=night&layers=land~40,!harbours',
    };
    const atlas = open(address);
    await atlas.start('en');
    expect(formatAddress(atlas.addressState, atlas.defaults)).toEqual(address);
  });

  it('follows aliases of groups and projects', () => {
    const atlas = open({ search: '?project=old-delta', hash: '#layers=ports' });
    expect(ids(atlas)).toEqual(['harbours']);
    expect(atlas.project?.id).toBe('delta');
  });

  it('says the same, once, of an unknown name and of a locked one', async () => {
    const unknown = open({ hash: '#layers=harbours,nothing' });
    const locked = open({ hash: '#layers=harbours,wrecks' });
    await Promise.all([unknown.start('en'), locked.start('en')]);
    expect(said(unknown)).toEqual(['address.unavailable']);
    expect(said(locked)).toEqual(said(unknown));
    expect(ids(locked)).toEqual(['harbours']);
  });

  it('opens a restricted group of an address once the visitor’s levels are known', async () => {
    const network = fixtureNetwork({ crew: true });
    const atlas = open({ hash: '#layers=wrecks,harbours' }, network);
    expect(ids(atlas)).toEqual(['harbours']);
    await atlas.start('en');
    expect(drawn(atlas)).toEqual(['wrecks', 'harbours']);
    expect(said(atlas)).toEqual([]);
  });

  it('adds to a project’s groups those that the visitor’s levels open', async () => {
    const atlas = open({ search: '?project=delta' }, fixtureNetwork({ crew: true }));
    expect(ids(atlas)).toEqual(['land', 'harbours']);
    await atlas.start('en');
    expect(ids(atlas)).toEqual(['land', 'wrecks', 'harbours']);
    expect(formatAddress(atlas.addressState, atlas.defaults).hash).toBe('');
  });

  it('leaves a choice made meanwhile alone when the levels arrive', async () => {
    const atlas = open({ hash: '#layers=wrecks,harbours' }, fixtureNetwork({ crew: true }));
    const started = atlas.start('en');
    atlas.toggleGroup('land');
    await started;
    expect(ids(atlas)).toEqual(['land', 'harbours']);
  });

  it('drops what the levels added when they go', async () => {
    const atlas = open({ hash: '#layers=wrecks' }, fixtureNetwork({ crew: true }));
    await atlas.start('en');
    expect(drawn(atlas)).toEqual(['wrecks']);
    atlas.bundles.dropSession();
    expect(drawn(atlas)).toEqual([]);
    expect(atlas.bundles.entries.get('wrecks')?.entry.locked).toBeDefined();
  });

  it('reads the atlas anew when it changed since the page was kept', async () => {
    const network = fixtureNetwork({ adds: 'r2' });
    const atlas = open({}, network);
    await atlas.start('en');
    expect(atlas.bundles.index.revision).toBe('r2');
    expect(network.asked.filter((address) => address === 'index en')).toHaveLength(1);
  });

  it('asks again when it changed between two answers, and then has what the level adds', async () => {
    const network = fixtureNetwork({ crew: true, adds: 'r3', revisions: ['r2', 'r3'] });
    const atlas = open({}, network);
    await atlas.start('en');
    expect(atlas.bundles.index.revision).toBe('r3');
    expect(atlas.bundles.entries.get('wrecks')?.entry.locked).toBeUndefined();
  });

  it('goes without what a level adds to another revision, rather than asking for ever', async () => {
    const network = fixtureNetwork({ crew: true, adds: 'r3', revisions: ['r2'] });
    const atlas = open({}, network);
    await atlas.start('en');
    expect(atlas.bundles.index.revision).toBe('r2');
    expect(atlas.bundles.session).toBeNull();
    expect(network.asked.filter((address) => address === 'index en')).toHaveLength(2);
  });
});

describe('the language', () => {
  it('changes index, parts and session at once and keeps the choice', async () => {
    const atlas = open({ hash: '#layers=land' });
    await atlas.start('en');
    await settled();
    await atlas.setLocale('fr');
    expect(atlas.bundles.index.title).toBe('Atlas de l’Archipel bas');
    expect(atlas.legend[0]?.rows[0]?.label).toBe('Forêt');
    expect(ids(atlas)).toEqual(['land']);
    expect(atlas.session.lang).toBe('fr');
  });

  it('stays, and says so, when the other does not come', async () => {
    const network = fixtureNetwork();
    const atlas = open({}, network);
    await atlas.start('en');
    network.broken.add('index');
    await atlas.setLocale('fr');
    expect(atlas.bundles.index.locale).toBe('en');
    expect(said(atlas)).toEqual(['app.locale']);
    expect(atlas.session.lang).toBeNull();
  });
});

describe('a project', () => {
  it('brings its groups, without those that are locked, and its extent', async () => {
    const atlas = open();
    await atlas.start('en');
    atlas.chooseProject('delta');
    expect(ids(atlas)).toEqual(['land', 'harbours']);
    expect(atlas.map.request).toMatchObject({ bounds: [1, 1, 4, 3] });
    expect(formatAddress(atlas.addressState, atlas.defaults)).toEqual({
      search: '?project=delta',
      hash: '',
    });
  });

  it('leaves its groups on the map when it is closed, and comes back', async () => {
    const atlas = open({ search: '?project=delta' });
    await atlas.start('en');
    atlas.layers.remove('harbours');
    atlas.chooseProject(null);
    expect(atlas.project).toBeNull();
    expect(ids(atlas)).toEqual(['land']);
    atlas.layers.replace([]);
    atlas.ui.notices.find(({ text }) => text === 'project.left')?.action?.run();
    expect(atlas.project?.id).toBe('delta');
    expect(ids(atlas)).toEqual(['land']);
  });
});

describe('a group', () => {
  it('is failed when its description does not come, and can be asked for again', async () => {
    const network = fixtureNetwork();
    const atlas = open({}, network);
    await atlas.start('en');
    network.broken.add('/atlas/part.nature.r1.en.json');
    atlas.toggleGroup('land');
    expect(atlas.groups.status('land')).toBe('loading');
    await settled();
    expect(atlas.groups.status('land')).toBe('failed');
    expect(atlas.groups.status('harbours')).toBe('ready');
    network.broken.clear();
    atlas.groups.retry('land');
    await settled();
    expect(atlas.groups.status('land')).toBe('ready');
  });

  it('has the state of its sources, the worst first', async () => {
    const atlas = open();
    await atlas.start('en');
    atlas.map.setSource('harbours', 'loading');
    expect(atlas.groups.status('harbours')).toBe('loading');
    expect(atlas.busy).toBe(true);
    atlas.map.setSource('harbours', 'failed');
    expect(atlas.groups.status('harbours')).toBe('failed');
    atlas.groups.retry('harbours');
    expect(atlas.map.again?.source).toBe('harbours');
    atlas.map.setSource('harbours', 'ready');
    atlas.map.setEmpty(new Set(['harbours']));
    expect(atlas.groups.status('harbours')).toBe('empty');
  });

  it('says from which zoom it is seen, before its content is here and after', async () => {
    const atlas = open();
    atlas.map.moved({ zoom: 5, lat: 0, lng: 0 }, 1, false);
    expect(atlas.groups.reach('depth')).toBe('below');
    atlas.addGroup('depth');
    await settled();
    expect(atlas.groups.zooms('depth').min).toBe(7);
    atlas.map.moved({ zoom: 7, lat: 0, lng: 0 }, 1, false);
    expect(atlas.groups.reach('depth')).toBe('in');
  });

  it('can all be removed and brought back', () => {
    const atlas = open({ hash: '#layers=land,!harbours' });
    atlas.removeAll();
    expect(ids(atlas)).toEqual([]);
    atlas.ui.notices[0]?.action?.run();
    expect(atlas.layers.active).toEqual([
      { id: 'land', visible: true, opacity: null },
      { id: 'harbours', visible: false, opacity: null },
    ]);
  });
});

describe('a selected object', () => {
  it('is read at once, and more of it when the server answers', async () => {
    const atlas = open();
    await atlas.start('en');
    atlas.select([hit]);
    expect(atlas.feature.popup?.rows.map(({ label }) => label)).toEqual(['Boats', 'Founded']);
    expect(atlas.feature.details.state).toBe('loading');
    await settled();
    expect(atlas.feature.popup?.rows.map(({ value }) => value)).toContain('Ana');
  });

  it('says so when the rest does not come', async () => {
    const network = fixtureNetwork();
    const atlas = open({}, network);
    network.broken.add('/api/features/harbours/7');
    atlas.select([hit]);
    await settled();
    expect(atlas.feature.details).toEqual({ state: 'failed', failure: 'server' });
    expect(atlas.feature.popup?.title).toBe('Erindo');
  });

  it('drops the answer to an older click', async () => {
    const atlas = open();
    atlas.select([hit]);
    atlas.select([{ ...hit, group: 'harbours', id: '' }]);
    await settled();
    expect(atlas.feature.details).toEqual({ state: 'none' });
  });

  it('closes when its group leaves the map', () => {
    const atlas = open();
    atlas.select([hit]);
    atlas.removeGroup('harbours');
    expect(atlas.sideOpen).toBe(false);
  });
});
