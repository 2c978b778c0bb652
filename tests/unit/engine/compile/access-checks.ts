/** Checks of the compiled access rules, which can also run against mutated modules. */
import { expect } from 'vitest';
import type {
  AtlasModel,
  ClassEntry,
  StyleValue,
  Sublayer,
} from '../../../../engine/model/model.ts';
import { withLooks } from '../../../../engine/values/looks.ts';
import type { Taker } from '../../mutants/unnoticed.ts';
import {
  baseLayer,
  dataset,
  field,
  group,
  KNOWN,
  model,
  OPEN,
  project,
  SECRET,
  source,
  sublayer,
} from './made-model.ts';

export type AccessModules = typeof import('../../../../engine/compile/server-access.ts') &
  typeof import('../../../../engine/compile/file-uses.ts') &
  typeof import('../../../../engine/compile/guarded-files.ts') &
  typeof import('../../../../engine/compile/project-rank.ts');

const literal = (value: string | number): StyleValue => ({ kind: 'literal', value });
const entry = (icon?: string): ClassEntry => ({
  values: [],
  color: null,
  shades: {},
  label: {},
  ...(icon !== undefined && { icon }),
});
const image = (...paths: readonly string[]): Sublayer['legend'] => ({
  kind: 'image',
  image: Object.fromEntries(paths.map((path, i) => [`l${i}`, path])),
  text: {},
});
const fileSource = (file: string): Sublayer['source'] => ({
  kind: 'source',
  source: source({ file }),
  sourceLayer: null,
});

