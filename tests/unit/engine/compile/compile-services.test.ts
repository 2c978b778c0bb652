import { describe, expect, it } from 'vitest';
import {
  compileAccess,
  compilePublicBundles,
  joinAddress,
  settleDatasets,
  type CompileOptions,
} from 'atlas-engine';
import { hostsOf } from '../../../../server/snapshot/bundle-hosts.ts';
import { buildModel, OPTIONS } from '../../../build-atlas.ts';

const MODEL = buildModel(`
services:
  - { id: photos, env: A_PHOTOS, fallback: built-in }
  - { id: ground, env: A_GROUND, fallback: base-layer }
  - { id: sea, env: A_SEA, fallback: hide, info: { provider: { all: Harbour master }, licence: CC0-1.0 } }
sources:
  - { id: photo, type: raster, service: photos, path: '/{z}/{x}/{y}.jpg', fallback: globe, attribution: [{ text: { all: Foto } }] }
  - { id: globe, type: raster, file: data/a.pmtiles, attribution: [{ text: { all: Globe } }] }
  - { id: streets, type: style, service: ground, path: /style.json }
  - { id: relief, type: raster-dem, service: ground, path: '/{z}/{x}/{y}.png' }
  - { id: chart, type: wms, service: sea, path: /wms, layers: [depth], tile-size: 512 }
base-layers:
  - { id: imagery, order: 3, name: { all: Imagery }, ground: dark, source: photo }
  - { id: hosted, order: 4, name: { all: Streets }, ground: light, style: streets, without: [symbol] }
  - { id: heights, order: 5, name: { all: Heights }, ground: light, sublayers: [{ id: land, type: background }, { id: tint, type: color-relief, source: relief, paint: { color-relief-color: [interpolate, [linear], [elevation], 0, '#FFFFFF', 1000, '#000000'] } }] }
datasets:
  - id: spots
    geometry: point
    permission: open
    demo: true
    load: { service: sea, path: /spots, fallback: { file: data/a.geojson } }
    driver: { pmtiles: { service: sea, path: /spots.pmtiles }, source-layer: spot }
    fields: { name: { type: text } }
    feeds: { tiles: { name: spots }, geojson: spots }
    info: { description: { all: Spots in the sea. }, provider: { all: Made up }, date: 2026 }
  - id: lines
    geometry: line
    permission: open
    load: { service: sea, path: /lines }
    info: { provider: { all: Somebody }, date: 2026 }
    driver: { pmtiles: data/a.pmtiles }
    fields: { name: { type: text } }
groups:
  - { id: spots, name: { all: Spots }, category: things, checked: true, sublayers: [{ id: dot, type: circle, source: spots }] }
  - { id: lines, name: { all: Lines }, category: things, checked: true, sublayers: [{ id: line, type: line, source: lines }, { id: dot, type: circle, source: spots }] }
  - { id: chart, name: { all: Chart }, category: things, checked: true, sublayers: [{ id: chart, type: raster, source: chart }] }
projects:
  - { id: bay, name: { all: Bay }, extent: [1, 1, 5, 5], clip: [spots], groups: [lines] }
`);

const ADDRESSES: Readonly<Record<string, string>> = {
  photos: 'https://photos.example/v1?key=k',
  ground: 'https://ground.example',
  sea: 'https://sea.example/ocean/',
};
const ON: typeof OPTIONS = {
  ...OPTIONS,
  address: (service) => ADDRESSES[service] ?? null,
  hosts: (service) => (service === 'ground' ? ['https://tiles.example'] : []),
};

const compile = (options: Omit<CompileOptions, 'locale'>, model = MODEL) =>
  compilePublicBundles(model, options).byLocale['en']!.index;
const off = compile(OPTIONS);
const on = compile(ON);
const bases = ({ baseLayers }: typeof on): string[] => baseLayers.map(({ id }) => id);

describe('an atlas with its services off', () => {
  it('names no outside address', () => {
    expect(hostsOf([off])).toEqual([]);
    expect(JSON.stringify(off)).not.toContain('https://');
  });
});

