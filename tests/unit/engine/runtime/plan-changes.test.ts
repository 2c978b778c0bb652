import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { compileStyle, planChanges, type MapState, type MapCommand } from 'atlas-engine/runtime';
import { buildBundle, OPTIONS, shows } from '../../../build-atlas.ts';
import { applyChanges } from '../../../laws/runtime/apply-changes.ts';

const YAML = `
sources: [{ id: rivers, type: vector, file: data/a.pmtiles, fields: { river: { name: text } } }]
base-layers:
  - id: chart
    name: { all: Chart }
    ground: light
    sublayers:
      - { id: land, type: background, paint: { background-color: '#FFFFFF' } }
      - { id: rivers, type: line, source: rivers, source-layer: river, slot: water }
datasets: [{ id: tiles, geometry: polygon, permission: open, load: { file: data/a.geojson }, fields: {} }]
groups:
  - { id: fish, name: { all: Fish }, category: things, sublayers: [{ id: area, type: fill, source: tiles }] }
  - { id: reefs, name: { all: Reefs }, category: things, sublayers: [{ id: area, type: fill, source: tiles }] }
  - { id: mud, name: { all: Mud }, category: things, sublayers: [{ id: area, type: fill, source: tiles }] }
`;
const BUNDLE = buildBundle(YAML);
const stateOf = (...ids: readonly string[]): MapState => ({ ...shows(...ids), baseLayer: 'chart' });
const style = (...ids: readonly string[]): StyleSpecification =>
  compileStyle(BUNDLE, stateOf(...ids), {});

describe('planning changes', () => {
  it('moves the one group that was dragged', () => {
    expect(planChanges(style('fish', 'reefs', 'mud'), style('mud', 'fish', 'reefs'))).toEqual([
      { type: 'move-layer', id: 'group/mud/area', before: 'base/chart/rivers' },
    ]);
  });

  it('adds a group where it belongs and removes it again', () => {
    const [before, after] = [style('fish'), style('fish', 'mud')];
    expect(planChanges(before, after)).toMatchObject([
      { type: 'add-layer', layer: { id: 'group/mud/area' }, before: 'group/fish/area' },
    ]);
    expect(planChanges(after, before)).toEqual([{ type: 'remove-layer', id: 'group/mud/area' }]);
  });

  it('hides a group with one property', () => {
    const groups = [{ id: 'fish', visible: false, opacity: 1 }];
    const hidden = compileStyle(BUNDLE, { ...stateOf(), groups }, {});
    const command = { type: 'set-layout', id: 'group/fish/area', property: 'visibility' };
    expect(planChanges(style('fish'), hidden)).toEqual([{ ...command, value: 'none' }]);
    expect(planChanges(hidden, style('fish'))).toEqual([{ ...command, value: undefined }]);
  });

  it('removes the layers of a source before the source when its address changed', () => {
    const newer = buildBundle(YAML, { options: { ...OPTIONS, version: () => 'next' } });
    const state = shows('fish');
    const commands = planChanges(compileStyle(BUNDLE, state, {}), compileStyle(newer, state, {}));
    expect(commands.map(({ type }) => type)).toEqual([
      'remove-layer',
      'remove-source',
      'add-source',
      'add-layer',
    ]);
  });

  it('adds a layer again when it or its source has more keys', () => {
    const of = (layer: object, source: object): StyleSpecification =>
      ({
        version: 8,
        sources: { tiles: { type: 'vector', tiles: ['/t'], ...source } },
        layers: [{ id: 'x', type: 'fill', source: 'tiles', ...layer }],
      }) as StyleSpecification;
    const types = (from: StyleSpecification, to: StyleSpecification): string[] =>
      planChanges(from, to).map(({ type }) => type);
    const more = { 'source-layer': 'banks' };
    expect(types(of({}, {}), of(more, {}))).toEqual(['remove-layer', 'add-layer']);
    expect(types(of({}, {}), of({}, { maxzoom: 9 }))).toEqual([
      'remove-layer',
      'remove-source',
      'add-source',
      'add-layer',
    ]);
  });

  it('detects a longer and a shorter filter', () => {
    const of = (...kinds: readonly string[]): StyleSpecification =>
      ({
        version: 8,
        sources: {},
        layers: [{ id: 'x', type: 'background', filter: ['all', ...kinds] }],
      }) as unknown as StyleSpecification;
    const [short, long] = [of('a'), of('a', 'b')];
    expect(planChanges(short, long)).toMatchObject([{ filter: ['all', 'a', 'b'] }]);
    expect(planChanges(long, short)).toMatchObject([{ filter: ['all', 'a'] }]);
  });

  it('resets the zoom range when a layer has none', () => {
    const layer = { id: 'x', type: 'background' as const };
    const narrow = { version: 8 as const, sources: {}, layers: [{ ...layer, minzoom: 4 }] };
    const wide = { version: 8 as const, sources: {}, layers: [layer] };
    expect(planChanges(narrow, wide)).toEqual([
      { type: 'set-zooms', id: 'x', minzoom: 0, maxzoom: 24 },
    ]);
  });
});

describe('applying commands', () => {
  const before = style('fish');

  it('fails where a map would report an error', () => {
    const source = before.sources['tiles']!;
    const wrong: readonly MapCommand[] = [
      { type: 'remove-source', id: 'tiles' },
      { type: 'remove-source', id: 'gone' },
      { type: 'add-source', id: 'tiles', source },
      { type: 'remove-layer', id: 'gone' },
      { type: 'move-layer', id: 'base/chart/land', before: 'gone' },
      { type: 'add-layer', layer: before.layers[0]!, before: null },
      { type: 'add-layer', before: null, layer: { id: 'new', type: 'fill', source: 'gone' } },
      { type: 'set-paint', id: 'gone', property: 'fill-opacity', value: 1 },
    ];
    for (const command of wrong) expect(() => applyChanges(before, [command])).toThrow();
  });

  it('does not change the given style', () => {
    const copy = structuredClone(before);
    applyChanges(before, planChanges(before, style('mud', 'reefs')));
    expect(before).toEqual(copy);
  });
});
