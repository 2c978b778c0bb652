/**
 * The values of the specification (sections 1, 3, 7 and 9) that the shipped atlas must have.
 * `specification.test.ts` compares them with the compiled atlas.
 */

/** Section 9 of the specification: the categories in order. */
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
  /** The datasets of the group, if they are not named after the group and its countries. */
  readonly datasets?: readonly string[];
  /** Countries with their own dataset. */
  readonly countries?: readonly string[];
  /** The initial opacity, where the specification gives it; otherwise it is between 0.4 and 1. */
  readonly opacity?: number;
  /** Width of the line in the legend, in px. */
  readonly width?: 2 | 5;
  /** True for groups without a legend (section 3). */
  readonly unlisted?: true;
}

const ALL = ['cmr', 'cod', 'caf', 'cog', 'gab', 'gnq'];

/**
 * Sections 1 and 3: the groups with their categories and datasets. Section 9: opacities and widths.
 */
export const GROUPS: readonly GroupRow[] = [
  {
    id: 'tenure',
    category: 'local-communities',
    datasets: ['tenure', 'unmapped-areas'],
    width: 2,
  },
  { id: 'villages', category: 'local-communities' },
  { id: 'livelihoods', category: 'local-communities' },
  { id: 'culture', category: 'local-communities' },
  { id: 'education', category: 'local-communities' },
  { id: 'health', category: 'local-communities' },
  {
    id: 'survey-areas',
    category: 'local-communities',
    datasets: ['survey-areas', 'unmapped-areas'],
    width: 2,
  },
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
    // Section 7: also the list of locations of a mapping service.
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
  { id: 'logging-roads', category: 'infrastructure' },
  { id: 'labels', category: 'labels-and-boundaries', datasets: [], opacity: 1, unlisted: true },
  { id: 'boundaries', category: 'labels-and-boundaries', datasets: [], opacity: 1, unlisted: true },
  { id: 'countries', category: 'labels-and-boundaries', datasets: ['country-names'] },
  { id: 'nguti-land-use', category: 'lab' },
  { id: 'maniema-land-use', category: 'lab' },
];

/** Groups that are not in the specification: the roads between the invented villages. */
export const ADDED_GROUPS = ['roads'];

/** Section 4: the groups that are on at the start. */
export const CHECKED = ['labels', 'boundaries'];

/** Sections 1 and 9: the base maps in order, with their maximum zoom. */
export const BASE_LAYERS: readonly (readonly [id: string, maxzoom: number])[] = [
  ['default', 24],
  ['terrain', 24],
  ['imagery', 20],
  ['dark', 24],
];

/**
 * Base maps that are excepted from section 9 by a decision: their tiles of 256 px are drawn at
 * twice the size.
 */
export const WIDE_PICTURES = ['blue-marble'];

/** Section 9: the minzoom of the layers whose names match. */
export const MIN_ZOOMS: readonly (readonly [group: string, layers: RegExp, zoom: number])[] = [
  ['tenure', /outline$/, 6],
  ['community-forests', /outline$/, 8],
];

/**
 * Section 9 has village labels from zoom 7: at each zoom, whether a village may have a name. Room
 * decides, and not its population.
 */
export const VILLAGE_NAMES: readonly (readonly [zoom: number, may: boolean])[] = [
  [6.9, false],
  [7, true],
  [7.9, true],
  [8, true],
  [8.9, true],
  [9, true],
  [10, true],
  [14, true],
];

/** Section 9: radius of the circles in px at the first and the last zoom. */
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

/** Section 9: the lowest and the highest opacity of a legend row. */
export const LEGEND_OPACITIES = [0.4, 1] as const;

/**
 * Section 3: the layers with legends, as the specification names them, and the groups that have
 * them. The visitor's own file (`user-import`) is a group that the configuration does not have.
 */
export const LEGENDS: readonly (readonly [name: string, group: string])[] = [
  ['protected-areas', 'protected-areas'],
  ['redd', 'redd'],
  ['oil-permits', 'oil-permits'],
  ['logging', 'logging'],
  ['logging-car', 'logging'],
  ['mining', 'mining'],
  ['agri', 'agro-industry'],
  ['countries', 'countries'],
  ['culture', 'culture'],
  ['tenure', 'tenure'],
  ['surveyareas', 'survey-areas'],
  ['villages', 'villages'],
  ['education', 'education'],
  ['health', 'health'],
  ['livelihood', 'livelihoods'],
  ['camps', 'camps'],
  ['community-forests', 'community-forests'],
  ['indigenous-people', 'indigenous-peoples'],
  ['carpe-landscapes', 'landscapes'],
  ['logging-roads', 'logging-roads'],
  ['populated-places', 'populated-places'],
  ['intact-forest-landscape', 'intact-forest-landscape'],
  ['esa-land-cover', 'esa-land-cover'],
  ['land-cover', 'land-cover'],
  ['tree-cover', 'tree-cover'],
  ['primary-humid-forest', 'primary-humid-forest'],
];

