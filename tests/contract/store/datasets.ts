/** Small datasets and levels for the tests of stores and loads, without an atlas. */
import type { Dataset, Feeds, Field, FieldType, Level } from 'atlas-engine';

export const LEVELS: readonly Level[] = ['everyone', 'members', 'trusted'].map((id, rank) => ({
  id,
  rank,
  name: { en: id },
  whenDenied: 'lock',
}));

export const [EVERYONE, MEMBERS, TRUSTED] = LEVELS as readonly [Level, Level, Level];

/** The words for yes and no of an atlas in English and French. */
const BOOLEANS = { yes: true, no: false, oui: true, non: false };

export function field(name: string, type: FieldType, more: Partial<Field> = {}): Field {
  return {
    name,
    type,
    label: { en: name },
    permission: EVERYONE,
    values: null,
    parse: ['iso'],
    nullValues: [],
    ...(type === 'boolean' && { booleans: BOOLEANS }),
    ...more,
  };
}

const NO_FEEDS: Feeds = {
  tiles: null,
  geojson: null,
  wholeGeojson: 'view',
  wms: null,
  search: null,
  analysis: null,
  download: false,
  areas: false,
};

/** Feeds of a dataset whose fields are searched. */
export function searching(fields: readonly string[], rank: string | null = null): Feeds {
  return { ...NO_FEEDS, search: { fields, title: { en: fields }, rank, label: null } };
}

export function dataset(
  id: string,
  geometry: Dataset['geometry'],
  fields: readonly Field[],
  more: Partial<Dataset> = {},
): Dataset {
  return {
    id,
    geometry,
    permission: { view: EVERYONE, analyse: EVERYONE, download: EVERYONE },
    whenDenied: 'lock',
    border: 'clip',
    load: { kind: 'file', file: `${id}.geojson`, format: 'geojson' },
    key: null,
    demo: false,
    only: [],
    allowEmpty: false,
    fields: new Map(fields.map((item) => [item.name, item])),
    feeds: NO_FEEDS,
    driver: { kind: 'store' },
    derived: [],
    asks: [],
    info: { links: [] },
    ...more,
  };
}

/** The dataset of the polygons of `makePolygons`. */
export const PARCELS = dataset(
  'parcels',
  'polygon',
  [
    field('code', 'text'),
    field('name', 'text'),
    field('kind', 'text'),
    field('year', 'integer'),
    field('protected', 'boolean'),
  ],
  { key: 'code' },
);
