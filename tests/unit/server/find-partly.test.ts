import { describe, expect, it } from 'vitest';
import { foldKeywords, foldNames, foldWords } from 'atlas-engine/runtime';
import {
  findOfKind,
  findPartly,
  importantWords,
  type Candidate,
} from '../../../server/routes/search/find-partly.ts';

const candidate = (
  kind: 'group' | 'place',
  title: string,
  { keywords = '', is = '' }: { keywords?: string; is?: string } = {},
): Candidate => ({
  searched: { names: foldNames([title]), keywords: foldKeywords([keywords]) },
  kind: { names: [], keywords: foldKeywords([is]) },
  found: () => ({
    kind,
    id: title,
    title,
    context: null,
    bbox: null,
    center: null,
    open: { groups: [] },
  }),
});

const KNOWN = [
  candidate('group', 'Villages', { keywords: 'settlement' }),
  candidate('group', 'Mining', { keywords: 'mine, gold' }),
  candidate('group', 'Gold trade'),
  candidate('place', 'Mai-Ndombe', { is: 'Province' }),
  candidate('place', 'Goma', { is: 'Town, Ville' }),
  candidate('place', 'Gomari', { is: 'Town, Ville' }),
  candidate('place', 'Maiduguri', { is: 'Town, Ville' }),
];

const titles = (find: typeof findPartly, text: string) =>
  find(importantWords(foldWords(text)), KNOWN).map(({ title }) => title);

describe('a search for a thing by its name and what it is', () => {
  it('finds the place', () => {
    expect(titles(findOfKind, 'ville de Goma')).toEqual(['Goma', 'Gomari']);
    expect(titles(findOfKind, 'Mai-Ndombe province')).toEqual(['Mai-Ndombe']);
  });

  it('finds nothing by what it is alone', () => {
    expect(titles(findOfKind, 'town ville')).toEqual([]);
    expect(titles(findPartly, 'town ville')).toEqual([]);
  });
});

describe('a search of which nothing has all words', () => {
  it('offers what has some of them, without what has fewer of the same', () => {
    expect(titles(findPartly, 'the villages of Mai-Ndombe')).toEqual(['Villages', 'Mai-Ndombe']);
  });

  it('puts what has a rare word first', () => {
    expect(titles(findPartly, 'gold in settlements')).toEqual(['Villages', 'Mining', 'Gold trade']);
  });

  it('reads a word that nothing has with a wrong letter', () => {
    expect(titles(findPartly, 'vilages of Goma')).toEqual(['Villages', 'Goma', 'Gomari']);
  });

  it('offers nothing for one word or for unknown ones', () => {
    expect(titles(findPartly, 'goma')).toEqual([]);
    expect(titles(findPartly, 'sunken treasure')).toEqual([]);
  });
});

it('compares only the first words of a long text, so that its work has a bound', () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
  expect(importantWords([...words, ...words])).toEqual(words.slice(0, 10));
});
