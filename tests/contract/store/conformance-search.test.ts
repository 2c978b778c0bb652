/** Finds names in every store; the other requests are tested in `conformance.test.ts`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset } from 'atlas-engine';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { foldWords } from 'atlas-engine/runtime';
import type { Store } from '../../../server/store/open-store.ts';
import type { DatasetCut } from '../../../server/store/store.ts';
import { dataset, field, LEVELS, MEMBERS, searching } from './datasets.ts';
import { box, feature, point } from './raw-features.ts';
import { TEST_STORES } from './stores.ts';

const NAMES = dataset(
  'names',
  'point',
  [
    field('code', 'integer'),
    field('name', 'text'),
    field('others', 'list'),
    field('elder', 'text', { permission: MEMBERS }),
    field('people', 'integer'),
  ],
  { key: 'code', feeds: searching(['name', 'others', 'elder'], 'people') },
);
const SHORES = dataset('shores', 'polygon', [field('name', 'text')], {
  feeds: searching(['name']),
});
const UNSEARCHED = dataset('unsearched', 'polygon', [field('name', 'text')]);
const NAMED: readonly [name: string | null, people?: number, more?: object][] = [
  ['Île-à-l’Éléphant', 40],
  ['Port Éléphant', 900],
  ['ELEPHANT', 3],
  ['Grand-Éléphant du Nord', 900],
  ['Œuf d’Autruche', 1, { others: ['Strauss’ Nest', 'Nid du Ɖɔkpɛ'] }],
  ['東京 駅'],
  ['Straße 9 bis', 5],
  [null, 7, { elder: 'Elephantine' }],
  ['Port Nord', 10, { elder: 'Elephant' }],
  ['𝔊othic 🐘'],
  ['it\'s % _ " * ( NEAR AND \\ | nul\0', 2],
];
const OPEN = { dataset: 'names', fields: ['name', 'others'] };
const WHOLE = { dataset: 'names', fields: ['name', 'others', 'elder'] };

for (const { name, missing, open } of TEST_STORES) {
  if (missing !== null) {
    it.skip(`a search in the ${name} store: not tested, because ${missing}`);
    continue;
  }
  describe(`a search in the ${name} store`, () => {
    let store: Store;
    let close: () => Promise<void>;
    const load = (set: Dataset, features: readonly unknown[], digest = 'first') =>
      loadDataset(set, { kind: 'features', digest, features }, LEVELS, store);
    const find = async (question: string, cuts: readonly DatasetCut[] = [OPEN], limit = 20) => {
      const found = await store.search({ cuts, words: foldWords(question), limit });
      return found.map(({ properties }) => properties['name']);
    };

    beforeAll(async () => {
      ({ store, close } = await open());
      await load(
        NAMES,
        NAMED.map(([name, people, more], index) =>
          point(index, 0.5, { code: index + 1, name, people, ...more }),
        ),
      );
      await load(SHORES, [feature(box(5, 5, 6, 7), { name: 'Éléphant' })]);
      await load(UNSEARCHED, [feature(box(5, 5, 6, 7), { name: 'North' })]);
    }, 60_000);
    afterAll(() => close(), 60_000);

    it('finds beginnings of words, whatever their accents, capitals and punctuation', async () => {
      expect(await find('autr')).toEqual(['Œuf d’Autruche']);
      expect(await find('OEUF D AUTRUCHE')).toEqual(['Œuf d’Autruche']);
      expect(await find('œuf d’autruche')).toEqual(['Œuf d’Autruche']);
      expect(await find('dokpe nid')).toEqual(['Œuf d’Autruche']);
      expect(await find('ile a l elephant')).toEqual(['Île-à-l’Éléphant']);
      expect(await find('strasse 9')).toEqual(['Straße 9 bis']);
      expect(await find('東')).toEqual(['東京 駅']);
      expect(await find('gothic')).toEqual(['𝔊othic 🐘']);
      expect(await find('phant')).toEqual([]);
      expect(await find('elephant nowhere')).toEqual([]);
    });

    it('sorts equal names first, then beginnings, then words inside, then by rank', async () => {
      expect(await find('éléphant')).toEqual([
        'ELEPHANT',
        'Grand-Éléphant du Nord',
        'Port Éléphant',
        'Île-à-l’Éléphant',
      ]);
      expect(await find('port')).toEqual(['Port Éléphant', 'Port Nord']);
      expect(await find('elephant', [OPEN], 2)).toEqual(['ELEPHANT', 'Grand-Éléphant du Nord']);
    });

    it('gives the bounds of a hit, and only the fields of the cut', async () => {
      const words = ['elephant'];
      const cuts = [{ dataset: 'shores', fields: ['name'] }, OPEN];
      const [name, shore] = await store.search({ cuts, words, limit: 2 });
      expect(shore).toEqual({
        dataset: 'shores',
        id: expect.any(Number),
        bounds: [5, 5, 6, 7],
        properties: { name: 'Éléphant' },
        fit: 0,
        rank: null,
        names: '|elephant|',
      });
      expect(name).toMatchObject({ dataset: 'names', id: 3, bounds: [2, 0.5, 2, 0.5], rank: 3 });
      expect(Object.keys(name!.properties).sort()).toEqual(['name', 'others']);
    });

    it('neither finds nor ranks by a field that the visitor may not see', async () => {
      expect(await find('elephantine')).toEqual([]);
      expect(await find('elephantine', [WHOLE])).toEqual([null]);
      expect(await find('nord')).toEqual(['Grand-Éléphant du Nord', 'Port Nord']);
      expect((await find('elephant', [WHOLE])).slice(0, 2)).toEqual(['Port Nord', 'ELEPHANT']);
      // An index is for exactly one set of fields; other sets have none.
      expect(await find('elephant', [{ dataset: 'names', fields: ['name'] }])).toEqual([]);
      expect(await find('north', [{ dataset: 'unsearched', fields: ['name'] }])).toEqual([]);
    });

    it('accepts any text, without special characters', async () => {
      const odd = NAMED.at(-1)![0]!.replace('\0', '');
      expect(await find('AND near')).toEqual([odd]);
      expect(await find(`" OR "* ' it's`)).toEqual([]);
      for (const question of ['a'.repeat(10_000), 'é '.repeat(100), '\ud800x', '1', 'ﬃ', 'İ']) {
        expect(Array.isArray(await find(question))).toBe(true);
      }
    });

    it('is removed with its version', async () => {
      await load(SHORES, [feature(box(5, 5, 6, 7), { name: 'Another' })], 'second');
      const cuts = [{ dataset: 'shores', fields: ['name'] }];
      expect(await find('elephant', cuts)).toEqual([]);
      expect(await find('another', cuts)).toEqual(['Another']);
    });
  });
}