/** Section 3: the legend labels of the classes of land use. */
export const LAND_USE_WORDS: readonly (readonly [group: string, value: string, words: RegExp])[] = [
  ['nguti-land-use', 'builtup', /^Built-up area \(proposed\)$/],
  ['nguti-land-use', 'comfor', /^Community forestry$/],
  ['nguti-land-use', 'governconc', /^Governmental concession$/],
  ['maniema-land-use', 'class1', /^Shifting agriculture$/],
  ['maniema-land-use', 'class2', /^Conservation$/],
  ['maniema-land-use', 'class3', /^Animal breeding$/],
  ['maniema-land-use', 'class4', /^Sustainable logging and hunting$/],
  ['maniema-land-use', 'class5', /^Fishing$/],
  ['maniema-land-use', 'class6', /^Sustainable agriculture$/],
  ['maniema-land-use', 'class7', /^Community activity$/],
  ['maniema-land-use', 'class8', /^Infrastructure$/],
  ['maniema-land-use', 'class9', /^State-controlled areas$/],
];

/** Section 3: the values with a separate colour. */
export const CLASSES: readonly {
  readonly group: string;
  readonly field: string;
  readonly values: readonly string[];
  /** Whether all other values have a common colour. */
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

/** Section 3: the fields that labels read. */
export const LABEL_FIELDS = ['name', 'name_en', 'capital', 'symbolrank', 'text_anchor', 'class'];

/** Section 7: vector tiles by name, with the legacy name. */
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

/** Section 7: GeoJSON by name, with its datasets. */
export const GEOJSON: readonly (readonly [name: string, datasets: readonly string[]])[] = [
  ['oilpermits', ['oil-permits-cod', 'oil-permits-cog']],
  [
    'agripalmoil',
    ['agro-industry-cmr', 'agro-industry-cod', 'agro-industry-cog', 'agro-industry-gab'],
  ],
  ['surveyareas', ['survey-areas']],
  ['landuse', ['nguti-land-use', 'maniema-land-use']],
  ['indigenouspeoples', ['indigenous-peoples']],
  // Section 3: the GeoJSON sources of the countries. The specification does not give these names.
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

/** Section 7: the layer names of WMS; each is the id of a dataset. */
export const WMS = [
  'populated-places',
  'intact-forest-landscape',
  'tree-cover',
  'logging-roads',
  'land-cover',
  'esa-land-cover',
  'primary-humid-forest',
];

/** Section 6: who may view and download; all other datasets are public. */
export const ACCESS: readonly {
  readonly dataset: string;
  readonly view: string;
  readonly download: string;
}[] = [
  { dataset: 'tenure', view: 'level-2', download: 'level-2' },
  { dataset: 'culture', view: 'level-2', download: 'level-2' },
  // The areas of Explore, which section 6 opens to trusted users.
  { dataset: 'sample-areas', view: 'level-2', download: 'level-2' },
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
 * Section 9: extents `[west, south, east, north]` and the groups of each project. The swapped
 * corners of two extents are corrected. A group is a general group or the project's copy of it.
 */
export const PROJECTS: readonly {
  readonly id: string;
  readonly alias?: string;
  /** The countries of the extent of the project. */
  readonly countries: readonly string[];
  readonly extent: readonly [number, number, number, number];
  readonly groups: readonly string[];
  /** Figures of section 1 that the texts contain, by locale. */
  readonly figures?: Readonly<Record<'en' | 'fr', readonly string[]>>;
}[] = [
  {
    id: 'nguti',
    alias: 'ngouti',
    countries: ['cmr'],
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
    countries: ['cod', 'cog'],
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
    countries: ['cod', 'cog'],
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
    countries: ['cod'],
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

/** Section 3, attribute sets: fields in the popup of the group, its title included. */
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
  ['livelihoods', ['type', 'resources']],
  ['culture', ['kind', 'clan', 'uses', 'rules']],
  // Section 3: household, and infrastructure of the land-use plans.
  ['villages', ['households', 'household_size', 'roofing', 'lighting', 'land_access']],
  ['nguti-land-use', ['land_use', 'infrastructure', 'infrastructure_condition']],
  ['maniema-land-use', ['land_use', 'infrastructure', 'infrastructure_condition']],
  ['farming', ['crops', 'system', 'difficulties']],
  ['camps', ['kind', 'season', 'uses']],
  ['logging', ['fmu_name', 'fmu_type', 'company_na', 'm_plan_sta']],
  ['mining', ['permit_no', 'permit_type', 'holder', 'minerals', 'status']],
  ['oil-permits', ['name', 'status', 'operator']],
  ['agro-industry', ['name', 'company', 'crop']],
  ['protected-areas', ['name', 'designation', 'iucn_category', 'authority']],
  ['community-forests', ['name', 'nom_fcom', 'village', 'application.status']],
  ['redd', ['nom_redd', 'kind', 'stage', 'proponent']],
];
