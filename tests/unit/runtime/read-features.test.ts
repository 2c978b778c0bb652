import { describe, expect, it } from 'vitest';
import {
  compileLegend,
  compileOverlays,
  compilePopup,
  identify,
  type BundlePopup,
  type FeatureHit,
  type RenderedFeature,
} from '../../../engine/runtime.ts';
import { group, lagoon, shows, sublayer } from './small-atlas.ts';

const POINT: RenderedFeature['geometry'] = { type: 'Point' };

const POPUP: BundlePopup = {
  title: 'name',
  rows: [
    { field: 'catch', label: 'Catch', type: 'integer', unit: 'kg' },
    { field: 'note', label: 'Note', type: 'text' },
  ],
  sections: [
    { heading: 'Contact', rows: [{ field: 'phone', label: 'Phone', type: 'text' }] },
    { heading: 'Survey', rows: [{ field: 'day', label: 'Day', type: 'date' }] },
  ],
  details: true,
};

const BUNDLE = lagoon([
  group({
    id: 'fish',
    popup: POPUP,
    sublayers: [
      sublayer({ id: 'area' }),
      sublayer({
        id: 'edge',
        type: 'line',
        slot: 'lines',
        popup: { rows: [], sections: [], details: false },
      }),
      sublayer({ id: 'name', type: 'symbol', slot: 'labels', interactive: false }),
    ],
  }),
  group({ id: 'reefs', sublayers: [sublayer({ id: 'area', source: 'foreign' })] }),
]);

const seen = (layer: string, more: Partial<RenderedFeature> = {}): RenderedFeature => ({
  ...{ layer: { id: layer }, source: 'tiles', properties: {}, geometry: POINT },
  ...more,
});

describe('identifying what is under the pointer', () => {
  it('makes one hit of the pieces of a feature, and keeps the order of the map', () => {
    const hits = identify(BUNDLE, [
      seen('group/fish/edge', { id: 7 }),
      seen('group/reefs/area', { id: 7, source: 'foreign' }),
      seen('group/fish/area', { id: 7 }),
      seen('group/fish/area', { id: 8 }),
    ]);
    expect(hits.map(({ group: of, sublayer: part, id }) => [of, part, id])).toEqual([
      ['fish', 'edge', '7'],
      ['reefs', 'area', '7'],
      ['fish', 'area', '8'],
    ]);
    expect(hits.map(({ dataset }) => dataset)).toEqual(['shells', undefined, 'shells']);
  });

  it('passes through what is not interactive and what is not of a group', () => {
    expect(
      identify(BUNDLE, [
        seen('group/fish/name', { id: 1 }),
        seen('base/day/rivers', { id: 1 }),
        seen('group/gone/area', { id: 1 }),
        seen('selection', { id: 1 }),
      ]),
    ).toEqual([]);
  });

  it('tells features without an id apart by their attributes', () => {
    const hits = identify(BUNDLE, [
      seen('group/fish/area', { properties: { name: 'A' } }),
      seen('group/fish/area', { properties: { name: 'A' } }),
      seen('group/fish/area', { properties: { name: 'B' } }),
    ]);
    expect(hits.map(({ id, properties }) => [id, properties['name']])).toEqual([
      ['', 'A'],
      ['', 'B'],
    ]);
  });
});

