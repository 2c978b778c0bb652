import { describe, expect, it } from 'vitest';
import type { AtlasModel, ClassList, Dataset, Sublayer } from 'atlas-engine';
import { hostsOf } from '../../../server/snapshot/bundle-hosts.ts';
import { serveDatasets } from '../../../server/snapshot/serve-datasets.ts';
import { wmsLayer } from '../../../server/snapshot/wms-layers.ts';

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

const dataset = (geometry: Dataset['geometry'], fields: Dataset['fields'] = new Map()) =>
  ({
    id: 'cover',
    geometry,
    fields,
    demo: false,
    info: {},
    permission: { view: { rank: 0 } },
    feeds: {
      tiles: null,
      geojson: null,
      wholeGeojson: 'view',
      wms: 'cover',
      search: null,
      analysis: false,
      download: false,
    },
  }) as unknown as Dataset;

/** A model that shows one dataset with one sublayer. */
function modelOf(one: Dataset, sublayer: Partial<Sublayer>, groupRank = 0): AtlasModel {
  const source = { kind: 'dataset', dataset: one, feed: 'wms' };
  return {
    locales: { available: ['en'] },
    datasets: new Map([[one.id, one]]),
    groups: [
      {
        name: { en: 'Cover' },
        category: { name: { en: 'Land' } },
        permission: { rank: groupRank },
        sublayers: [{ source, paint: {}, rasterClasses: null, ...sublayer }],
      },
    ],
  } as unknown as AtlasModel;
}

const plain = (color: string) => ({ light: color, dark: color });

const layerOf = (model: AtlasModel) => wmsLayer(model, model.datasets.get('cover')!)!;

describe('a WMS layer', () => {
  it('of measures has a colour between two stops for every value', () => {
    const ramp: ClassList = {
      kind: 'ramp',
      id: 'cover',
      stops: [
        [0, plain('#000000')],
        [100, plain('#6496C8')],
      ],
    };
    const layer = layerOf(modelOf(dataset('raster'), { type: 'raster', rasterClasses: ramp }));
    const style = layer.style.kind === 'raster' ? layer.style : null;
    const at = (value: number) => [...style!.palette.slice(value * 4, value * 4 + 4)];
    expect(style!.interpolate).toBe(true);
    expect([at(0), at(50), at(100), at(120)]).toEqual([
      [0, 0, 0, 255],
      [50, 75, 100, 255],
      [100, 150, 200, 255],
      [100, 150, 200, 255],
    ]);
    expect(at(255)).toEqual([0, 0, 0, 0]);
    expect(layer.title).toEqual({ en: 'Cover' });
  });

  it('says in its legend where each step begins and ends, and the unit', () => {
    const steps: ClassList = {
      ...{ kind: 'steps', id: 'people', field: 'people', missing: null, unit: { en: 'people' } },
      steps: [
        [0, plain('#000000')],
        [1500, plain('#6496C8')],
      ],
    };
    const layer = layerOf(modelOf(dataset('raster'), { type: 'raster', rasterClasses: steps }));
    expect(layer.legend.map(({ label }) => label.en)).toEqual([
      '0–1,500\u00a0people',
      '1,500+\u00a0people',
    ]);
    const labels = layer.style.kind === 'raster' ? layer.style.labels : new Map();
    expect([labels.get(0), labels.get(254)]).toEqual([
      { en: '0–1,500\u00a0people' },
      { en: '0–1,500\u00a0people' },
    ]);
  });

  it('stands under the heading of its group, between the zooms of what shows it', () => {
    const layer = layerOf(modelOf(dataset('raster'), { type: 'raster', minzoom: 3 }));
    expect(layer).toMatchObject({ category: { en: 'Land' }, zooms: { min: 3, max: null } });
    expect(layerOf(modelOf(dataset('raster'), { type: 'raster', minzoom: 3 }, 1))).toMatchObject({
      ...{ category: null, zooms: { min: null, max: null } },
    });
  });

  it('of classes has the colour of the class and none for what is no class', () => {
    const classes: ClassList = {
      kind: 'values',
      id: 'cover',
      field: 'value',
      entries: [{ values: [1, 7], color: plain('#FF0000'), shades: {}, label: { en: 'One' } }],
      default: null,
      missing: null,
    };
    const { style, legend } = layerOf(
      modelOf(dataset('raster'), { type: 'raster', rasterClasses: classes }),
    );
    const at = (value: number) =>
      style.kind === 'raster' ? [...style.palette.slice(value * 4, value * 4 + 4)] : null;
    const labelled = (value: number) => [value, { en: 'One' }] as const;
    expect(style).toMatchObject({ interpolate: false, labels: new Map([1, 7].map(labelled)) });
    expect([at(1), at(7), at(2)]).toEqual([
      [255, 0, 0, 255],
      [255, 0, 0, 255],
      [0, 0, 0, 0],
    ]);
    expect(legend).toEqual([{ label: { en: 'One' }, color: [255, 0, 0, 255] }]);
  });

  it('of points takes the classes of its circles', () => {
    const classes: ClassList = {
      kind: 'values',
      id: 'kinds',
      field: 'kind',
      entries: [{ values: ['a'], color: plain('#00FF00'), shades: {}, label: { en: 'A' } }],
      default: { values: [], color: plain('#0000FF'), shades: {}, label: { en: 'Other' } },
      missing: 'default',
    };
    const paint = {
      'circle-color': { kind: 'classes', classes, field: 'kind', shade: null, take: 'color' },
    } as const;
    const { style } = layerOf(modelOf(dataset('point'), { type: 'circle', paint }));
    expect(style).toMatchObject({
      field: 'kind',
      colors: new Map([['a', [0, 255, 0, 255]]]),
      default: [0, 0, 255, 255],
      missing: [0, 0, 255, 255],
    });
  });
});

