/** A plausible mistake in the shipped atlas, and the expected code. */
export interface WrongEdit {
  readonly file: string;
  readonly search: string;
  readonly replace: string;
  readonly code: string;
}

function edit(file: string, search: string, replace: string, code: string): WrongEdit {
  return { file, search, replace, code };
}

const COMMUNITIES = 'groups/communities.yaml';
const PEOPLE = 'datasets/communities.yaml';
const LAND_USE = 'classes/nguti-land-use.yaml';
const PLANS = 'groups/land-use-plans.yaml';
const COUNTRIES = 'groups/boundaries.yaml';
const PLAN = 'templates/land-use-plans.yaml';
const NGUTI = 'projects/nguti.yaml';
const MAI_NDOMBE = 'projects/mai-ndombe.yaml';
const REDD = 'groups/government-land-use.yaml';
const TEMPLATE = 'templates/country-areas.yaml';

export const WRONG_EDITS: readonly WrongEdit[] = [
  // references to unknown names
  edit(COMMUNITIES, 'source: villages', 'source: vilages', 'unknown-source'),
  edit(
    COMMUNITIES,
    'category: local-communities',
    'category: local-comunities',
    'unknown-category',
  ),
  edit(COMMUNITIES, 'token: laterite-data', 'token: laterite-dta', 'unknown-token'),
  edit(COMMUNITIES, 'preset: label-village', 'preset: village-label', 'unknown-preset'),
  edit(PLANS, 'classes: nguti-land-use', 'classes: nguti-landuse', 'unknown-classes'),
  edit(PLANS, 'coverage: [cmr]', 'coverage: [cmn]', 'unknown-country'),
  edit(REDD, 'use: faint-country-area', 'use: faint-country-areas', 'unknown-template'),
  edit(REDD, "'redd-${country}'", "'red-${country}'", 'unknown-dataset'),
  edit(NGUTI, '        nguti-land-use,', '        nguti-land-uses,', 'unknown-group'),
  edit(MAI_NDOMBE, '[cod-area-outline]', '[cod-outline]', 'unknown-sublayer'),
  edit(NGUTI, 'texts/nguti-1', 'texts/ngouti-1', 'text-file-missing'),
  edit(PEOPLE, 'demo/livelihoods', 'demo/livelihood', 'file-missing'),
  edit(PEOPLE, 'texts.about.villages', 'texts.about.village', 'not-a-text-key'),
  // fields and values
  edit(COMMUNITIES, 'fields: [total_population,', 'fields: [population,', 'unknown-field'),
  edit(
    'datasets/communities-land.yaml',
    'title: { by-language: name }',
    'title: { by-language: nom }',
    'fields-by-language',
  ),
  edit(PEOPLE, 'search: [name]', 'search: [title]', 'unknown-field'),
  edit(PEOPLE, 'key: village_id', 'key: villageid', 'unknown-field'),
  edit(PEOPLE, 'total_population:', 'total_pop:', 'field-not-in-data'),
  edit(PEOPLE, 'clean_water_source:', 'clean_water:', 'field-not-in-data'),
  edit(LAND_USE, 'value: cropland', 'value: cropLand', 'class-never-occurs'),
  edit(LAND_USE, 'value: comfor\n', 'value: comforest\n', 'class-never-occurs'),
  edit(LAND_USE, 'field: land_use', 'field: landuse', 'unknown-field'),
  edit(MAI_NDOMBE, 'nom_redd: PILOTE', 'nom_redd: PILOT', 'impossible-value'),
  edit(MAI_NDOMBE, 'nom_redd: PILOTE', 'nom: PILOTE', 'unknown-field'),
  edit(
    PLAN,
    'type: fill\n',
    "type: fill\n        where: { land_use: [cropland, 'ranches'] }\n",
    'impossible-value',
  ),
  edit(
    PLAN,
    'type: fill\n',
    'type: fill\n        where: { area_ha: { min: 900000000 } }\n',
    'filter-matches-nothing',
  ),
  edit(
    PLAN,
    'type: fill\n',
    "type: fill\n        filter: ['==', [get, land_use], croplnd]\n",
    'impossible-value',
  ),
  // shape
  edit(COUNTRIES, 'opacity: 0.5', 'opacity: 50', 'out-of-range'),
  edit(COUNTRIES, 'opacity: 0.5', "opacity: '0.5'", 'wrong-type'),
  edit(COUNTRIES, 'opacity: 0.5', 'opacity: 0,5', 'wrong-type'),
  edit(PLANS, 'sublayers:', 'sublayer:', 'unknown-key'),
  edit(PLAN, 'minzoom: 8', 'minzom: 8', 'unknown-key'),
  edit(COMMUNITIES, 'type: circle', 'type: point', 'not-in-list'),
  edit(PEOPLE, 'type: integer, unit', 'type: int, unit', 'not-in-list'),
  edit(PEOPLE, 'when-denied: lock', 'when-denied: locked', 'not-in-list'),
  edit('atlas.yaml', 'chunk-timeout: 120 s', 'chunk-timeout: 120 seconds', 'bad-format'),
  edit(LAND_USE, 'values:', 'value:', 'unknown-key'),
  // style
  edit(COMMUNITIES, 'circle-color: { token', 'circle-colour: { token', 'unknown-property'),
  edit(
    COMMUNITIES,
    'paint: { preset: label-village }',
    'paint: { preset: label-village, text-size: 12 }',
    'property-in-wrong-place',
  ),
  edit(
    COMMUNITIES,
    '{ by-zoom: { 5: 1, 7: 1.5, 8: 2.4, 10: 4.5, 16: 15 } }',
    '{ by-zooms: { 5: 1, 7: 1.5, 8: 2.4, 10: 4.5, 16: 15 } }',
    'unknown-short-form',
  ),
  edit(
    COMMUNITIES,
    '{ by-zoom: { 5: 1, 7: 1.5, 8: 2.4, 10: 4.5, 16: 15 } }',
    '{ by-zoom: { 5: small, 7: 1.5, 8: 2.4, 10: 4.5, 16: 15 } }',
    'wrong-type',
  ),
  edit(
    COMMUNITIES,
    '{ by-zoom: { 5: 1, 7: 1.5, 8: 2.4, 10: 4.5, 16: 15 } }',
    '{ by-zoom: { 5px: 1, 7: 1.5, 8: 2.4, 10: 4.5, 16: 15 } }',
    'bad-stop',
  ),
  edit(COMMUNITIES, "light: '#FFFFFF', dark: '#14201B' }", "light: '#FFFFFF' }", 'ground-missing'),
  edit(COMMUNITIES, 'shade: ring', 'shade: rings', 'unknown-shade'),
  edit(REDD, 'type: circle', 'type: fill', 'geometry-mismatch'),
  edit(COMMUNITIES, 'maxzoom: 9', 'maxzoom: 5', 'zoom-order'),
  edit(COMMUNITIES, 'minzoom: 4', 'maxzoom: 4', 'zoom-without-data'),
  edit('groups/forests.yaml', ', classes: tree-cover', '', 'raster-without-classes'),
  edit(LAND_USE, "'#F9FB8F'", "'#F9FB8'", 'bad-color'),
  edit(LAND_USE, "'#F9FB8F'", '#F9FB8F', 'unquoted-color'),
  edit(REDD, 'for: { country: [cod, cog] }', 'for: { country: ${all} }', 'unquoted-parameter'),
  edit(
    REDD,
    'for: { country: [cod, cog] }',
    'for: { country: [cod, cog], x: [a-${b}, c] }',
    'unquoted-parameter',
  ),
  edit(
    PLAN,
    'type: fill\n',
    'type: fill\n        filter: [!, [has, land_use]]\n',
    'unquoted-operator',
  ),
  edit(TEMPLATE, "source: '${source}'", "source: '${sorce}'", 'unknown-parameter'),
  edit(TEMPLATE, "minzoom: '${outline-minzoom}'", 'minzoom: 3', 'unused-parameter'),
  edit(
    REDD,
    "'mining-${country}'",
    "'mining-${country}'\n          edge-widht: 3",
    'unknown-parameter',
  ),
  // texts
  edit(
    PLANS,
    'en: Land use (Nguti), fr: Utilisation des terres (Nguti)',
    'en: Land use (Nguti)',
    'translation-missing',
  ),
  edit(PLANS, 'fr: Utilisation des terres (Nguti)', 'fr: Utilisation, terres', 'comma-in-text'),
  edit(
    PLANS,
    '{ en: Land use (Nguti), fr: Utilisation des terres (Nguti) }',
    'Land use',
    'not-a-text-key',
  ),
  edit('locales/fr.yaml', '    villages: >-', '    vilages: >-', 'translation-missing'),
  // access
  edit(PEOPLE, 'permission: level-2', 'permission: level2', 'unknown-level'),
  edit(
    PEOPLE,
    'permission: { view: level-0, analyse: level-0, download: level-1 }\n',
    '\n',
    'missing-key',
  ),
  edit(
    PEOPLE,
    'view: level-0, analyse: level-0, download: level-1',
    'view: level-1, analyse: level-0, download: level-1',
    'permission-order',
  ),
  edit(
    COMMUNITIES,
    'order: 10\n',
    'order: 10\n    permission: level-0\n',
    'group-laxer-than-dataset',
  ),
  edit(
    'groups/boundaries.yaml',
    'order: 20\n',
    'order: 20\n    permission: level-1\n',
    'unguarded-source',
  ),
  // places
  edit(NGUTI, 'lng: 8.9219', 'lng: 10.9219', 'extent-corners'),
  edit(NGUTI, 'lat: 5.6285', 'lat: 4.6285', 'extent-corners'),
  edit(
    'atlas.yaml',
    'bounds: [5.5, -13.5, 31.3, 13.1]',
    'bounds: [31.3, -13.5, 5.5, 13.1]',
    'bounds-order',
  ),
  edit(
    'atlas.yaml',
    'bounds: [5.5, -13.5, 31.3, 13.1]',
    'bounds: [-6, 48.5, 11.2, 51.5]',
    'extent-outside-region',
  ),
  // ids
  edit(COMMUNITIES, 'id: livelihoods', 'id: villages', 'duplicate-id'),
  edit(COMMUNITIES, 'aliases: [livelihood]', 'aliases: [tenure]', 'alias-clash'),
];
