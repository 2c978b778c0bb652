/**
 * Creates models from hand-made objects for checks of permissions; omitted objects have defaults.
 */
import type {
  AtlasModel,
  BaseLayer,
  Dataset,
  Field,
  Group,
  Level,
  Project,
  Source,
  Sublayer,
} from '../../../../engine/model/model.ts';
import { buildModel } from '../../../build-atlas.ts';

/** An atlas with one object of each kind, from which the objects of a check are made. */
const BASE = buildModel(`
sources: [{ id: sheet, type: raster, file: data/a.pmtiles, attribution: [{ text: { all: Made } }] }]
datasets: [{ id: wells, geometry: point, permission: open, load: { file: data/a.geojson }, fields: { name: { type: text, label: { all: Name } } } }]
groups:
  - { id: wells, name: { all: Wells }, category: things, sublayers: [{ id: dot, type: circle, source: wells, paint: { circle-color: '#FF0000' } }, { id: sheet, type: raster, source: sheet, legend: none }] }
projects: [{ id: story, name: { all: Story }, extent: [1, 1, 5, 5], groups: [wells] }]
`);

/** Ranks 0, 1 and 2. */
export const [OPEN, KNOWN, SECRET] = BASE.levels as readonly Level[] as readonly [
  Level,
  Level,
  Level,
];
const [WELLS] = [...BASE.datasets.values()] as [Dataset];
const [NAME] = [...WELLS.fields.values()] as [Field];
const [GROUP] = BASE.groups as [Group];
const [PROJECT] = BASE.projects as [Project];
const [DAY] = BASE.baseLayers as [BaseLayer];
const [SHEET] = [...BASE.sources.values()] as [Source];

export const field = (part: Partial<Field>): Field => ({ ...NAME, ...part });
export const sublayer = (part: Partial<Sublayer>): Sublayer => ({
  ...GROUP.sublayers[1]!,
  source: { kind: 'none' },
  paint: {},
  ...part,
});
export const source = (part: Partial<Source>): Source =>
  ({ ...SHEET, file: undefined, ...part }) as Source;
export const group = (part: Partial<Group>): Group => ({ ...GROUP, sublayers: [], ...part });
export const project = (part: Partial<Project>): Project => ({ ...PROJECT, groups: [], ...part });
export const baseLayer = (part: Partial<BaseLayer>): BaseLayer => ({
  ...DAY,
  sublayers: [],
  ...part,
});

/** Returns a public dataset without feeds, with the given parts replaced. */
export function dataset(
  part: Partial<Omit<Dataset, 'feeds' | 'permission' | 'fields'>> & {
    readonly feeds?: Partial<Dataset['feeds']>;
    readonly permission?: Partial<Dataset['permission']>;
    readonly fields?: readonly Field[];
  },
): Dataset {
  const { feeds, permission, fields = [], ...rest } = part;
  return {
    ...WELLS,
    ...rest,
    feeds: { ...WELLS.feeds, tiles: null, geojson: null, wms: null, ...feeds },
    permission: { view: OPEN, analyse: OPEN, download: OPEN, ...permission },
    fields: new Map(fields.map((each) => [each.name, each])),
  };
}

/** Returns a model with these parts only. */
export function model(
  part: Partial<Omit<AtlasModel, 'datasets'>> & { readonly datasets?: readonly Dataset[] },
): AtlasModel {
  const { datasets = [], ...rest } = part;
  return {
    ...BASE,
    baseLayers: [],
    groups: [],
    projects: [],
    hillshade: null,
    ...rest,
    datasets: new Map(datasets.map((each) => [each.id, each])),
  };
}