/** Defines the checks of the compiled access rules. */
export function checkAccess(modules: AccessModules, { describe, it }: Taker): void {
  const { compileAccess, fileUses, filesLoaded, folderOf, guardedFiles, photoRanks, projectRank } =
    modules;
  const consent = { by: {}, on: '2026-01-10', uses: new Set(['view'] as const), labels: [] };
  const filesOf = (made: AtlasModel) => Object.fromEntries(compileAccess(made).files);
  const usesOf = (made: AtlasModel) =>
    fileUses(made).map(({ path, rank, key }) => `${path} ${rank} ${key}`);
  const drawn = (part: Partial<Sublayer>) =>
    usesOf(model({ groups: [group({ permission: KNOWN, sublayers: [sublayer(part)] })] }));

  describe('a consent', () => {
    const springs = dataset({ id: 'springs', consent });
    const wells = dataset({ id: 'wells' });

    it('marks the dataset, and only that one', () => {
      const { datasets } = compileAccess(model({ datasets: [springs, wells] }));
      expect(datasets.get('springs')?.revocable).toBe(true);
      expect(datasets.get('wells')?.revocable).toBeUndefined();
    });

    it('that has ended makes the dataset unknown, and no other', () => {
      const access = compileAccess(model({ datasets: [springs, wells] }));
      const held = modules.withholdFrom(access, new Set(['springs']));
      expect([...held.datasets.keys()]).toEqual(['wells']);
      expect(held.levels).toBe(access.levels);
    });

    it('guards the file of the dataset', () => {
      const load = { kind: 'file', file: 'a.csv', format: 'csv' } as const;
      const guarded = (part: object) =>
        guardedFiles(model({ datasets: [dataset({ load, ...part })] })).get('a.csv');
      expect(guarded({ consent })).toMatchObject({ by: 'consent' });
      expect(guarded({})).toBeUndefined();
    });
  });

  describe('a dataset', () => {
    it('has a rank for each use and field; that of a field is at least that of viewing', () => {
      const graves = dataset({
        id: 'graves',
        whenDenied: 'hide',
        permission: { view: KNOWN, analyse: OPEN, download: SECRET },
        fields: [
          field({ name: 'name', permission: OPEN }),
          field({ name: 'clan', permission: SECRET }),
        ],
        feeds: { wholeGeojson: 'download' },
      });
      const { datasets, levels } = compileAccess(model({ datasets: [graves] }));
      expect([...datasets]).toEqual([
        [
          'graves',
          {
            dataset: 'graves',
            rank: { view: 1, analyse: 0, download: 2 },
            whenDenied: 'hide',
            whole: 'download',
            fields: [
              { name: 'name', rank: 1 },
              { name: 'clan', rank: 2 },
            ],
          },
        ],
      ]);
      expect(levels).toEqual(['open', 'known', 'secret']);
    });

    it('is found under its id and the names of its feeds only', () => {
      const zooms = { minzoom: 0, maxzoom: 1 };
      const limits = { budget: 200_000, keepBy: null };
      const tiles = { name: 'water', aliases: ['old', 'older'], ...zooms, ...limits };
      const access = compileAccess(
        model({
          datasets: [
            dataset({ id: 'wells', feeds: { tiles } }),
            dataset({ id: 'ponds', feeds: { tiles: { ...tiles, aliases: ['ponds'] } } }),
            dataset({ id: 'lakes', feeds: { geojson: 'water' } }),
            dataset({ id: 'rivers', feeds: { geojson: 'water' } }),
            dataset({ id: 'seas', feeds: { wms: 'ground' } }),
          ],
        }),
      );
      expect([...access.tiles]).toEqual([
        ['wells', ['wells']],
        ['water', ['wells', 'ponds']],
        ['old', ['wells']],
        ['older', ['wells']],
        ['ponds', ['ponds']],
      ]);
      expect([...access.geojson]).toEqual([
        ['lakes', ['lakes']],
        ['water', ['lakes', 'rivers']],
        ['rivers', ['rivers']],
      ]);
      expect([...access.wms]).toEqual([
        ['seas', ['seas']],
        ['ground', ['seas']],
      ]);
    });
  });

  describe('a tool', () => {
    it('has the rank of its permission; a tool that the atlas does not declare is absent', () => {
      const { tools } = compileAccess({
        ...model({}),
        tools: {
          analyse: { order: 1, permission: OPEN, first: [], timeout: 1 },
          explore: {
            order: 2,
            permission: SECRET,
            areas: 'wells',
            title: {},
            description: null,
            country: null,
            theme: null,
            picture: null,
            layers: [],
            contents: [],
          },
        },
      });
      expect([...tools]).toEqual([
        ['analyse', { rank: OPEN.rank, whenDenied: OPEN.whenDenied }],
        ['explore', { rank: SECRET.rank, whenDenied: SECRET.whenDenied }],
      ]);
    });
  });

  describe('a file that browsers fetch', () => {
    it('is for everyone if it is the logo or the browser icon, and is used once by each', () => {
      const logo = { path: 'logo.svg', key: 'logo' } as const;
      const favicon = { path: 'icon.svg', key: 'favicon' } as const;
      const made = { ...model({}), logo: { light: logo, dark: logo }, favicon };
      expect(usesOf(made)).toEqual(['logo.svg 0 logo', 'icon.svg 0 favicon']);
      expect(usesOf({ ...model({}), favicon })).toEqual(['icon.svg 0 favicon']);
    });

    it('requires the rank of its most public use', () => {
      const legend = image('icons/key.png');
      const secret = group({ permission: SECRET, legend });
      expect(filesOf(model({ groups: [secret] }))).toEqual({ 'icons/key.png': 2 });
      const known = group({ permission: KNOWN, legend });
      for (const groups of [
        [secret, known],
        [known, secret],
      ])
        expect(filesOf(model({ groups }))).toEqual({ 'icons/key.png': 1 });
    });

    it('is not served when a dataset guards it, and is as restricted as photos in its folder', () => {
      const graves = dataset({
        load: { kind: 'file', file: 'data/graves.geojson', format: 'geojson' },
        permission: { view: KNOWN },
        fields: [
          field({ name: 'portrait', permission: SECRET, folder: 'photos' }),
          field({ name: 'house', permission: KNOWN, folder: 'photos' }),
          field({ name: 'name' }),
          field({ name: 'roof', permission: OPEN, folder: 'roofs' }),
        ],
      });
      const shown = ['data/graves.geojson', 'photos/a.png', 'photos/more/b.png', 'c.png'];
      const made = model({
        datasets: [graves],
        groups: [group({ permission: OPEN, legend: image(...shown) })],
      });
      expect(filesOf(made)).toEqual({ 'photos/a.png': 2, 'photos/more/b.png': 0, 'c.png': 0 });
      expect([...photoRanks(made)]).toEqual([
        ['photos', 2],
        ['roofs', 0],
      ]);
      expect(['a/b/c.png', 'c.png', ''].map(folderOf)).toEqual(['a/b', '', '']);
    });

    it('can belong to a base layer, the relief, a group, the home view, a project or a driver', () => {
      const made = model({
        homePreview: 'home.jpg',
        baseLayers: [
          baseLayer({ thumbnail: 'day.webp', style: source({ file: 'day.json' }) }),
          baseLayer({
            thumbnail: null,
            style: null,
            sublayers: [sublayer({ source: fileSource('sea.pmtiles') })],
          }),
        ],
        hillshade: {
          source: source({ file: 'relief.pmtiles' }),
          paint: {},
          maxzoom: null,
          checked: true,
        },
        groups: [
          group({
            permission: SECRET,
            legend: image('key.png', 'clé.png', 'key.png'),
            sublayers: [sublayer({ legend: image('row.png'), source: fileSource('a.pmtiles') })],
          }),
        ],
        projects: [
          project({
            thumbnail: 'hidden.webp',
            preview: 'hidden.jpg',
            groups: [group({ permission: KNOWN, whenDenied: 'hide' })],
          }),
          project({ thumbnail: null }),
        ],
        datasets: [
          dataset({ id: 'a', driver: { kind: 'store' } }),
          dataset({
            id: 'b',
            driver: { kind: 'pmtiles', sourceLayer: 'b', file: 'b.pmtiles' },
            permission: { view: KNOWN },
            fields: [field({ name: 'clan', permission: OPEN })],
          }),
          dataset({
            id: 'c',
            driver: { kind: 'pmtiles', sourceLayer: 'c', file: 'c.pmtiles' },
            fields: [field({ name: 'clan', permission: SECRET }), field({ name: 'name' })],
          }),
        ],
      });
      expect(usesOf(made)).toEqual([
        'day.webp 0 thumbnail',
        'day.json 0 file',
        'sea.pmtiles 0 file',
        'relief.pmtiles 0 file',
        'key.png 2 legend',
        'clé.png 2 legend',
        'a.pmtiles 2 file',
        'row.png 2 legend',
        'home.jpg 0 preview',
        'hidden.webp 1 thumbnail',
        'hidden.jpg 1 preview',
        'b.pmtiles 1 driver',
        'c.pmtiles 2 driver',
      ]);
    });

    it('has the object that names it as owner', () => {
      const legend = image('key.png');
      const inner = source({ file: 'b.pmtiles' });
      const outer = source({ file: 'a.pmtiles', fallback: inner });
      const one = sublayer({
        legend,
        source: { kind: 'source', source: outer, sourceLayer: null },
      });
      const all = group({ legend, sublayers: [one] });
      const owners = fileUses(model({ groups: [all] })).map(({ owner }) => owner);
      [all, outer, inner, one].forEach((owner, i) => expect(owners[i]).toBe(owner));
    });

    it('can replace a service', () => {
      const other = source({
        path: 'x',
        fallback: source({ path: 'y', fallback: source({ file: 'z' }) }),
      });
      expect(drawn({ source: { kind: 'source', source: other, sourceLayer: null } })).toEqual([
        'z 1 file',
      ]);
      const wells = dataset({});
      expect(drawn({ source: { kind: 'dataset', dataset: wells, feed: 'tiles' } })).toEqual([]);
    });

    it('can be an image at any depth of a style', () => {
      const deep: StyleValue = {
        kind: 'by-ground',
        values: {
          light: {
            kind: 'by-zoom',
            stops: [
              [3, literal('a.svg')],
              [5, literal('b.svg')],
            ],
          },
          dark: {
            kind: 'by-value',
            field: 'n',
            stops: [
              [1, literal('c.svg')],
              [2, literal(7)],
            ],
          },
        },
      };
      const both = drawn({
        layout: { 'icon-image': deep, 'text-field': literal('t.svg') },
        paint: { 'fill-pattern': literal('p.svg'), 'fill-color': literal('#000000') },
      });
      expect(both).toEqual([
        'p.svg 1 fill-pattern',
        'a.svg 1 icon-image',
        'b.svg 1 icon-image',
        'c.svg 1 icon-image',
      ]);
      expect(drawn({ layout: { 'icon-image': { kind: 'field', field: 'a' } } })).toEqual([]);
    });

    it('can be the icon of a class, of other values or of missing values', () => {
      type Values = Extract<StyleValue, { kind: 'classes' }>['classes'] & { kind: 'values' };
      const classes = (part: Partial<Values>): StyleValue => ({
        kind: 'classes',
        classes: withLooks({
          kind: 'values',
          id: 'c',
          field: 'kind',
          default: null,
          missing: null,
          entries: [entry('a.svg'), entry(), entry('b.svg')],
          ...part,
        }),
        field: 'kind',
        shade: null,
        take: 'icon',
      });
      const icons = (value: StyleValue) => drawn({ layout: { 'icon-image': value } });
      const two = ['a.svg 1 icon', 'b.svg 1 icon'];
      expect(icons(classes({}))).toEqual(two);
      expect(icons(classes({ default: entry('d.svg'), missing: 'default' }))).toEqual([
        ...two,
        'd.svg 1 icon',
      ]);
      expect(icons(classes({ missing: entry('m.svg') }))).toEqual([...two, 'm.svg 1 icon']);
      expect(icons({ ...classes({}), take: 'color' } as StyleValue)).toEqual([]);
      const written = { kind: 'steps', id: 's', field: 'n', steps: [], missing: null } as const;
      const steps = withLooks(written);
      expect(icons({ ...classes({}), classes: steps } as StyleValue)).toEqual([]);
      const own = entry('a.svg');
      const [use] = fileUses(
        model({
          groups: [
            group({
              sublayers: [sublayer({ layout: { 'icon-image': classes({ entries: [own] }) } })],
            }),
          ],
        }),
      );
      expect(use!.owner).toBe(own);
    });
  });

  describe('the file of a dataset', () => {
    const load = { kind: 'file', file: 'a.csv', format: 'csv' } as const;
    const guardOf = (part: Parameters<typeof dataset>[0]) =>
      guardedFiles(model({ datasets: [dataset({ load, ...part })] })).get('a.csv');

    it('is guarded by its dataset, not by the copy of a stricter project', () => {
      const within = { of: 'wells', project: 'story', bounds: [1, 1, 2, 2] } as const;
      expect(guardOf({ within, permission: { view: SECRET } })).toBeUndefined();
      const copy = dataset({ id: 'wells@story', load, within, permission: { view: SECRET } });
      const strict = dataset({ id: 'wells', load, permission: { view: KNOWN } });
      const guarded = guardedFiles(model({ datasets: [copy, strict] })).get('a.csv');
      expect(guarded).toMatchObject({ level: KNOWN });
    });

    it('is guarded by the first restriction of view, download, field and `only`', () => {
      const clan = field({ name: 'clan', permission: KNOWN });
      const only = [{ field: 'name', kind: 'present', present: true }] as const;
      expect(guardOf({})).toBeUndefined();
      expect(guardOf({ permission: { analyse: SECRET }, fields: [field({})] })).toBeUndefined();
      const all = { permission: { view: KNOWN, download: SECRET }, fields: [clan], only };
      expect(guardOf(all)).toMatchObject({ by: 'view', level: KNOWN, dataset: { id: 'wells' } });
      for (const level of [KNOWN, SECRET])
        expect(guardOf({ ...all, permission: { download: level } })).toMatchObject({
          by: 'download',
          level,
          dataset: { id: 'wells' },
        });
      const later = [field({ name: 'name' }), clan, field({ name: 'x', permission: SECRET })];
      expect(guardOf({ fields: later, only })).toMatchObject({
        by: 'field',
        field: clan,
        level: KNOWN,
        dataset: { id: 'wells' },
      });
      expect(guardOf({ only })).toMatchObject({ by: 'only', dataset: { id: 'wells' } });
    });

    it('is guarded by the first dataset that loads it', () => {
      const guarded = guardedFiles(
        model({
          datasets: [
            dataset({ id: 'open', load }),
            dataset({ id: 'first', load, permission: { view: KNOWN } }),
            dataset({ id: 'second', load, permission: { view: SECRET } }),
            dataset({
              id: 'made',
              load: { kind: 'table', table: 'public.a' },
              permission: { view: KNOWN },
            }),
          ],
        }),
      );
      expect(
        [...guarded].map(
          ([
            file,
            {
              dataset: { id },
            },
          ]) => [file, id],
        ),
      ).toEqual([['a.csv', 'first']]);
    });

    it('can replace a service', () => {
      const service = { kind: 'service' } as Extract<
        Parameters<typeof filesLoaded>[0],
        { kind: 'service' }
      >;
      expect(filesLoaded(load)).toEqual(['a.csv']);
      expect(filesLoaded(service)).toEqual([]);
      expect(filesLoaded({ ...service, fallback: { ...service, fallback: load } })).toEqual([
        'a.csv',
      ]);
      expect(filesLoaded({ kind: 'table', table: 't' })).toEqual([]);
      // `fallback` only applies to services.
      const other = { fallback: load, kind: 'table', table: 't' } as const;
      expect(filesLoaded(other)).toEqual([]);
    });
  });

  describe('a project', () => {
    it('is listed from the rank at which the first of its groups is visible or locked', () => {
      const shows = (...groups: readonly Parameters<typeof group>[0][]) =>
        projectRank(project({ groups: groups.map(group) }));
      expect(shows()).toBe(0);
      expect(shows({ permission: SECRET, whenDenied: 'hide' })).toBe(2);
      expect(shows({ permission: SECRET, whenDenied: 'lock' })).toBe(0);
      const both = [
        { permission: SECRET, whenDenied: 'hide' },
        { permission: KNOWN, whenDenied: 'hide' },
      ] as const;
      expect([shows(...both), shows(...[...both].reverse())]).toEqual([1, 1]);
    });

    it('is never listed below its own permission, which does not make it less strict', () => {
      const listed = (permission: typeof OPEN, ...groups: readonly Parameters<typeof group>[0][]) =>
        projectRank(project({ permission, groups: groups.map(group) }));
      expect(listed(KNOWN)).toBe(1);
      expect(listed(SECRET, { permission: OPEN })).toBe(2);
      expect(listed(KNOWN, { permission: SECRET, whenDenied: 'hide' })).toBe(2);
    });
  });
}
