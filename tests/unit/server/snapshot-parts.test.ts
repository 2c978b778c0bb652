import { describe, expect, it } from 'vitest';
import { compileAccess, showsOf } from 'atlas-engine';
import type { WmsLayer } from '../../../server/access/atlas-snapshot.ts';
import { hostsOf } from '../../../server/snapshot/bundle-hosts.ts';
import { serveDatasets } from '../../../server/snapshot/serve-datasets.ts';
import { wmsLayer } from '../../../server/snapshot/wms-layers.ts';
import { styleOf } from '../../../server/routes/wms/feature-style.ts';
import type { DatasetStatus } from '../../../server/store/store.ts';
import { buildModel } from '../../build-atlas.ts';

describe('the hosts of a bundle', () => {
  it('are those of its sources and pictures, each once', () => {
    const part = {
      sources: {
        a: { type: 'vector', tiles: ['https://tiles.example/{z}/{x}/{y}.pbf', '/api/own'] },
        b: { type: 'raster', pmtiles: 'https://files.example:8443/a.pmtiles' },
        c: {
          type: 'geojson',
          data: 'https://tiles.example/c.json',
          attribution: 'https://no.example',
        },
        d: { type: 'style', url: 'http://styles.example/style.json' },
      },
      groups: {
        g: {
          legend: [{ symbol: { type: 'image', url: 'https://legend.example/a.png', text: '' } }],
        },
      },
      baseLayers: [{ thumbnail: 'https://thumbs.example/a.png' }],
    };
    expect(hostsOf([part])).toEqual([
      'http://styles.example',
      'https://files.example:8443',
      'https://legend.example',
      'https://thumbs.example',
      'https://tiles.example',
    ]);
  });

  it('are not those of links, and never more than an origin', () => {
    const part = {
      sources: {
        a: {
          tiles: ['https://{s}.example/{z}.png', "https://a.example;script-src 'unsafe-inline'/"],
        },
      },
      projects: [{ link: { url: 'https://read.example' } }],
      groups: { g: { info: { links: [{ url: 'https://more.example', text: '' }] } } },
    };
    for (const host of hostsOf([part])) expect(host).toMatch(/^https?:\/\/[\w.:-]+$/);
    expect(hostsOf([part]).join()).not.toMatch(/unsafe|read|more/);
  });
});

/** The WMS layer of the dataset `cover` of the smallest atlas with `yaml` added. */
function layerOf(yaml: string, rank = 0): WmsLayer {
  const model = buildModel(yaml, ['data/cover.tif', 'data/cover.geojson']);
  return wmsLayer(model.datasets.get('cover')!, showsOf(model).get('cover')![rank]!, model);
}

/**
 * Returns the YAML of an atlas that shows the cells of a raster; `classes` is a class list with the
 * id `cover`.
 */
const cells = (classes: string, { group = '', sublayer = '' } = {}) => `
datasets: [{ id: cover, geometry: raster, permission: open, load: { file: data/cover.tif }, feeds: { wms: cover } }]
classes: [{ id: cover, ${classes} }]
groups:
  - id: cover
    name: { en: Cover, fr: Couvert }
    category: things
    ${group}
    sublayers: [{ id: map, type: raster, source: cover, classes: cover${sublayer} }]
`;

/**
 * Returns the YAML of an atlas that shows features of a geometry, with a sublayer of the given type
 * and paint.
 */
const features = (geometry: string, [type, paint]: readonly [string, string], more = '') => `
datasets:
  - id: cover
    geometry: ${geometry}
    permission: open
    load: { file: data/cover.geojson }
    fields: { kind: { type: text, ${more}label: { all: Kind } } }
    feeds: { tiles: true, wms: cover }
groups:
  - { id: cover, name: { all: Cover }, category: things, sublayers: [{ id: map, type: ${type}, source: cover, paint: { ${paint} } }] }
`;

/** Returns the YAML of an atlas that shows circles in the colours of classes. */
const kinds = (color: string, more = '', others = 'none') => `
${features('point', ['circle', 'circle-color: { classes: kinds }'], more)}
classes:
  - { id: kinds, field: kind, values: [{ value: a, color: '${color}', label: { all: A } }], default: ${others} }
`;

const RAMP = `ramp: [[0, '#000000'], [100, '#6496C8']]`;

