import { describe, expect, it } from 'vitest';
import { LOGGED_OUT } from '../../../app/account/account-types.ts';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import type { FeatureHit } from 'atlas-engine/runtime';
import { fixtureIndex } from './fixture-bundle.ts';
import { FIRST_VISIT, fixtureNetwork, type FixtureNetwork } from './fixture-network.ts';

const open = (
  { search = '', hash = '' } = {},
  network: FixtureNetwork = fixtureNetwork(),
  account = LOGGED_OUT,
): AtlasStore =>
  new AtlasStore(fixtureIndex('en'), {
    ...FIRST_VISIT,
    network,
    account,
    address: { search, hash },
  });

const ids = (atlas: AtlasStore): string[] => atlas.layers.active.map(({ id }) => id);
const drawn = (atlas: AtlasStore): string[] => atlas.shown.mapState.groups.map(({ id }) => id);
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

describe('an opened atlas', () => {
  it('shows the checked groups and fetches nothing for the others', async () => {
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
    expect(atlas.shown.mapState.groups).toEqual([{ id: 'land', visible: true, opacity: 0.4 }]);
    expect(network.asked).toContain('/atlas/part.nature.r1.en.json');
  });

  it('uses the opacity of the group when the visitor set none', async () => {
    const atlas = open({ hash: '#layers=land' });
    await atlas.start('en');
    await settled();
    expect(atlas.shown.mapState.groups[0]?.opacity).toBe(0.8);
  });

  it('restores the address it was opened with', async () => {
    const address = {
      search: '?project=delta&lang=en',
      hash: '#7.25/2.1/3.5&base=night&layers=land~40,!harbours',
    };
    const atlas = open(address);
    await atlas.start('en');
    expect(atlas.address.parts).toEqual(address);
  });

  it('follows aliases of groups and projects', () => {
    const atlas = open({ search: '?project=old-delta', hash: '#layers=ports' });
    expect(ids(atlas)).toEqual(['harbours']);
    expect(atlas.projects.open?.id).toBe('delta');
  });

  it('names the locked groups of a link with the way to get access, and unknown ids apart', async () => {
    const atlas = open({
      search: '?project=gone',
      hash: '#base=sky&layers=wrecks,harbours,nothing',
    });
    await atlas.start('en');
    expect(atlas.ui.notices.map(({ text, values }) => ({ text, values }))).toEqual([
      {
        text: 'address.locked',
        values: {
          names: 'Wrecks',
          access:
            'Available with the access level “Crew”, which the operators of this atlas grant on request.',
        },
      },
      { text: 'address.unknown', values: { names: 'nothing, gone, sky' } },
    ]);
    expect(ids(atlas)).toEqual(['harbours']);
  });

  it('does not repeat a text of a link that cannot be an id', async () => {
    for (const layers of ['Your%20account%20has%20expired', 'a,b,c,d,e,f', 'a'.repeat(60)]) {
      const atlas = open({ hash: `#layers=${layers}` });
      await atlas.start('en');
      expect(atlas.ui.notices.map(({ text, values }) => ({ text, values }))).toEqual([
        { text: 'address.unavailable', values: undefined },
      ]);
    }
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
    expect(atlas.address.parts.hash).toBe('');
  });

  it('keeps a choice made before the levels are loaded', async () => {
    const atlas = open({ hash: '#layers=wrecks,harbours' }, fixtureNetwork({ crew: true }));
    const started = atlas.start('en');
    atlas.catalogue.toggle('land');
    await started;
    expect(ids(atlas)).toEqual(['land', 'harbours']);
  });

  it('removes the additions of the levels when the session is dropped', async () => {
    const atlas = open({ hash: '#layers=wrecks' }, fixtureNetwork({ crew: true }));
    await atlas.start('en');
    expect(drawn(atlas)).toEqual(['wrecks']);
    atlas.bundles.dropSession();
    expect(drawn(atlas)).toEqual([]);
    expect(atlas.bundles.entries.get('wrecks')?.entry.locked).toBeDefined();
  });

  it('is loaded again when it changed after the page was cached', async () => {
    const network = fixtureNetwork({ adds: 'r2' });
    const atlas = open({}, network);
    await atlas.start('en');
    expect(atlas.bundles.index.revision).toBe('r2');
    expect(network.asked.filter((address) => address === 'index en')).toHaveLength(1);
  });

  it('repeats the requests when it changed between two responses, and adds the session part', async () => {
    const network = fixtureNetwork({ crew: true, adds: 'r3', revisions: ['r2', 'r3'] });
    const atlas = open({}, network);
    await atlas.start('en');
    expect(atlas.bundles.index.revision).toBe('r3');
    expect(atlas.bundles.entries.get('wrecks')?.entry.locked).toBeUndefined();
  });

  it('omits a session part for another revision instead of repeating the requests forever', async () => {
    const network = fixtureNetwork({ crew: true, adds: 'r3', revisions: ['r2'] });
    const atlas = open({}, network);
    await atlas.start('en');
    expect(atlas.bundles.index.revision).toBe('r2');
    expect(atlas.bundles.session).toBeNull();
    expect(network.asked.filter((address) => address === 'index en')).toHaveLength(2);
  });
});

