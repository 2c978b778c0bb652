import { describe, expect, it } from 'vitest';
import { showsOf, type Shown } from 'atlas-engine';
import { buildModel } from '../../../build-atlas.ts';

const dataset = (id: string, permission = 'open', more = '') =>
  `  - { id: ${id}, geometry: polygon, permission: ${permission}, load: { file: data/a.geojson }, feeds: { tiles: true, geojson: true }, ${more}fields: { name: { type: text, label: { all: Name } } } }`;
const group = (id: string, sublayers: string, more = '') =>
  `  - { id: ${id}, name: { en: The ${id}, fr: Les ${id} }, category: things, ${more}sublayers: [${sublayers}] }`;
const fill = (source: string, more = '') =>
  `{ id: of-${source}, type: fill, source: ${source}${more} }`;

/** Returns how the levels `open`, `known` and `secret` see the dataset `plots`. */
function shownIn(
  groups: readonly string[],
  datasets: readonly string[] = [dataset('plots')],
  more = '',
) {
  const yaml = `
permissions:
  levels:
    - { id: open, name: { all: Open } }
    - { id: known, name: { all: Known }, granted: by-operator }
    - { id: secret, name: { all: Secret }, granted: by-operator }
datasets:
${datasets.join('\n')}
groups:
${groups.join('\n')}
${more}`;
  return showsOf(buildModel(yaml)).get('plots')!;
}

const titles = (shown: readonly Shown[]) => shown.map(({ title }) => title['en']);
const looks = (shown: readonly Shown[]) =>
  shown.map(({ look }) => look && `${look.group.id} ${look.sublayer.id}`);

describe('the title of a dataset', () => {
  it('is the name of the first group that the lowest level may open, in each language', () => {
    const shown = shownIn([
      group('guarded', fill('plots'), 'order: 1, permission: known, '),
      group('fields', fill('plots'), 'order: 2, '),
      group('others', fill('plots'), 'order: 3, '),
    ]);
    expect(shown.map(({ title }) => title)).toEqual(
      Array.from({ length: 3 }, () => ({ en: 'The fields', fr: 'Les fields' })),
    );
    expect(shown.map(({ groups }) => groups.map(({ group: { id } }) => id))).toEqual([
      ['fields', 'others'],
      ['fields', 'others', 'guarded'],
      ['fields', 'others', 'guarded'],
    ]);
  });

  it('is the id below the level of the group, even if the list shows the group with a lock', () => {
    const shown = shownIn([group('guarded', fill('plots'), 'permission: known, ')]);
    expect(titles(shown)).toEqual(['plots', 'The guarded', 'The guarded']);
    expect(looks(shown)).toEqual([null, 'guarded of-plots', 'guarded of-plots']);
  });

  it('of a locked dataset is the name of the group that the list shows with a lock', () => {
    const guarded = [dataset('plots', 'secret')];
    const hidden = group('hidden', fill('plots'), 'order: 1, when-denied: hide, ');
    const locked = group('locked', fill('plots'), 'order: 2, ');
    expect(titles(shownIn([hidden], guarded))).toEqual(['plots', 'plots', 'The hidden']);
    expect(titles(shownIn([hidden, locked], guarded))).toEqual([
      'The locked',
      'The locked',
      'The hidden',
    ]);
  });

  it('names the part of a group of several datasets, by country or else by label', () => {
    const label = ', label: { en: Walked, fr: Parcourues }';
    const both = (permission: string) => [
      dataset('plots', permission),
      dataset('rest', permission),
    ];
    const alone = group('fields', fill('plots', label));
    expect(titles(shownIn([alone]))[0]).toBe('The fields');
    const several = group('fields', `${fill('plots', label)}, ${fill('rest')}`);
    expect(titles(shownIn([several], both('open')))[0]).toBe('The fields – Walked');
    // The label says what a locked group contains.
    expect(titles(shownIn([several], both('known')))).toEqual([
      'The fields',
      'The fields – Walked',
      'The fields – Walked',
    ]);
  });

  it('is the name of a copy only if no group of the general list shows the dataset', () => {
    const project = `
projects:
  - id: valley
    name: { all: Valley }
    extent: [1, 1, 2, 2]
    groups: [{ use: fields, as: valley-fields, name: { all: Fields of the valley }, where: { name: a } }]
`;
    const shown = shownIn([group('fields', fill('plots'))], [dataset('plots')], project);
    expect(titles(shown)[0]).toBe('The fields');
    expect(shown[0]!.groups.map((one) => one.group.id)).toEqual(['fields']);
    expect(shown[0]!.copies.map((one) => one.group.id)).toEqual(['valley-fields']);
  });
});

describe('the look of a dataset', () => {
  it('is that of the first sublayer that draws its areas, not of lines or bands', () => {
    const lines = group('lines', '{ id: edge, type: line, source: plots }', 'order: 1, ');
    const band = ", inner-band: { color: '#AA0000', width: 4 }";
    const areas = group('areas', fill('plots', band), 'order: 2, ');
    const shown = shownIn([lines, areas]);
    expect(titles(shown)[0]).toBe('The lines');
    expect(looks(shown)[0]).toBe('areas of-plots');
    expect(looks(shownIn([lines]))[0]).toBeNull();
  });
});
