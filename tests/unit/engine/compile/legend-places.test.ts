import { describe, expect, it } from 'vitest';
import { compileAtlas, type PlaceOfValue } from 'atlas-engine';
import { compileLegend, type Bounds } from 'atlas-engine/runtime';
import { buildModel, OPTIONS } from '../../../build-atlas.ts';

const DATASET = (id: string): string => `
  - id: ${id}
    geometry: polygon
    permission: open
    load: { file: data/a.geojson }
    fields:
      state: { type: text, label: { all: State } }`;

const MODEL = buildModel(`
datasets:${DATASET('west')}${DATASET('east')}
classes:
  - id: states
    field: state
    values:
      - { value: [new, neuf], color: '#FF0000', label: { all: New } }
      - { value: old, color: '#00FF00', label: { all: Old } }
    default: { color: '#0000FF', label: { all: Other } }
    missing: { color: '#888888', label: { all: Not stated } }
groups:
  - id: permits
    name: { all: Permits }
    category: things
    sublayers:
      - { id: west, type: fill, source: west, paint: { fill-color: { classes: states } } }
      - { id: east, type: fill, source: east, paint: { fill-color: { classes: states } } }
`);

const WEST: Bounds = [0, 0, 5, 5];
const EAST: Bounds = [20, 0, 25, 5];

type Places = Readonly<Record<string, readonly PlaceOfValue[] | null>>;

const PLACES: Places = {
  west: [
    ['new', WEST],
    ['neuf', [1, 1, 2, 2]],
    ['old', WEST],
  ],
  east: [
    ['old', EAST],
    ['burnt', EAST],
    [null, EAST],
  ],
};

describe('the classes of a legend', () => {
  const labelsIn = (area: Bounds | null, places: Places = PLACES): string[] => {
    const bundle = compileAtlas(MODEL, { ...OPTIONS, places: (dataset) => places[dataset]! });
    const baseLayer = bundle.baseLayers[0]!.id;
    const groups = [{ id: 'permits', opacity: 1, visible: true }];
    const state = { baseLayer, hillshade: false, project: null, groups };
    return compileLegend(bundle, state, area)[0]!.rows.map(({ label }) => label);
  };

  it('are those that have features in the area', () => {
    expect(labelsIn([3, 3, 4, 4])).toEqual(['New', 'Old']);
    expect(labelsIn([22, 1, 23, 2])).toEqual(['Old', 'Other', 'Not stated']);
    expect(labelsIn([4, 1, 21, 2])).toEqual(['New', 'Old', 'Other', 'Not stated']);
    expect(labelsIn([10, 1, 12, 2])).toEqual([]);
  });

  it('are all that have features while the area is unknown', () => {
    expect(labelsIn(null)).toEqual(['New', 'Old', 'Other', 'Not stated']);
    expect(labelsIn(null, { ...PLACES, east: [] })).toEqual(['New', 'Old']);
  });

  it('are all when the places of a dataset are unknown', () => {
    const all = ['New', 'Old', 'Other', 'Not stated'];
    expect(labelsIn([3, 3, 4, 4], { ...PLACES, east: null })).toEqual(all);
  });

  it('name each place once, without places inside others', () => {
    const bundle = compileAtlas(MODEL, { ...OPTIONS, places: (dataset) => PLACES[dataset]! });
    expect(bundle.groups['permits']!.legend.map(({ places }) => places)).toEqual([
      [WEST],
      [WEST, EAST],
      [EAST],
      [EAST],
    ]);
  });
});
