/** Tries the table of the recipe “Take back a default of the file”. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../build-atlas.ts';

const RECIPES = readFileSync(new URL('../../../schemas/guide/recipes.md', import.meta.url), 'utf8');
const RECIPE = /^## Take back a default of the file$.*?(?=^## )/ms.exec(RECIPES)![0];

/** The values in the last column of the table, such as `tiles: false`, by key. */
const TAKEN_BACK = Object.fromEntries(
  RECIPE.split('\n')
    .filter((line) => line.startsWith('| ') && line.includes(': '))
    .flatMap((line) => [
      ...line
        .split('|')
        .at(-2)!
        .matchAll(/`([\w-]+): ([^`]+)`/g),
    ])
    .map(([, key, value]) => [key!, value!]),
);

/** A default of each key: where it is written, and a value that differs from that of the table. */
const DEFAULTS = {
  tiles: ['feeds', 'true'],
  geojson: ['feeds', 'true'],
  wms: ['feeds', 'true'],
  analysis: ['feeds', 'true'],
  download: ['feeds', 'true'],
  demo: ['dataset', 'true'],
  'allow-empty': ['dataset', 'true'],
  driver: ['dataset', '{ pmtiles: data/a.pmtiles }'],
  checked: ['group', 'true'],
  open: ['group', 'true'],
  'base-map': ['group', 'true'],
  opacity: ['group', '0.4'],
  coverage: ['group', '[aaa]'],
  legend: ['group', 'none'],
  fields: ['popup', '[name]'],
  sections: ['popup', '[{ heading: { all: More }, fields: [name] }]'],
} as const satisfies Record<string, readonly ['dataset' | 'feeds' | 'group' | 'popup', string]>;

/** Returns the atlas with a key in the defaults of its file, in its entry, in both or in neither. */
function build(key: keyof typeof DEFAULTS, inDefaults: string, inEntry: string): string {
  const [place] = DEFAULTS[key];
  const at = (where: string, value: string) =>
    where === place && value !== '' ? `${key}: ${value}` : '';
  // `search` and `title` keep the mappings from being empty.
  const feeds = (value: string) =>
    `feeds: { ${[key === 'tiles' ? 'geojson: parks' : 'tiles: parks', at('feeds', value)].filter(Boolean).join(', ')} }`;
  const popup = (value: string) =>
    `popup: { ${['title: name', at('popup', value)].filter(Boolean).join(', ')} }`;
  const model = buildModel(`
defaults:
  datasets:
    geometry: polygon
    ${feeds(inDefaults)}
    ${at('dataset', inDefaults)}
  groups:
    category: things
    ${popup(inDefaults)}
    ${at('group', inDefaults)}
datasets:
  - id: parks
    permission: open
    load: { file: data/a.geojson }
    fields: { name: { type: text, label: { all: Name } } }
    ${feeds(inEntry)}
    ${at('dataset', inEntry)}
groups:
  - id: parks
    name: { all: Parks }
    sublayers: [{ id: area, type: fill, source: parks, paint: { fill-color: '#AA2222' } }]
    ${popup(inEntry)}
    ${at('group', inEntry)}
`);
  const group = model.groups.find(({ id }) => id === 'parks')!;
  const { sublayers: _, ...own } = group;
  // A popup has no rows if its list is empty, as without the list.
  return JSON.stringify([model.datasets.get('parks'), own], (_name, value: unknown) =>
    value instanceof Map ? [...value] : Array.isArray(value) && value.length === 0 ? null : value,
  );
}

describe('the recipe that takes back a default', () => {
  it('names every key that this test tries, and no other', () => {
    expect(Object.keys(TAKEN_BACK).sort()).toEqual(Object.keys(DEFAULTS).sort());
  });

  it.each(Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[])(
    'gives what an entry without the default has: %s',
    (key) => {
      const without = build(key, '', '');
      expect(build(key, DEFAULTS[key][1], '')).not.toBe(without);
      expect(build(key, DEFAULTS[key][1], TAKEN_BACK[key]!)).toBe(without);
    },
  );
});