describe('a WMS layer', () => {
  it('of measures has a colour between two stops for every value', () => {
    const layer = layerOf(cells(RAMP));
    const style = layer.style.kind === 'raster' ? layer.style : null;
    const at = (value: number) => Array.from(style!.palette.slice(value * 4, value * 4 + 4));
    expect(style!.interpolate).toBe(true);
    expect([at(0), at(50), at(100), at(120)]).toEqual([
      [0, 0, 0, 255],
      [50, 75, 100, 255],
      [100, 150, 200, 255],
      [100, 150, 200, 255],
    ]);
    expect(at(255)).toEqual([0, 0, 0, 0]);
    expect(layer.group).toEqual({ en: 'Cover', fr: 'Couvert' });
  });

  it('says in its legend where each step begins and ends, and the unit', () => {
    const steps = `steps: [[0, '#000000'], [1500, '#6496C8']], unit: { all: people }`;
    const layer = layerOf(cells(steps));
    const [first, second] = [
      { en: '0–1,500\u00a0people', fr: '0–1\u202f500\u00a0people' },
      { en: '1,500+\u00a0people', fr: '1\u202f500+\u00a0people' },
    ];
    expect(layer.legend.map(({ label }) => label)).toEqual([first, second]);
    const labels = layer.style.kind === 'raster' ? layer.style.labels : new Map();
    expect([labels.get(0), labels.get(254)]).toEqual([first, first]);
  });

  it('has the heading of its group and the zooms of its sublayer', () => {
    const sublayer = ', minzoom: 3';
    expect(layerOf(cells(RAMP, { sublayer }))).toMatchObject({
      category: { en: 'Things', fr: 'Choses' },
      zooms: { min: 3, max: null },
    });
    expect(layerOf(cells(RAMP, { sublayer, group: 'permission: known' }))).toMatchObject({
      category: null,
      zooms: { min: null, max: null },
    });
  });

  it('of classes has the colour of the class and none for other values', () => {
    const { style, legend } = layerOf(
      cells(
        `field: value, values: [{ value: [1, 7], color: '#FF0000', label: { all: One } }], default: none`,
      ),
    );
    const at = (value: number) =>
      style.kind === 'raster' ? Array.from(style.palette.slice(value * 4, value * 4 + 4)) : null;
    const one = { en: 'One', fr: 'One' };
    expect(style).toMatchObject({
      interpolate: false,
      labels: new Map([1, 7].map((value) => [value, one])),
    });
    expect([at(1), at(7), at(2)]).toEqual([
      [255, 0, 0, 255],
      [255, 0, 0, 255],
      [0, 0, 0, 0],
    ]);
    expect(legend).toEqual([{ label: one, color: [255, 0, 0, 255] }]);
  });

  it('of points takes the classes of its circles', () => {
    const { style } = layerOf(kinds('#00FF00', '', `{ color: '#0000FF', label: { all: Other } }`));
    const drawn = styleOf(style);
    const fillOf = (kind: unknown) =>
      drawn.kind === 'features' ? drawn.mark(5, { kind })?.fill : null;
    expect(style).toMatchObject({ fields: ['kind'] });
    expect(['a', 'b', null].map(fillOf)).toEqual([
      [0, 255, 0, 255],
      [0, 0, 255, 255],
      [0, 0, 255, 255],
    ]);
  });
});

describe('a WMS layer', () => {
  it('is plain data that can be sent between processes', () => {
    const layer = layerOf(kinds('#00FF00', '', `{ color: '#0000FF', label: { all: Other } }`));
    expect(structuredClone(layer)).toEqual(layer);
  });
});

describe('a WMS layer of lines or areas', () => {
  it.each([
    ['line', 'line', 'line-color'],
    ['polygon', 'fill', 'fill-color'],
  ] as const)('takes the colour of the %s that shows it', (geometry, type, property) => {
    const { style } = layerOf(features(geometry, [type, `${property}: '#FF0000'`]));
    expect(style).toMatchObject({ shape: geometry, fields: [] });
    const drawn = styleOf(style);
    const mark = drawn.kind === 'features' ? drawn.mark(5, {}) : null;
    expect(mark?.fill ?? mark?.stroke).toEqual([255, 0, 0, 255]);
  });
});

describe('a group stricter than its dataset', () => {
  it('gives neither name nor colours to readers below its level', () => {
    const yaml = cells(RAMP, { group: 'permission: known' });
    const layer = layerOf(yaml);
    expect(layer.group).toBeNull();
    expect(layerOf(yaml, 1).group).toEqual({ en: 'Cover', fr: 'Couvert' });
    expect(layer.legend).toEqual([]);
    expect(layer.style.kind === 'raster' && Array.from(layer.style.palette.slice(40, 44))).toEqual([
      10, 10, 10, 255,
    ]);
  });
});

describe('the version in an address', () => {
  const versionsWith = (color: string, stored = 's') => {
    const made = buildModel(kinds(color, 'permission: known, '), ['data/cover.geojson']);
    // The language gives the group the level of the field; the server does not rely on it.
    const groups = made.groups.map((group) => ({ ...group, permission: made.levels[0]! }));
    const model = { ...made, groups };
    const status = { versions: { open: stored, known: `${stored}2` } } as unknown as DatasetStatus;
    return serveDatasets(model, {
      access: compileAccess(model),
      statuses: new Map([['cover', status]]),
    }).get('cover')!.versions;
  };

  it('changes with the features and the style, as far as the level may see them', () => {
    const [before, after] = [versionsWith('#000000'), versionsWith('#FF0000')];
    expect(after.known).not.toBe(before.known);
    expect(after.open).toBe(before.open);
    expect(versionsWith('#000000', 't').open).not.toBe(before.open);
  });
});
