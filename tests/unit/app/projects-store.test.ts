import { describe, expect, it } from 'vitest';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { fixtureIndex } from './fixture-bundle.ts';
import { FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

/** Opens the atlas at an address; `more` is YAML that is added to it. */
const open = ({ search = '', hash = '' } = {}, more = ''): AtlasStore =>
  new AtlasStore(fixtureIndex('en', more), {
    ...FIRST_VISIT,
    network: fixtureNetwork({ more }),
    address: { search, hash },
  });

const ids = (atlas: AtlasStore): string[] => atlas.layers.active.map(({ id }) => id);
const drawn = (atlas: AtlasStore): string[] => atlas.shown.mapState.groups.map(({ id }) => id);
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('a project', () => {
  /** Two more projects, which bring a copy and a general group each. */
  const more = `projects:
${['bay', 'cape']
  .map(
    (id) =>
      `  - { id: ${id}, name: { all: ${id} }, category: coast, extent: [1, 1, 4, 3], clip: [harbours], groups: [${id === 'bay' ? 'land' : 'depth'}], texts: [{ all: One }, { all: Two }, { all: Three }] }`,
  )
  .join('\n')}`;
  const openMore = (address = {}): AtlasStore => open(address, more);

  it('opens its groups, without locked ones, and its extent', async () => {
    const atlas = open();
    await atlas.start('en');
    atlas.projects.choose('delta');
    expect(ids(atlas)).toEqual(['land', 'harbours']);
    expect(atlas.map.request).toMatchObject({ area: { bounds: [1, 1, 4, 3] } });
    expect(atlas.address.parts).toEqual({
      search: '?project=delta',
      hash: '',
    });
  });

  it('leaves its groups on the map when it is closed, and can be restored', async () => {
    const atlas = open({ search: '?project=delta' });
    await atlas.start('en');
    atlas.layers.remove('harbours');
    const { request } = atlas.map;
    atlas.map.moved({ zoom: 7, lat: 2, lng: 2.5 }, 900, false);
    atlas.projects.choose(null);
    expect(atlas.projects.open).toBeNull();
    // The map does not move.
    expect(atlas.map.request).toBe(request);
    expect(atlas.address.parts.hash).toMatch(/^#7\/2\/2\.5&/);
    expect(ids(atlas)).toEqual(['land']);
    atlas.layers.replace([]);
    atlas.ui.notices.find(({ text }) => text === 'project.left')?.action?.run();
    expect(atlas.projects.open?.id).toBe('delta');
    expect(ids(atlas)).toEqual(['land']);
  });

  describe('that is chosen after another one', () => {
    it('removes the groups of the project before', () => {
      const atlas = openMore({ hash: '#layers=' });
      atlas.projects.choose('bay');
      expect(ids(atlas)).toEqual(['bay-harbours', 'land']);
      atlas.projects.choose('cape');
      expect(ids(atlas)).toEqual(['cape-harbours', 'depth']);
    });

    it('removes them also when the project before was closed meanwhile', () => {
      const atlas = openMore({ hash: '#layers=' });
      atlas.projects.choose('bay');
      atlas.projects.choose(null);
      expect(ids(atlas)).toEqual(['bay-harbours', 'land']);
      atlas.projects.choose('cape');
      expect(ids(atlas)).toEqual(['cape-harbours', 'depth']);
      atlas.ui.notices.find(({ text }) => text === 'project.opened')?.action?.run();
      expect(ids(atlas)).toEqual(['bay-harbours', 'land']);
      atlas.projects.choose('cape');
      expect(ids(atlas)).toEqual(['cape-harbours', 'depth']);
    });

    it.each([
      ['?project=bay', ''],
      ['', '#layers=bay-harbours,land,harbours'],
    ])('removes them when the page was opened with %s%s', (search, hash) => {
      const atlas = openMore({ search, hash });
      expect(ids(atlas)).toEqual(['bay-harbours', 'land', 'harbours']);
      atlas.projects.choose('cape');
      expect(ids(atlas)).toEqual(['cape-harbours', 'depth', 'harbours']);
    });

    it('removes a copy that the visitor switched off and on again', () => {
      const atlas = openMore({ hash: '#layers=' });
      atlas.projects.choose('bay');
      atlas.catalogue.toggle('bay-harbours');
      atlas.catalogue.toggle('bay-harbours');
      atlas.projects.choose('cape');
      expect(ids(atlas)).toEqual(['cape-harbours', 'depth']);
    });

    it('keeps what the visitor added, before or after the project was opened', () => {
      const atlas = openMore({ hash: '#layers=land,harbours' });
      atlas.projects.choose('bay');
      atlas.catalogue.toggle('depth');
      atlas.projects.choose(null);
      atlas.catalogue.toggle('cape-harbours');
      atlas.projects.choose('delta');
      expect(ids(atlas)).toEqual(['land', 'harbours', 'cape-harbours', 'depth']);
      atlas.projects.choose('cape');
      expect(ids(atlas)).toEqual(['cape-harbours', 'depth', 'land', 'harbours']);
    });
  });

  describe('with a copy of a group', () => {
    const shown = (atlas: AtlasStore): string[][] => [
      drawn(atlas),
      atlas.shown.legend.map(({ group }) => group),
      [...atlas.catalogue.order],
    ];
    const all = (...groups: string[]): string[][] => [groups, groups, groups];
    const openLoaded = async (address = {}): Promise<AtlasStore> => {
      const atlas = openMore(address);
      await atlas.start('en');
      await settled();
      return atlas;
    };

    it('shows the copy in place of the group, which returns when the project is closed', async () => {
      const atlas = await openLoaded({ hash: '#layers=harbours' });
      atlas.projects.choose('bay');
      await settled();
      expect(shown(atlas)).toEqual(all('bay-harbours', 'land'));
      expect(ids(atlas)).toEqual(['bay-harbours', 'land', 'harbours']);
      atlas.projects.choose(null);
      expect(shown(atlas)).toEqual(all('land', 'harbours'));
      atlas.catalogue.remove('harbours');
      expect(shown(atlas)).toEqual(all('bay-harbours', 'land'));
    });

    it('switches both off together', async () => {
      const atlas = await openLoaded({ hash: '#layers=harbours' });
      atlas.projects.choose('bay');
      atlas.catalogue.toggle('bay-harbours');
      atlas.projects.choose(null);
      await settled();
      expect(shown(atlas)).toEqual(all('land'));
    });

    it('switches the copy on when a link, a tool or the visitor names the group', async () => {
      const linked = await openLoaded({ search: '?project=bay', hash: '#layers=land,harbours~40' });
      expect(linked.shown.mapState.groups).toEqual([
        { id: 'land', visible: true, opacity: 0.8 },
        { id: 'bay-harbours', visible: true, opacity: 0.4 },
      ]);
      const atlas = await openLoaded({ search: '?project=bay', hash: '#layers=land' });
      await atlas.catalogue.add('harbours');
      expect(shown(atlas)).toEqual(all('bay-harbours', 'land'));
    });

    it('shows a copy with a name of its own beside the group', async () => {
      const named = more.replace(
        'groups: [land]',
        'groups: [{ use: land, as: heath, name: { all: Heath }, where: { cover: heath } }]',
      );
      const atlas = open({ hash: '#layers=land' }, named);
      await atlas.start('en');
      atlas.projects.choose('bay');
      await settled();
      expect(shown(atlas)).toEqual(all('bay-harbours', 'heath', 'land'));
    });
  });
});
