import { describe, expect, it } from 'vitest';
import { isStricterModel } from 'atlas-engine';
import { atlasFolder, loadModel } from '../../../build-atlas.ts';

interface Parts {
  readonly levels?: string;
  readonly dataset?: string;
  readonly fields?: string;
  readonly group?: string;
  readonly more?: string;
}

const LEVELS = `    - { id: open, name: { all: Open } }
    - { id: known, name: { all: Known }, granted: on-confirmation }
    - { id: secret, name: { all: Secret }, granted: by-operator }`;

const modelOf = ({ levels = LEVELS, dataset = '', fields = '', group = '', more = '' }: Parts) =>
  loadModel(
    atlasFolder(`permissions:
  levels:
${levels}
datasets:
  - id: wells
    geometry: point
    load: { file: data/a.geojson }
${dataset || '    permission: open'}
    fields:
      name: { type: text, label: { all: Name } }
${fields || '      depth: { type: integer, label: { all: Depth } }'}
groups:
  - id: wells
    name: { all: Wells }
    category: things
${group || '    order: 1'}
    sublayers:
      - { id: well, type: circle, source: wells, paint: { circle-color: '#123456' } }
${more}`),
  );

/** Pairs of configurations: the first is stricter than the second, and not the other way round. */
const STRICTER: readonly (readonly [what: string, strict: Parts, loose: Parts])[] = [
  ['view', { dataset: '    permission: known' }, {}],
  ['a higher level', { dataset: '    permission: secret' }, { dataset: '    permission: known' }],
  ['download', { dataset: '    permission: { view: open, analyse: open, download: known }' }, {}],
  [
    'analyse',
    { dataset: '    permission: { view: open, analyse: known, download: known }' },
    { dataset: '    permission: { view: open, analyse: open, download: known }' },
  ],
  [
    'whole',
    {
      dataset:
        '    permission: { view: open, analyse: open, download: known }\n    feeds: { tiles: {}, geojson: { name: wells, whole: download } }',
    },
    {
      dataset:
        '    permission: { view: open, analyse: open, download: known }\n    feeds: { tiles: {}, geojson: wells }',
    },
  ],
  [
    'hide',
    { dataset: '    permission: known\n    when-denied: hide' },
    { dataset: '    permission: known' },
  ],
  [
    'a field',
    { fields: '      depth: { type: integer, label: { all: Depth }, permission: known }' },
    {},
  ],
  ['a removed field', { fields: '      other: { type: text, label: { all: Name } }' }, {}],
  ['a group', { group: '    permission: known' }, {}],
  ['fewer features', { dataset: '    permission: open\n    only: { depth: [1, 2] }' }, {}],
  [
    'fewer values',
    { dataset: '    permission: open\n    only: { depth: [1, 2] }' },
    { dataset: '    permission: open\n    only: { depth: [1, 2, 3] }' },
  ],
  ['granted by operators', { levels: LEVELS.replace('on-confirmation', 'by-operator') }, {}],
  [
    'a hidden level',
    { levels: LEVELS.replace('{ id: known,', '{ id: known, when-denied: hide,') },
    {},
  ],
  [
    'no feed',
    { dataset: '    permission: open' },
    { dataset: '    permission: open\n    feeds: { tiles: {}, geojson: wells }' },
  ],
  [
    'no search',
    {},
    { dataset: '    permission: open\n    feeds: { tiles: {}, search: { fields: [name] } }' },
  ],
];

describe('a configuration is stricter', () => {
  it.each(STRICTER)('with %s', (what, strict, loose) => {
    expect(isStricterModel(modelOf(strict), modelOf(loose))).toBe(true);
    // A field that takes the place of another one is stricter both ways.
    expect(isStricterModel(modelOf(loose), modelOf(strict))).toBe(what === 'a removed field');
  });

  it('without a dataset or a group that it had', () => {
    const more = `  - id: more
    name: { all: More }
    category: things
    order: 2
    sublayers:
      - { id: more, type: circle, source: wells, paint: { circle-color: '#654321' } }
`;
    expect(isStricterModel(modelOf({}), modelOf({ more }))).toBe(true);
    expect(isStricterModel(modelOf({ more }), modelOf({}))).toBe(false);
  });

  it('with another order of the levels, but not with a further one above', () => {
    const above = `${LEVELS}\n    - { id: top, name: { all: Top } }`;
    const below = LEVELS.replace(
      '    - { id: known',
      '    - { id: new, name: { all: New } }\n    - { id: known',
    );
    expect(isStricterModel(modelOf({ levels: above }), modelOf({}))).toBe(false);
    expect(isStricterModel(modelOf({ levels: below }), modelOf({}))).toBe(true);
    expect(isStricterModel(modelOf({}), modelOf({ levels: below }))).toBe(true);
  });

  it('never than itself, nor for other texts and colours', () => {
    expect(isStricterModel(modelOf({}), modelOf({}))).toBe(false);
    expect(isStricterModel(modelOf({ group: '    order: 7' }), modelOf({}))).toBe(false);
  });
});
