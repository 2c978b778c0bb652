import { describe, expect, it } from 'vitest';
import {
  compileOverlays,
  compilePopup,
  identify,
  type BundlePopup,
  type FeatureHit,
  type RenderedFeature,
} from '../../../engine/runtime.ts';
import { group, lagoon, sublayer } from './small-atlas.ts';

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
});

describe('a popup', () => {
  const hit: FeatureHit = {
    ...{ group: 'fish', sublayer: 'area', source: 'tiles', dataset: 'shells', id: '7' },
    properties: { name: 'Long Bank', catch: 1200, secret: 'x', phone: '' },
    geometry: POINT,
  };

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

  it('asks for no more where nothing more can be asked', () => {
    expect(compilePopup(BUNDLE, { ...hit, id: '' })).not.toHaveProperty('details');
    const { dataset: _, ...foreign } = hit;
    expect(compilePopup(BUNDLE, foreign)).not.toHaveProperty('details');
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