describe('a WMS layer of lines or areas', () => {
  it.each([
    ['line', 'line', 'line-color'],
    ['polygon', 'fill', 'fill-color'],
  ] as const)('takes the colour of the %s that shows it', (geometry, type, property) => {
    const paint = { [property]: { kind: 'literal', value: '#FF0000' } } as const;
    const { style } = layerOf(modelOf(dataset(geometry), { type, paint }));
    expect(style).toMatchObject({ shape: geometry, field: null, default: [255, 0, 0, 255] });
  });
});

describe('a group stricter than its dataset', () => {
  it('lends neither name nor colours', () => {
    const ramp: ClassList = { kind: 'ramp', id: 'cover', stops: [[0, plain('#FF0000')]] };
    const sublayer = { type: 'raster', rasterClasses: ramp } as const;
    const layer = layerOf(modelOf(dataset('raster'), sublayer, 1));
    expect(layer.title).toEqual({ en: 'cover' });
    expect(layer.legend).toEqual([]);
    expect(layer.style.kind === 'raster' && [...layer.style.palette.slice(40, 44)]).toEqual([
      10, 10, 10, 255,
    ]);
  });
});

describe('the version in an address', () => {
  const kind = { name: 'kind', type: 'text', permission: { rank: 1 } };
  const one = dataset('point', new Map([['kind', kind]]) as never);
  const versionsWith = (color: string, stored = 's') => {
    const classes: ClassList = {
      kind: 'values',
      id: 'kinds',
      field: 'kind',
      entries: [{ values: ['a'], color: plain(color), shades: {}, label: { en: 'A' } }],
      default: null,
      missing: null,
    };
    const paint = {
      'circle-color': { kind: 'classes', classes, field: 'kind', shade: null, take: 'color' },
    } as const;
    return serveDatasets(modelOf(one, { type: 'circle', paint }), {
      access: { levels: ['everyone', 'elder'] } as never,
      statuses: new Map([
        ['cover', { versions: { everyone: stored, elder: `${stored}2` } }],
      ]) as never,
    }).get('cover')!.versions;
  };

  it('changes with the features and with the look, as far as the level sees it', () => {
    const [before, after] = [versionsWith('#000000'), versionsWith('#FF0000')];
    expect(after.elder).not.toBe(before.elder);
    expect(after.everyone).toBe(before.everyone);
    expect(versionsWith('#000000', 't').everyone).not.toBe(before.everyone);
  });
});
