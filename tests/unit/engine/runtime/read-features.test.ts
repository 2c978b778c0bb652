import { describe, expect, it } from 'vitest';
import {
  compileOverlays,
  compilePopup,
  identify,
  type FeatureHit,
  type RenderedFeature,
} from 'atlas-engine/runtime';
import { buildBundle } from '../../../build-atlas.ts';

const POINT: RenderedFeature['geometry'] = { type: 'Point' };

const BUNDLE = buildBundle(
  `
datasets:
  - id: shells
    geometry: point
    permission: open
    load: { file: data/a.geojson }
    fields:
      name: { type: text, label: { all: Name } }
      views: { type: list, format: photos, folder: photos, label: { all: Views } }
      links: { type: list, format: photos, label: { all: Links } }
overlays:
  highlight: { color: '#2e86c1', width: 3, fill-opacity: 0.18, casing: { color: '#ffffff', width: 7, dash: [2, 1] } }
  selection: { color: '#a94a22' }
  imported: { fill: '#7a5195', line: '#4b2e6b', opacity: 0.5, radius: 5 }
groups:
  - id: fish
    name: { all: Fish }
    category: things
    popup: { title: name, fields: [views, links] }
    sublayers:
      - { id: dot, type: circle, source: shells }
      - { id: name, type: symbol, source: shells, interactive: false, layout: { text-field: { field: name } } }
`,
  { assets: ['photos/a.jpg'] },
);

const seen = (layer: string, more: Partial<RenderedFeature> = {}): RenderedFeature => ({
  layer: { id: layer },
  source: 'shells',
  properties: {},
  geometry: POINT,
  ...more,
});

describe('identifying features under the pointer', () => {
  it('ignores layers that are not interactive or do not belong to a group', () => {
    expect(
      identify(BUNDLE, [
        seen('group/fish/name', { id: 1 }),
        seen('base/day/sea', { id: 1 }),
        seen('group/gone/dot', { id: 1 }),
        seen('selection', { id: 1 }),
      ]),
    ).toEqual([]);
  });
});

describe('a popup', () => {
  const hit: FeatureHit = {
    group: 'fish',
    sublayer: 'dot',
    source: 'shells',
    dataset: 'shells',
    id: '7',
    properties: { name: 'Long Bank' },
    geometry: POINT,
  };

  it('shows photo file names under the address of their field', () => {
    const names = '["a b.jpg"]';
    const popup = compilePopup(BUNDLE, {
      ...hit,
      dataset: 'shells@bay',
      properties: { views: names, links: names },
    });
    expect(popup.rows.map(({ formatted }) => formatted)).toEqual([
      { kind: 'photos', addresses: ['/api/photos/shells%40bay/views/a%20b.jpg'] },
    ]);
  });

  it('offers more attributes only where the server has them', () => {
    expect(compilePopup(BUNDLE, hit)).toHaveProperty('details');
    expect(compilePopup(BUNDLE, { ...hit, id: '' })).not.toHaveProperty('details');
    const { dataset: _, ...foreign } = hit;
    expect(compilePopup(BUNDLE, foreign)).not.toHaveProperty('details');
  });
});

describe('overlays', () => {
  it('have all defaults', () => {
    const overlays = compileOverlays(BUNDLE, BUNDLE.baseLayers[0]!);
    expect(overlays['highlight']).toEqual({
      id: 'highlight',
      line: { color: '#2e86c1', width: 3 },
      casing: { color: '#ffffff', width: 7, dash: [2, 1] },
      radius: 8,
      fill: { color: '#2e86c1', opacity: 0.18 },
      label: null,
    });
    expect(overlays['selection']).toMatchObject({ fill: null, casing: null });
    expect(overlays['imported']).toMatchObject({
      line: { color: '#4b2e6b' },
      fill: { color: '#7a5195', opacity: 0.5 },
      radius: 5,
    });
  });
});