describe('a popup', () => {
  const hit: FeatureHit = {
    ...{ group: 'fish', sublayer: 'area', source: 'tiles', dataset: 'shells', id: '7' },
    properties: { name: 'Long Bank', catch: 1200, secret: 'x', phone: '' },
    geometry: POINT,
  };

  it('has the title, the layer and the declared attributes that have a value', () => {
    expect(compilePopup(BUNDLE, hit)).toMatchObject({
      title: 'Long Bank',
      layer: 'The fish',
      rows: [{ label: 'Catch', value: '1,200\u00a0kg' }],
      sections: [],
      details: { dataset: 'shells', id: '7' },
    });
    expect(JSON.stringify(compilePopup(BUNDLE, hit))).not.toContain('secret');
  });

  it('finds photos that are file names under the field that names them', () => {
    const row = { field: 'views', label: 'Views', type: 'list', format: 'photos' } as const;
    const popup = (files: { files?: true }): BundlePopup => ({
      rows: [{ ...row, ...files }],
      ...{ sections: [], details: true },
    });
    const shown = (files: { files?: true }) =>
      compilePopup(lagoon([group({ id: 'fish', popup: popup(files) })]), {
        ...{ ...hit, dataset: 'shells@bay' },
        properties: { views: '["a b.jpg"]' },
      }).rows.map(({ formatted }) => formatted);
    expect(shown({ files: true })).toEqual([
      { kind: 'photos', addresses: ['/api/photos/shells%40bay/views/a%20b.jpg'] },
    ]);
    expect(shown({})).toEqual([]);
  });

  it('takes the answer of the server before the tile', () => {
    const popup = compilePopup(BUNDLE, hit, { name: 'Longer Bank', catch: null, day: '2024-03' });
    expect(popup.title).toBe('Longer Bank');
    expect(popup.rows).toEqual([]);
    expect(popup.sections).toMatchObject([{ heading: 'Survey', rows: [{ value: 'March 2024' }] }]);
  });

  it('is called after its layer when the feature has no name', () => {
    expect(compilePopup(BUNDLE, { ...hit, properties: { name: '  ' } }).title).toBe('The fish');
  });

  it('asks for no more where nothing more can be asked', () => {
    expect(compilePopup(BUNDLE, { ...hit, id: '' })).not.toHaveProperty('details');
    const { dataset: _, ...foreign } = hit;
    expect(compilePopup(BUNDLE, foreign)).not.toHaveProperty('details');
  });

  it("of a sublayer replaces the group's", () => {
    expect(compilePopup(BUNDLE, { ...hit, sublayer: 'edge' })).toMatchObject({
      title: 'The fish',
      rows: [],
    });
  });
});

describe('the legend', () => {
  const bundle = lagoon([
    group({
      ...{ id: 'fish', restricted: true, demo: true },
      legend: [
        {
          label: 'Grounds',
          symbol: {
            ...{ type: 'fill', opacity: 0.4 },
            color: { 'by-ground': { light: '#111111', dark: '#222222', night: '#333333' } },
            outline: { 'by-ground': { light: '#aaaaaa', dark: '#bbbbbb' } },
          },
        },
      ],
    }),
  ]);

  it('shows colours over the base map chosen, and hatches what is restricted', () => {
    expect(compileLegend(bundle, shows('fish'))[0]).toMatchObject({
      ...{ group: 'fish', name: 'The fish', restricted: true, demo: true, visible: true },
      rows: [{ symbol: { color: '#111111', outline: '#aaaaaa', opacity: 0.4, hatch: true } }],
    });
    const [entry] = compileLegend(bundle, { ...shows('fish'), baseLayer: 'night' });
    expect(entry?.rows[0]?.symbol).toMatchObject({ color: '#333333', outline: '#bbbbbb' });
  });

  it('keeps hidden groups and passes over those that are not here', () => {
    const groups = ['gone', 'fish'].map((id) => ({ id, visible: false, opacity: 0.5 }));
    expect(compileLegend(bundle, { ...shows(), groups })).toMatchObject([
      { group: 'fish', visible: false, opacity: 0.5 },
    ]);
  });
});

describe('overlays', () => {
  it('are complete, whatever was declared', () => {
    const casing = { color: '#ffffff', width: 7, dash: [2, 1] };
    const overlays = compileOverlays(
      lagoon([], {
        overlays: {
          highlight: { color: '#2e86c1', width: 3, 'fill-opacity': 0.18, casing },
          selection: { color: '#a94a22' },
          imported: { fill: '#7a5195', line: '#4b2e6b', opacity: 0.5, radius: 5 },
        },
      }),
    );
    expect(overlays['highlight']).toEqual({
      ...{ id: 'highlight', line: { color: '#2e86c1', width: 3 }, casing, radius: 8 },
      fill: { color: '#2e86c1', opacity: 0.18 },
    });
    expect(overlays['selection']).toMatchObject({ fill: null, casing: null });
    expect(overlays['imported']).toMatchObject({
      ...{ line: { color: '#4b2e6b' }, fill: { color: '#7a5195', opacity: 0.5 }, radius: 5 },
    });
  });
});
