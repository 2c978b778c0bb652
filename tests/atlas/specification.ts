/**
 * The figures and names of the specification (sections 1, 3, 7 and 9) that the shipped atlas has to
 * hold, written down here once more and found by `specification.test.ts` in what is compiled.
 */

/** Section 9, categories, in their order. */
export const CATEGORIES = [
  'local-communities',
  'government-land-use',
  'forests',
  'infrastructure',
  'labels-and-boundaries',
  'lab',
] as const;

export interface GroupRow {
  readonly id: string;
  readonly category: (typeof CATEGORIES)[number];
  /** The datasets it draws, without the country where it has one per country. */
  readonly datasets?: readonly string[];
  /** Countries with a dataset of their own. */
  readonly countries?: readonly string[];
  /** The slider's start where the specification gives it; else it lies between 0.4 and 1. */
  readonly opacity?: number;
  /** Width of the line in the legend, px. */
  readonly width?: 2 | 5;
  /** True for the groups that have no style in the legend (section 3). */
  readonly unlisted?: true;
}

const ALL = ['cmr', 'cod', 'caf', 'cog', 'gab', 'gnq'];

/** Sections 1 and 3: the groups, where they stand and what they draw; section 9: opacities, widths. */
export const GROUPS: readonly GroupRow[] = [
  { id: 'tenure', category: 'local-communities', width: 2 },
  { id: 'villages', category: 'local-communities' },
  { id: 'livelihoods', category: 'local-communities' },
  { id: 'culture', category: 'local-communities' },
  { id: 'education', category: 'local-communities' },
  { id: 'health', category: 'local-communities' },
  { id: 'survey-areas', category: 'local-communities', width: 2 },
  { id: 'camps', category: 'local-communities' },
  {
    id: 'farming',
    category: 'local-communities',
    datasets: ['farming-points', 'farming-areas'],
  },
  { id: 'indigenous-peoples', category: 'local-communities', opacity: 0.5, width: 2 },
  { id: 'populated-places', category: 'local-communities', opacity: 0.5 },

  { id: 'logging', category: 'government-land-use', countries: ALL, width: 2 },
  {
    id: 'mining',
    category: 'government-land-use',
    countries: ['cmr', 'cod', 'caf', 'cog', 'gab'],
    width: 2,
  },
  { id: 'oil-permits', category: 'government-land-use', countries: ['cod', 'cog'], width: 2 },
  {
    id: 'agro-industry',
    category: 'government-land-use',
    countries: ['cmr', 'cod', 'cog', 'gab'],
    width: 2,
  },
  { id: 'protected-areas', category: 'government-land-use', countries: ALL, width: 2 },
  { id: 'redd', category: 'government-land-use', countries: ['cod', 'cog'], width: 5 },
  {
    id: 'community-forests',
    category: 'government-land-use',
    countries: ['cmr', 'cod', 'gab'],
    // Section 7: the list of places of a mapping service as well.
    datasets: [
      'community-forests-cmr',
      'community-forests-cod',
      'community-forests-gab',
      'community-forest-locations',
    ],
    width: 2,
  },

  { id: 'tree-cover', category: 'forests', opacity: 0.6 },
  { id: 'intact-forest-landscape', category: 'forests', opacity: 1 },
  { id: 'land-cover', category: 'forests', opacity: 1 },
  { id: 'esa-land-cover', category: 'forests', opacity: 1 },
  { id: 'primary-humid-forest', category: 'forests', opacity: 0.6 },
  { id: 'landscapes', category: 'forests', width: 2 },
  { id: 'logging-roads', category: 'infrastructure', width: 5 },
  { id: 'labels', category: 'labels-and-boundaries', datasets: [], opacity: 1, unlisted: true },
  { id: 'boundaries', category: 'labels-and-boundaries', datasets: [], opacity: 1, unlisted: true },
  { id: 'countries', category: 'labels-and-boundaries', datasets: ['country-names'] },
  { id: 'nguti-land-use', category: 'lab' },
  { id: 'maniema-land-use', category: 'lab' },
];

/** Groups that the specification does not have: roads under the invented villages (decision 0078). */
export const ADDED_GROUPS = ['roads'];

/** Section 4: on from the start. */
export const CHECKED = ['labels', 'boundaries'];

/** Section 9 and section 1: the base maps in their order, with their largest zoom. */
export const BASE_LAYERS: readonly (readonly [id: string, maxzoom: number])[] = [
  ['default', 24],
  ['terrain', 24],
  ['imagery', 20],
  ['dark', 24],
];

