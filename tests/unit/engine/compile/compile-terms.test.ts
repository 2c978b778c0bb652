import { expect, test } from 'vitest';
import { compilePublicBundles } from 'atlas-engine';
import { buildModel, OPTIONS } from '../../../build-atlas.ts';

const MODEL = buildModel(`
terms:
  - { id: keepers, name: { en: Terms of the keepers, fr: Conditions des gardiens }, text: { en: '**Do not** share', fr: Gardez-les } }
datasets:
  - { id: wells, geometry: point, permission: open, load: { file: data/a.geojson }, info: { licence: CC-BY-4.0 } }
  - { id: ponds, geometry: point, permission: open, load: { file: data/a.geojson }, info: { licence: ODbL-1.0 } }
  - { id: shrines, geometry: point, permission: open, load: { file: data/a.geojson }, info: { licence: { terms: keepers } } }
groups:
  - id: water
    name: { all: Water }
    category: things
    checked: true
    sublayers: [{ id: well, type: circle, source: wells }, { id: pond, type: circle, source: ponds }, { id: shrine, type: circle, source: shrines }]
  - id: own
    name: { all: Own }
    category: things
    checked: true
    info: { licence: CC0-1.0 }
    sublayers: [{ id: well, type: circle, source: wells }, { id: shrine, type: circle, source: shrines }]
`);
const { byLocale } = compilePublicBundles(MODEL, OPTIONS);

test('the index has the terms in its language', () => {
  const text = [
    { type: 'paragraph', content: [{ text: 'Do not', strong: true }, { text: ' share' }] },
  ];
  expect(byLocale['en']!.index.terms).toEqual([
    { id: 'keepers', name: 'Terms of the keepers', text },
  ]);
  expect(byLocale['fr']!.index.terms?.[0]?.name).toBe('Conditions des gardiens');
});

test('a group names every licence and all terms of its data', () => {
  expect(byLocale['en']!.index.groups['water']?.info).toMatchObject({
    licence: 'CC-BY-4.0 · ODbL-1.0',
    terms: ['keepers'],
  });
});

test('a licence of the group replaces the licences of its data, but not their terms', () => {
  expect(byLocale['en']!.index.groups['own']?.info).toMatchObject({
    licence: 'CC0-1.0',
    terms: ['keepers'],
  });
});