describe('an atlas with its services on', () => {
  it('names only the hosts of its services and their further hosts', () => {
    expect(hostsOf([on])).toEqual([
      'https://ground.example',
      'https://photos.example',
      'https://sea.example',
      'https://tiles.example',
    ]);
  });

  it('reads the services and includes their replacements', () => {
    expect(bases(on)).toEqual(['day', 'night', 'imagery', 'hosted', 'heights']);
    expect(on.sources['photo']).toEqual({
      type: 'raster',
      tileSize: 256,
      tiles: ['https://photos.example/v1/{z}/{x}/{y}.jpg?key=k'],
      attribution: 'Foto',
      else: 'globe',
    });
    expect(on.sources['globe']).toMatchObject({ pmtiles: '/atlas/files/data/a.pmtiles?v=f1' });
    expect(on.sources['streets']).toMatchObject({
      url: 'https://ground.example/style.json',
      fallback: 'base-layer',
    });
    expect(on.sources['relief']).toMatchObject({ encoding: 'terrarium', fallback: 'base-layer' });
    expect(on.sources['chart']).toMatchObject({ tileSize: 512 });
    expect(JSON.stringify(on.sources['chart'])).toContain('width=512&height=512');
  });
});

describe('the address of a service', () => {
  it.each([
    ['https://a.example', '/{z}.png', 'https://a.example/{z}.png'],
    ['https://a.example/v1/', '/{z}.png', 'https://a.example/v1/{z}.png'],
    ['https://a.example/v1?key=k', '/wms?map=a', 'https://a.example/v1/wms?map=a&key=k'],
    [
      'https://a.example/{z}/{y}/{x}?key=k',
      '/{z}/{x}/{y}.png',
      'https://a.example/{z}/{y}/{x}?key=k',
    ],
    ['https://a.example/style.json?key=k', '', 'https://a.example/style.json?key=k'],
  ])('%s with the path %s becomes %s', (address, path, joined) => {
    expect(joinAddress(address, path)).toBe(joined);
  });
});

describe('an archive', () => {
  it('is public unless the dataset or one of its fields is restricted', () => {
    const lines = MODEL.datasets.get('lines')!;
    const known = MODEL.levels[1]!;
    const name = { ...lines.fields.get('name')!, permission: known };
    const rankWith = (dataset: typeof lines) => {
      const datasets = new Map([['lines', dataset]]);
      return compileAccess({ ...MODEL, baseLayers: [], datasets }).files.get('data/a.pmtiles');
    };
    expect(rankWith(lines)).toBe(0);
    expect(rankWith({ ...lines, permission: { ...lines.permission, view: known } })).toBe(1);
    expect(rankWith({ ...lines, fields: new Map([['name', name]]) })).toBe(1);
  });

  it("is not read by a project's copy", () => {
    expect(MODEL.datasets.get('spots@bay')!.driver).toEqual({ kind: 'store' });
  });
});

describe('a model adapted to the data of its services', () => {
  it('is unchanged when all data is as declared', () => {
    expect(settleDatasets(MODEL, () => 'built-in')).toBe(MODEL);
  });

  it('does not mark data of a service as a demonstration', () => {
    const settled = settleDatasets(MODEL, () => 'service');
    expect(compile(ON).groups['spots']!.demo).toBe(true);
    expect(compile(ON, settled).groups['spots']!.demo).toBeUndefined();
    expect(settled.datasets.get('spots@bay')!.demo).toBe(false);
  });

  it('has the information of the service for its data', () => {
    const { datasets } = settleDatasets(MODEL, () => 'service');
    const master = { en: 'Harbour master', fr: 'Harbour master' };
    expect(datasets.get('spots')!.info).toEqual({
      description: { en: 'Spots in the sea.', fr: 'Spots in the sea.' },
      provider: master,
      licence: 'CC0-1.0',
      links: [],
    });
    expect(datasets.get('lines')!.info).toMatchObject({ provider: master, date: '2026' });
  });

  it('omits a dataset without data and everything that draws it', () => {
    const settled = settleDatasets(MODEL, ({ id }) => (id === 'lines' ? 'built-in' : 'nowhere'));
    expect([...settled.datasets.keys()]).toEqual(['lines']);
    expect(settled.groups.map(({ id }) => id)).toEqual(['chart', 'lines']);
    expect(settled.projects[0]!.groups.map(({ id }) => id)).toEqual(['lines']);
    expect(settled.groups[1]!.sublayers.map(({ id }) => id)).toEqual(['line']);
    expect(compileAccess(settled).tiles.has('spots')).toBe(false);
  });
});