/** Not tiles of 256 px (section 9), by a decision: pictures of 256 px that are drawn twice as wide. */
export const WIDE_PICTURES = ['blue-marble'];

/** Section 9: from which zoom; each layer of the style that matches. */
export const MIN_ZOOMS: readonly (readonly [group: string, layers: RegExp, zoom: number])[] = [
  ['tenure', /outline$/, 6],
  ['villages', /name$/, 7],
  ['community-forests', /outline$/, 8],
];

/** Section 9: radius of the circles at the first and the last zoom, px. */
export const RADII: readonly (readonly [
  group: string,
  from: readonly [zoom: number, radius: number],
  to: readonly [zoom: number, radius: number],
])[] = [
  ['villages', [5, 1], [16, 15]],
  ['livelihoods', [8, 1], [16, 10]],
  ['education', [3, 1], [16, 7]],
  ['health', [3, 1], [16, 7]],
  ['culture', [3, 1], [16, 7]],
];

/** Section 3: the values that are drawn, and how many colours that makes. */
export const CLASSES: readonly {
  readonly group: string;
  readonly field: string;
  readonly values: readonly string[];
  /** Whether any other value has a colour, too. */
  readonly default: boolean;
}[] = [
  {
    group: 'livelihoods',
    field: 'type',
    values: ['fishing', 'farming', 'hunting', 'gathering', 'other'],
    default: true,
  },
  {
    group: 'nguti-land-use',
    field: 'land_use',
    values: [
      'builtup',
      'horticulture',
      'comforprop',
      'fishingarea',
      'agroforestry',
      'comfor',
      'wetland',
      'governconc',
      'currentbuilt',
      'researchfarm',
      'ranch',
      'nonallocate',
      'cropland',
      'privateland',
      'communityreserve',
      'fmu',
      'factories',
      'ecotourism',
      'infrastructure',
      'cultural',
    ],
    default: true,
  },
  {
    group: 'maniema-land-use',
    field: 'land_use',
    values: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `class${number}`),
    default: false,
  },
];

/** Section 3: the categories of the intact forest. */
export const INTACT_FOREST = [
  'intact-forest-landscapes',
  'reduction-in-extent-2013',
  'reduction-in-extent-2016',
];

/** Section 3: the fields that labels are made of. */
export const LABEL_FIELDS = ['name', 'name_en', 'capital', 'symbolrank', 'text_anchor', 'class'];

/** Section 7: vector tiles by name; the last is the legacy variant. */
export const TILES: readonly (readonly [name: string, dataset: string, legacy: string | null])[] = [
  ['villages', 'villages', 'villages-legacy'],
  ['camping', 'camps', null],
  ['tenure', 'tenure', null],
  ['livelihood', 'livelihoods', 'livelihood-legacy'],
  ['farmingpoint', 'farming-points', 'farmingpoint-legacy'],
  ['farmingpolygon', 'farming-areas', null],
  ['education', 'education', null],
  ['health', 'health', null],
  ['culture', 'culture', 'culture-legacy'],
];

/** Section 7: GeoJSON by name, with the datasets it unites. */
export const GEOJSON: readonly (readonly [name: string, datasets: readonly string[]])[] = [
  ['oilpermits', ['oil-permits-cod', 'oil-permits-cog']],
  [
    'agripalmoil',
    ['agro-industry-cmr', 'agro-industry-cod', 'agro-industry-cog', 'agro-industry-gab'],
  ],
  ['surveyareas', ['survey-areas']],
  ['landuse', ['nguti-land-use', 'maniema-land-use']],
  ['indigenouspeoples', ['indigenous-peoples']],
  // Section 3: the GeoJSON sources of the countries; their names are ours.
  ['protected-areas', ALL.map((country) => `protected-areas-${country}`)],
  ['redd', ['redd-cod', 'redd-cog']],
  ['mining', ['cmr', 'cod', 'caf', 'cog', 'gab'].map((country) => `mining-${country}`)],
  ['logging', ALL.map((country) => `logging-${country}`)],
  ['community-forests', ['cmr', 'cod', 'gab'].map((country) => `community-forests-${country}`)],
  ['community-forest-locations', ['community-forest-locations']],
  ['landscapes', ['landscapes']],
  ['tenures', ['tenure']],
  ['villages', ['villages']],
  ['livelihoods', ['livelihoods']],
  ['culture', ['culture']],
];