describe('the language', () => {
  it('changes index, parts and session at once and keeps the layers', async () => {
    const atlas = open({ hash: '#layers=land' });
    await atlas.start('en');
    await settled();
    await atlas.setLocale('fr');
    expect(atlas.bundles.index.title).toBe('Atlas de l’Archipel bas');
    expect(atlas.shown.legend[0]?.rows[0]?.label).toBe('Forêt');
    expect(ids(atlas)).toEqual(['land']);
    expect(atlas.session.lang).toBe('fr');
  });

  it('stays the same when another cannot be loaded, with a notice', async () => {
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

describe('the words of tools', () => {
  it('are added to the index once, and stay in it when the language changes', async () => {
    const network = fixtureNetwork();
    const atlas = open({}, network);
    await atlas.start('en');
    expect(atlas.bundles.index.words).not.toHaveProperty(['measure.area']);
    await Promise.all([atlas.bundles.loadToolWords(), atlas.bundles.loadToolWords()]);
    expect(atlas.bundles.index.words['measure.area']).toBe('Area');
    await atlas.setLocale('fr');
    expect(atlas.bundles.index.words['measure.area']).toBe('Superficie');
    await atlas.bundles.loadToolWords();
    expect(network.asked.filter((address) => address === '/atlas/tools.r1.fr.json')).toHaveLength(
      1,
    );
  });

  it('that cannot be loaded are requested again by the next tool', async () => {
    const network = fixtureNetwork();
    const atlas = open({}, network);
    await atlas.start('en');
    network.broken.add('/atlas/tools.r1.en.json');
    await expect(atlas.bundles.loadToolWords()).rejects.toThrow('(server)');
    network.broken.clear();
    await atlas.bundles.loadToolWords();
    expect(atlas.bundles.hasToolWords).toBe(true);
  });
});

describe('a group', () => {
  it('moves the map to its nearest zoom when it is ticked below it, and offers the view back', async () => {
    const atlas = open();
    await atlas.start('en');
    atlas.map.moved({ zoom: 5, lat: 2, lng: 2 }, 1000, false);
    atlas.catalogue.toggle('depth');
    expect(atlas.map.request).toMatchObject({ zoomTo: 7 });
    expect(said(atlas)).toEqual(['group.moved-into-reach']);
    atlas.ui.notices[0]?.action?.run();
    expect(atlas.map.request).toMatchObject({ area: { bounds: [-8, -6, 8, 6] } });
    expect(ids(atlas)).toContain('depth');
  });

  it('moves the map to its area when the area is elsewhere', async () => {
    const atlas = open();
    await atlas.start('en');
    atlas.map.moved({ zoom: 3, lat: -6, lng: -8 }, 1000, false);
    atlas.catalogue.toggle('depth');
    expect(atlas.map.request).toMatchObject({ area: { minzoom: 7 } });
  });

  it('moves the map to its area when the area is tiny at this zoom', async () => {
    const atlas = open();
    await atlas.start('en');
    atlas.map.moved({ zoom: 0, lat: 2, lng: 2 }, 10_000, false);
    atlas.catalogue.toggle('land');
    expect(atlas.map.request).toHaveProperty('area');
    expect(said(atlas)).toEqual(['group.moved-into-reach']);
  });

  it('is in view again when the address is opened, after the map moved to its area', async () => {
    const atlas = open();
    await atlas.start('en');
    atlas.map.moved({ zoom: 3, lat: -6, lng: -8 }, 1000, false);
    atlas.catalogue.toggle('depth');
    atlas.map.moved({ zoom: 7, lat: 2, lng: 2.5 }, 600, false);
    expect(atlas.address.parts.hash).toContain('#7/2/2.5');
    atlas.projects.showHome();
    atlas.map.moved({ zoom: 4, lat: 0, lng: 0 }, 2000, false);
    expect(atlas.address.parts.hash).not.toContain('/');
  });

  it('is failed when its part cannot be loaded, and can be requested again', async () => {
    const network = fixtureNetwork();
    const atlas = open({}, network);
    await atlas.start('en');
    network.broken.add('/atlas/part.nature.r1.en.json');
    atlas.catalogue.toggle('land');
    expect(atlas.groups.status('land')).toBe('loading');
    await settled();
    expect(atlas.groups.status('land')).toBe('failed');
    expect(atlas.groups.status('harbours')).toBe('ready');
    network.broken.clear();
    atlas.groups.retry('land');
    await settled();
    expect(atlas.groups.status('land')).toBe('ready');
  });

  it('has the worst state of its sources', async () => {
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

  it('reports its zoom range before and after its content is loaded', async () => {
    const atlas = open();
    atlas.map.moved({ zoom: 5, lat: 0, lng: 0 }, 1, false);
    expect(atlas.groups.reach('depth')).toBe('below');
    atlas.catalogue.add('depth');
    await settled();
    expect(atlas.groups.zooms('depth').min).toBe(7);
    atlas.map.moved({ zoom: 7, lat: 0, lng: 0 }, 1, false);
    expect(atlas.groups.reach('depth')).toBe('in');
  });

  it('can be removed with all others and restored', () => {
    const atlas = open({ hash: '#layers=land,!harbours' });
    atlas.catalogue.removeAll();
    expect(ids(atlas)).toEqual([]);
    atlas.ui.notices[0]?.action?.run();
    expect(atlas.layers.active).toEqual([
      { id: 'land', visible: true, opacity: null },
      { id: 'harbours', visible: false, opacity: null },
    ]);
  });
});

describe('a selected object', () => {
  it('shows its attributes at once, and more after the server responds', async () => {
    const atlas = open();
    await atlas.start('en');
    atlas.side.select([hit]);
    expect(atlas.feature.popup?.rows.map(({ label }) => label)).toEqual(['Boats', 'Founded']);
    expect(atlas.feature.details.state).toBe('loading');
    await settled();
    expect(atlas.feature.popup?.rows.map(({ value }) => value)).toContain('Ana');
  });

  it('is failed when more attributes cannot be loaded', async () => {
    const network = fixtureNetwork();
    const atlas = open({}, network);
    network.broken.add('/api/features/harbours/7');
    atlas.side.select([hit]);
    await settled();
    expect(atlas.feature.details).toEqual({ state: 'failed', failure: 'server' });
    expect(atlas.feature.popup?.title).toBe('Erindo');
  });

  it('ignores the response to an older click', async () => {
    const atlas = open();
    atlas.side.select([hit]);
    atlas.side.select([{ ...hit, group: 'harbours', id: '' }]);
    await settled();
    expect(atlas.feature.details).toEqual({ state: 'none' });
  });

  it('is closed when its group is removed from the map', () => {
    const atlas = open();
    atlas.side.select([hit]);
    atlas.catalogue.remove('harbours');
    expect(atlas.side.isOpen).toBe(false);
  });
});

describe('the groups of an account', () => {
  it('come to the open map, and leave it together with the selected feature, and a notice names them', async () => {
    const [crew, everyone] = [fixtureNetwork({ crew: true }), fixtureNetwork()];
    let current = everyone;
    const atlas = open({}, { ...everyone, json: (...request) => current.json(...request) });
    await atlas.start('en');
    expect(atlas.bundles.openEntry('wrecks')).toBeUndefined();
    current = crew;
    await atlas.account.adopt({ ...LOGGED_OUT, loggedIn: true });
    atlas.catalogue.toggle('wrecks');
    await settled();
    expect(ids(atlas)).toEqual(['wrecks', 'harbours']);
    atlas.side.select([hit]);
    current = everyone;
    await atlas.account.adopt(LOGGED_OUT);
    expect(ids(atlas)).toEqual(['harbours']);
    expect(atlas.bundles.bundle.groups['wrecks']).toBeUndefined();
    expect(atlas.feature.hit).toBeUndefined();
    expect(said(atlas)).toContain('session.lost');
  });

  it('leave the map when another person logs in and the server does not answer', async () => {
    const crew = fixtureNetwork({ crew: true });
    const profileOf = (username: string) => ({
      username,
      email: '',
      firstName: '',
      lastName: '',
      levels: ['crew'],
      agreementDue: false,
      operator: false,
    });
    const of = (username: string) => ({
      ...LOGGED_OUT,
      loggedIn: true,
      profile: profileOf(username),
    });
    const atlas = open({ hash: '#layers=wrecks' }, crew, of('anna'));
    await atlas.bundles.loadSession();
    atlas.search.setText('wreck of anna');
    crew.broken.add('/atlas/session.en.json');
    await atlas.account.adopt(of('bea'));
    expect(atlas.bundles.session).toBeNull();
    expect([ids(atlas).includes('wrecks'), atlas.search.text]).toEqual([false, '']);
    expect(said(atlas)).not.toContain('session.lost');
  });

  it('leave the map although the server does not answer after the logout', async () => {
    const crew = fixtureNetwork({ crew: true });
    const account = { ...LOGGED_OUT, loggedIn: true };
    const atlas = open({ hash: '#layers=wrecks' }, crew, account);
    await atlas.bundles.loadSession();
    crew.broken.add('/atlas/session.en.json');
    await atlas.account.leave();
    expect(atlas.bundles.session).toBeNull();
    expect(ids(atlas)).not.toContain('wrecks');
  });
});
