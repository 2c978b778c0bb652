/** Requests of an editor while a file is written; `|` is the cursor. */

export interface Completion {
  readonly name: string;
  readonly text: string;
  readonly offers: readonly string[];
  readonly notOffers?: readonly string[];
}

const SUBLAYER = 'groups:\n  - id: villages\n    sublayers:\n      - id: point\n';
const FILL = `${SUBLAYER}        type: fill\n`;
const CALL = 'groups:\n  - id: villages\n    sublayers:\n      - use: dots\n';
const DATASET = 'datasets:\n  - id: villages\n';

export const COMPLETIONS: readonly Completion[] = [
  // Keys
  { name: 'the keys of a file', text: '|', offers: ['atlas', 'groups', 'datasets', 'theme'] },
  {
    name: 'the keys of a group',
    text: 'groups:\n  - id: villages\n    |',
    offers: ['name', 'category', 'opacity', 'popup', 'sublayers', 'for'],
    notOffers: ['id', 'geometry'],
  },
  {
    name: 'the keys of a dataset',
    text: `${DATASET}    |`,
    offers: ['geometry', 'permission', 'load', 'fields', 'feeds', 'for'],
  },
  {
    name: 'the keys of a dataset in defaults',
    text: 'defaults:\n  datasets:\n    |',
    offers: ['permission', 'info', 'feeds'],
    notOffers: ['id', 'for'],
  },
  {
    name: 'the keys of a field',
    text: `${DATASET}    fields:\n      name:\n        |`,
    offers: ['type', 'label', 'unit', 'permission'],
  },
  {
    name: 'the keys of a field of a template',
    text: 'templates:\n  - id: surveyed\n    fields:\n      visited:\n        |',
    offers: ['type', 'label', 'unit', 'permission'],
  },
  { name: 'the keys of `load`', text: `${DATASET}    load:\n      |`, offers: ['file', 'service'] },
  {
    name: 'the keys of a class',
    text: 'classes:\n  - id: kind\n    values:\n      - value: forest\n        |',
    offers: ['color', 'icon', 'label', 'shades'],
  },
  {
    name: 'the keys of a sublayer whose type is not written yet',
    text: `${SUBLAYER}        |`,
    offers: ['type', 'paint', 'use'],
  },
  {
    name: 'the keys of a fill',
    text: `${FILL}        |`,
    offers: ['source', 'paint', 'layout', 'outline', 'slot', 'for'],
    notOffers: ['use', 'with', 'legend-only'],
  },
  {
    name: 'the keys of a call',
    text: `${CALL}        |`,
    offers: ['for', 'with', 'override'],
    notOffers: ['type', 'paint'],
  },
  {
    name: 'the keys of an outline',
    text: `${FILL}        outline:\n          |`,
    offers: ['color'],
  },
  {
    name: 'the properties of a fill in `paint`',
    text: `${FILL}        paint:\n          |`,
    offers: ['fill-color', 'fill-opacity', 'preset'],
    notOffers: ['line-width', 'visibility'],
  },
  {
    name: 'the short forms of a value',
    text: `${FILL}        paint:\n          fill-color:\n            |`,
    offers: ['classes', 'by-zoom', 'by-value', 'by-language', 'token', 'light'],
  },
  {
    name: 'the keys of a sublayer in a template',
    text: 'templates:\n  - id: dots\n    sublayers:\n      - id: dot\n        type: circle\n        |',
    offers: ['source', 'paint', 'slot'],
  },
  // Words
  {
    name: 'the kinds of geometry',
    text: `${DATASET}    geometry: |`,
    offers: ['point', 'line', 'polygon', 'raster'],
  },
  {
    name: 'the types of a sublayer',
    text: `${SUBLAYER}        type: |`,
    offers: ['fill', 'line', 'circle', 'symbol', 'raster'],
  },
  { name: 'the slots', text: `${FILL}        slot: |`, offers: ['ground', 'fills', 'labels'] },
  {
    name: 'the types of a field',
    text: `${DATASET}    fields:\n      name:\n        type: |`,
    offers: ['text', 'integer', 'date', 'list'],
  },
  { name: 'the types of a source', text: 'sources:\n  - id: a\n    type: |', offers: ['wms'] },
  {
    name: 'the words of a MapLibre property',
    text: `${SUBLAYER}        type: line\n        layout:\n          line-cap: |`,
    offers: ['butt', 'round', 'square'],
  },
  {
    name: 'a word next to other types',
    text: 'groups:\n  - id: villages\n    legend: |',
    offers: ['auto', 'none'],
  },
  {
    name: 'true and false',
    text: 'groups:\n  - id: villages\n    checked: |',
    offers: ['true', 'false'],
  },
  {
    name: 'the types of a parameter',
    text: 'templates:\n  - id: dots\n    parameters:\n      size: |',
    offers: ['number', 'zoom', 'dataset'],
  },
];

export interface Hover {
  readonly name: string;
  readonly text: string;
  readonly says: string;
}

export const HOVERS: readonly Hover[] = [
  {
    name: 'a key of a file',
    text: 'gro|ups: []',
    says: 'The layers that visitors switch on and off.',
  },
  {
    name: 'a key of a group',
    text: 'groups:\n  - id: villages\n    cover|age: all',
    says: 'The countries for which',
  },
  {
    name: 'a key of a dataset',
    text: `${DATASET}    geo|metry: point`,
    says: 'The geometry of the features',
  },
  {
    name: 'a key of a fill',
    text: `${FILL}        out|line: { color: red }`,
    says: 'The line around a fill',
  },
  {
    name: 'a property of MapLibre',
    text: `${FILL}        paint: { fill-op|acity: 0.5 }`,
    says: 'a number from 0 to 1',
  },
  { name: 'a key of a call', text: `${CALL}        wi|th: {}`, says: 'Values for the parameters.' },
  {
    name: 'a short form',
    text: `${FILL}        paint: { fill-color: { clas|ses: kind } }`,
    says: 'class list',
  },
];