/** Section 7: names the map server answers to; each is a dataset of the same id. */
export const WMS = [
  'populated-places',
  'intact-forest-landscape',
  'tree-cover',
  'logging-roads',
  'land-cover',
  'esa-land-cover',
  'primary-humid-forest',
];

/** Section 6: who may see and download; the rest is open to see. */
export const ACCESS: readonly {
  readonly dataset: string;
  readonly view: string;
  readonly download: string;
}[] = [
  { dataset: 'tenure', view: 'level-2', download: 'level-2' },
  { dataset: 'culture', view: 'level-2', download: 'level-2' },
  { dataset: 'livelihoods', view: 'level-1', download: 'level-2' },
  { dataset: 'farming-points', view: 'level-1', download: 'level-2' },
  { dataset: 'farming-areas', view: 'level-1', download: 'level-2' },
  { dataset: 'villages', view: 'level-0', download: 'level-1' },
  { dataset: 'education', view: 'level-0', download: 'level-1' },
  { dataset: 'health', view: 'level-0', download: 'level-1' },
  { dataset: 'nguti-land-use', view: 'level-0', download: 'level-2' },
  { dataset: 'maniema-land-use', view: 'level-0', download: 'level-2' },
];

/**
 * Section 9: extents `[west, south, east, north]`, the swapped corners of two set right, and the
 * groups of each project: a general group, or what the project's copy of it is called.
 */
export const PROJECTS: readonly {
  readonly id: string;
  readonly alias?: string;
  readonly extent: readonly [number, number, number, number];
  readonly groups: readonly string[];
  /** Figures of section 1 that its texts name, by locale. */
  readonly figures?: Readonly<Record<'en' | 'fr', readonly string[]>>;
}[] = [
  {
    id: 'nguti',
    alias: 'ngouti',
    extent: [8.9219, 4.8415, 10.2131, 5.6285],
    groups: [
      'nguti-tenure',
      'nguti-land-use',
      'nguti-livelihoods',
      'nguti-culture',
      'nguti-villages',
    ],
  },
  {
    id: 'tumba-ledima',
    extent: [16.403918, -2.108926, 17.988549, -0.910108],
    groups: [
      'tumba-ledima-tenure',
      'tumba-ledima-protected-areas',
      'tumba-ledima-livelihoods',
      'tumba-ledima-culture',
      'tumba-ledima-villages',
    ],
    figures: {
      en: ['741,000\u00a0ha', '120,000\u00a0people'],
      fr: ['741\u00a0000\u00a0ha', '120\u00a0000\u00a0personnes'],
    },
  },
  {
    id: 'mai-ndombe',
    extent: [15.7941, -3.035, 21.0326, 0.1695],
    groups: [
      'mai-ndombe-tenure',
      'mai-ndombe-livelihoods',
      'mai-ndombe-culture',
      'mai-ndombe-villages',
      'mai-ndombe-redd',
    ],
    figures: { en: ['12\u00a0million\u00a0hectares'], fr: ['12\u00a0millions d’hectares'] },
  },
  {
    id: 'lup',
    extent: [24.701, -2.58, 26.075, -1.775],
    groups: [
      'lup-tenure',
      'lup-protected-areas',
      'maniema-land-use',
      'lup-villages',
      'lup-livelihoods',
    ],
    figures: { en: ['60\u00a0communities'], fr: ['60\u00a0communautés'] },
  },
];

/** Section 3, attribute sets: fields that stand in the popup of the group, its title included. */
export const ATTRIBUTES: readonly (readonly [group: string, fields: readonly string[]])[] = [
  [
    'villages',
    [
      'name',
      'clans',
      'composition',
      'description',
      'difficulties',
      'electricity',
      'clean_water_source',
      'ethnic_groups',
      'languages_spoken',
      'main_activities',
      'market_distance',
      'pharmacy_within_5k',
      'phone',
      'total_population',
      'poverty_perception',
      'surveyed',
      'village_map',
      'photos',
    ],
  ],
  ['tenure', ['clan', 'clan_difficulties']],
  [
    'education',
    ['students', 'teachers', 'classes', 'building_type', 'qualities', 'school_difficulties'],
  ],
  [
    'health',
    ['beds', 'nurses', 'gp_count', 'patients', 'admission_reasons', 'health_difficulties'],
  ],
  ['livelihoods', ['type']],
  ['nguti-land-use', ['land_use']],
  ['maniema-land-use', ['land_use']],
  ['redd', ['nom_redd']],
];
