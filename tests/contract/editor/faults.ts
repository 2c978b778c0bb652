/** An error of shape: a text in `good.yaml`, its replacement, and the line where it is reported. */
export interface Fault {
  readonly name: string;
  /** A text that occurs once in the file. */
  readonly from: string;
  readonly to: string;
  /** A text on the reported line, if that is not the line of `from`. */
  readonly at?: string;
}

export const FAULTS: readonly Fault[] = [
  // Keys that the language does not know
  { name: 'an unknown key of a file', from: 'projects:', to: 'project:' },
  { name: 'an unknown kind of defaults', from: '  groups: {', to: '  group: {' },
  { name: 'an unknown key of defaults', from: 'info: { lic', to: 'infos: { lic' },
  { name: 'an id in defaults', from: 'info: { lic', to: 'id: wells # { lic' },
  { name: 'an unknown key of a group', from: 'opacity: 0.8', to: 'transparency: 0.8' },
  { name: 'an unknown key of a dataset', from: 'key: village_id', to: 'keys: village_id' },
  { name: 'an unknown key of a field', from: 'parse: [iso]', to: 'parses: [iso]' },
  { name: 'an unknown key of a popup', from: 'title: village_id', to: 'titel: village_id' },
  { name: 'an unknown key of a sublayer', from: 'minzoom: 6', to: 'min-zoom: 6' },
  { name: 'an unknown key of an outline', from: 'width: 1 }', to: 'with: 1 }' },
  {
    name: 'an unknown key of a class',
    from: "color: '#7672B0'",
    to: 'color: red\n        colour: red',
    at: 'colour: red',
  },
  {
    name: 'an unknown key of a template',
    from: 'parameters:\n      country',
    to: 'params:\n      country',
  },
  {
    name: 'an unknown key of a use inside a template',
    from: 'zoom: 9 }',
    to: 'zoom: 9 }\n        minzoom: 3',
    at: 'minzoom: 3',
  },
  {
    name: 'an unknown key of a value list',
    from: '  - id: states\n',
    to: '  - id: states\n    field: state\n',
    at: 'field: state',
  },
  { name: 'a number for a value list', from: 'values: states', to: 'values: 5' },
  { name: 'an unknown key of a field of a template', from: 'date, label', to: 'date, labels' },
  { name: 'a number for a template of fields', from: 'use: surveyed', to: 'use: 5' },
  {
    name: 'a field called `use` without its type',
    from: 'use: surveyed',
    to: 'use: { unit: { all: m } }',
  },
  { name: 'an unknown key of a call', from: 'override:', to: 'overrides:' },
  { name: 'a key of a sublayer in a call', from: 'for: { country: [cod] }', to: 'type: fill' },
  {
    name: 'a key of another type of sublayer',
    from: 'slot: points',
    to: 'outline: { color: red }',
  },
  {
    name: 'an unknown property of MapLibre',
    from: 'circle-radius: {',
    to: 'circle-size: {',
  },
  {
    name: 'a property of another type of sublayer',
    from: 'circle-radius: {',
    to: 'line-width: {',
  },
  // Keys that are missing
  {
    name: 'a group without a name',
    from: '    name: { en: Villages, fr: Villages }\n',
    to: '',
    at: 'id: villages\n    aliases',
  },
  {
    name: 'a dataset without its geometry',
    from: '    geometry: point\n',
    to: '',
    at: 'id: villages\n    permission',
  },
  { name: 'a sublayer without its type', from: '        type: circle\n', to: '', at: 'id: point' },
  {
    name: 'a sublayer without its source',
    from: '        source: villages\n        slot',
    to: '        slot',
    at: 'id: point',
  },
  {
    name: 'a service without its variable',
    from: '    env: ATLAS_PARKS_URL\n',
    to: '',
    at: 'id: parks\n    fallback',
  },
  {
    name: 'a path without its service',
    from: 'file: data/marble.pmtiles',
    to: 'file: data/marble.pmtiles\n    path: /tiles',
    at: 'id: marble',
  },
  // Values of the wrong type
  { name: 'a text for a number', from: 'order: 10', to: 'order: first' },
  {
    name: 'a text for a number in paint',
    from: 'circle-radius: { by-zoom: { 5: 1, 16: 15 } }',
    to: 'circle-radius: 5px',
  },
  {
    name: 'a mapping that is not a short form',
    from: 'circle-radius: { by-zoom: { 5: 1, 16: 15 } }',
    to: 'circle-radius: { zooms: { 5: 1, 16: 15 } }',
  },
  {
    name: 'a key of one short form in another',
    from: 'circle-color: { classes: size }',
    to: 'circle-color: { classes: size, stops: { 0: red } }',
  },
  { name: 'a text for true or false', from: 'checked: true', to: 'checked: yes' },
  {
    name: 'a list where a text belongs',
    from: 'name: { en: Parks, fr: Parcs }',
    to: 'name: [Parks]',
  },
  {
    name: 'a list where a mapping belongs',
    from: 'load: { file: data/villages.geojson }',
    to: 'load: [data/villages.geojson]',
  },
  {
    name: 'a mapping where a list belongs',
    from: 'clip: [villages]',
    to: 'clip: { villages: true }',
  },
  // Words that are not in the list
  { name: 'an unknown geometry', from: 'geometry: point', to: 'geometry: dot' },
  { name: 'an unknown type of sublayer', from: 'type: circle', to: 'type: dot' },
  { name: 'an unknown slot', from: 'slot: points', to: 'slot: top' },
  { name: 'an unknown type of field', from: '{ type: integer', to: '{ type: int' },
  { name: 'an unknown type of parameter', from: 'country: country', to: 'country: land' },
  {
    name: 'a word where there may be a word or a list',
    from: 'coverage: all',
    to: 'coverage: everywhere',
  },
  // Values out of range
  { name: 'an opacity above 1', from: 'opacity: 0.8', to: 'opacity: 80' },
  { name: 'a zoom that no map has', from: 'minzoom: 6', to: 'minzoom: 60' },
  { name: 'three corners of a box', from: 'extent: [15, -3, 21, 0.2]', to: 'extent: [15, -3, 21]' },
  { name: 'an id with a capital letter', from: 'id: kind', to: 'id: Kind' },
  { name: 'one id twice in a list', from: '[old-villages]', to: '[old-villages, old-villages]' },
  // Keys that exclude each other
  {
    name: 'two origins of a source',
    from: 'file: data/marble.pmtiles',
    to: 'file: data/marble.pmtiles\n    service: parks\n    path: /tiles',
    at: 'service: parks\n    path: /tiles',
  },
  {
    name: 'two kinds of classes',
    from: "steps: [[0, '#F7FCF5'], [100, '#00441B']]",
    to: "steps: [[0, '#F7FCF5'], [100, '#00441B']]\n    ramp: [[0, '#F7FCF5'], [100, '#00441B']]",
    at: 'ramp:',
  },
  // Parameters outside templates
  {
    name: 'a parameter in an id outside a template',
    from: 'id: edge',
    to: "id: '${country}-edge'",
  },
  {
    name: 'a parameter in a source outside a template',
    from: 'source: villages\n        slot',
    to: "source: '${source}'\n        slot",
  },
  {
    name: 'a parameter in paint outside a template',
    from: 'circle-color: { classes: size }',
    to: "circle-color: '${color}'",
  },
  {
    name: 'a parameter in a dataset without `for`',
    from: 'load: { file: data/villages.geojson }',
    to: "load: { file: 'data/${country}.geojson' }",
  },
  {
    name: 'a country list that is neither all nor a list',
    from: 'for: { country: all }',
    to: 'for: { country: each }',
  },
];
