import { featureFilter, type FilterSpecification } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { compileStyle, filterFields, type FieldFilter, type Json } from 'atlas-engine/runtime';
import { buildBundle, shows } from '../../../build-atlas.ts';

const BUNDLE = buildBundle(`
datasets:
  - id: wells
    geometry: point
    permission: open
    load: { file: data/a.geojson }
    fields:
      name: { type: text, label: { all: Name } }
      depth: { type: number, unit: { all: m }, label: { all: Depth } }
      dug: { type: date, label: { all: Dug } }
      dry: { type: boolean, label: { all: Dry } }
      kind: { type: text, label: { all: Kind }, values: { words: { w: { all: Well }, s: { all: Spring } } } }
      users: { type: list, label: { all: Users } }
      note: { type: text, label: { all: Note } }
    feeds: { tiles: { minzoom: 2, maxzoom: 9 } }
groups:
  - id: wells
    name: { all: Wells }
    category: things
    popup: { title: name, fields: [depth, dug, dry], sections: [{ heading: { all: More }, fields: [kind, users] }] }
    sublayers:
      - { id: dot, type: circle, source: wells, where: { depth: { min: 0 } } }
      - { id: name, type: symbol, source: wells, layout: { text-field: { field: name } } }
`);

const FEATURES: readonly Readonly<Record<string, Json>>[] = [
  { name: 'North Bay', depth: 5, dug: '2020-06-01', dry: true, kind: 'w' },
  { name: 'Élan bay', depth: 12.5, dug: '2020', dry: false, kind: 's' },
  { name: 'South', depth: 40, dug: '2021-03' },
  { depth: 7 },
];

/** Returns the names of the features that each layer of the group draws, evaluated by MapLibre. */
function drawn(...filters: readonly FieldFilter[]): readonly string[][] {
  const state = shows('wells');
  const groups = state.groups.map((group) => ({ ...group, filters }));
  return compileStyle(BUNDLE, { ...state, groups })
    .layers.filter(({ id }) => id.startsWith('group/wells/'))
    .map((layer) => {
      const filter = 'filter' in layer ? layer.filter : undefined;
      const { filter: test } = featureFilter(filter as FilterSpecification | undefined, 'never');
      return FEATURES.filter((properties) =>
        test({ zoom: 10 }, { type: 1, properties, geometry: [] } as never),
      ).map(({ name }) => String(name ?? '-'));
    });
}

const both = (...names: string[]) => [names, names];

describe('the filters of a visitor', () => {
  it('are offered for the title and the fields of the popup that are in the tiles', () => {
    expect(filterFields(BUNDLE, 'wells')).toEqual([
      { field: '', kind: 'words' },
      { field: 'depth', label: 'Depth', kind: 'number', unit: 'm' },
      { field: 'dug', label: 'Dug', kind: 'date' },
      { field: 'dry', label: 'Dry', kind: 'value' },
      { field: 'kind', label: 'Kind', kind: 'value', values: { w: 'Well', s: 'Spring' } },
    ]);
    expect(filterFields(BUNDLE, 'unknown')).toEqual([]);
  });

  it('find all words in the title, in upper or lower case', () => {
    expect(drawn({ field: '', kind: 'words', words: 'BAY' })).toEqual(
      both('North Bay', 'Élan bay'),
    );
    expect(drawn({ field: '', kind: 'words', words: 'bay éL' })).toEqual(both('Élan bay'));
  });

  it('include both ends of a range of numbers', () => {
    const depth = { field: 'depth', kind: 'range' } as const;
    expect(drawn({ ...depth, min: '5', max: '12.5' })).toEqual(both('North Bay', 'Élan bay', '-'));
    expect(drawn({ ...depth, min: '13' })).toEqual(both('South'));
  });

  it('compare dates with the precision they have', () => {
    const dug = { field: 'dug', kind: 'range' } as const;
    expect(drawn({ ...dug, min: '2020-05-01', max: '2020-12-31' })).toEqual(
      both('North Bay', 'Élan bay'),
    );
    expect(drawn({ ...dug, min: '2020-06-02' })).toEqual(both('Élan bay', 'South'));
    expect(drawn({ ...dug, max: '2020-05-31' })).toEqual(both('Élan bay'));
  });

  it('compare values of any type as text', () => {
    expect(drawn({ field: 'dry', kind: 'value', value: 'false' })).toEqual(both('Élan bay'));
    expect(drawn({ field: 'kind', kind: 'value', value: 'w' })).toEqual(both('North Bay'));
  });

  it('apply together, and not for fields that the popup does not have', () => {
    expect(
      drawn(
        { field: '', kind: 'words', words: 'bay' },
        { field: 'depth', kind: 'range', max: '9' },
        { field: 'note', kind: 'words', words: 'nothing has this' },
      ),
    ).toEqual(both('North Bay'));
  });
});
