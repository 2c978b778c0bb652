import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinNames, wordsOf } from '../../../../server/search/join-names.ts';
import {
  differenceOf,
  fitOf,
  foldKeywords,
  foldNames,
  foldWords,
} from '../../../../engine/runtime/match-words.ts';
import { SEED_OF_THE_DAY } from '../../../seed-of-the-day.ts';

describe('folding', () => {
  it('normalises capitals, accents and ligatures', () => {
    expect(foldWords('Forêt de l’Éléphant – Nord-Ouest')).toEqual([
      'foret',
      'de',
      'l',
      'elephant',
      'nord',
      'ouest',
    ]);
    expect(foldWords('ŒUVRE Ŋgɔ́ŋgɛ İstanbul STRASSE Straße')).toEqual([
      'oeuvre',
      'ngonge',
      'istanbul',
      'strasse',
      'strasse',
    ]);
    expect(foldWords('’ — ! \ud800 \0')).toEqual([]);
  });

  it('changes nothing when repeated, and leaves letters and digits only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const words = foldWords(text);
        expect(foldWords(words.join(' '))).toEqual(words);
        expect(words.join('')).toMatch(/^[\p{L}\p{N}]*$/u);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: 2_000 },
    );
  });

  it('joins names for the stores', () => {
    const names = joinNames(['Haut-Lomela', 'Upper Lomela', 'upper lomela']);
    expect(names).toBe('|haut lomela|upper lomela|');
    expect(wordsOf(names)).toEqual(['haut', 'lomela', 'upper']);
  });
});

describe('a name', () => {
  const fit = (question: string, names: readonly string[], keywords = '') =>
    fitOf({ names: foldNames(names), keywords: foldKeywords([keywords]) }, foldWords(question));

  it('matches whole, from its beginning, or by beginnings of words', () => {
    const rated = (question: string) => fit(question, ['Haut-Lomela', 'Upper Lomela']);
    expect(['HAUT LOMELA', 'upper lo', 'lomela up', 'lomela xylo', 'omela'].map(rated)).toEqual([
      0,
      1,
      2,
      null,
      null,
    ]);
  });

  it('matches by a keyword, before names that contain the word', () => {
    const rated = (question: string) => fit(question, ['Titres miniers'], 'mine, or, mines d’or');
    expect(['or', 'mines d or', 'min', 'o', 'd', 'ouest'].map(rated)).toEqual([
      1,
      1,
      1,
      null,
      null,
      null,
    ]);
  });

  it('matches in singular and plural, and as an adjective', () => {
    for (const [question, keyword] of [
      ['mines', 'mine'],
      ['minière', 'mine'],
      ['miniers', 'mine'],
      ['hôpitaux', 'hôpital'],
      ['écoles', 'école'],
      ['forestières', 'forests'],
      ['protégées', 'protégé'],
      ['community', 'communities'],
      ['routes', 'route'],
    ] as const) {
      expect([question, fit(question, ['Layer'], keyword)]).toEqual([question, 1]);
      expect([keyword, fit(keyword, ['Layer'], question)]).toEqual([keyword, 1]);
    }
    expect(fit('mines', ['Ministère'])).toBe(null);
    expect(fit('min', ['Ministère'])).toBe(1);
  });

  it('matches without articles and prepositions, which do not match alone', () => {
    const rated = (question: string) => fit(question, ['Établissements scolaires'], 'école, lycée');
    expect(['les écoles', 'lycées de la ville', 'des', 'de la'].map(rated)).toEqual([
      3,
      null,
      null,
      null,
    ]);
  });
});

describe('the difference of a name', () => {
  const difference = (question: string, name: string) =>
    differenceOf({ names: foldNames([name]), keywords: [] }, foldWords(question));

  it('is a letter from five letters on, and two from eight', () => {
    for (const [question, name, letters] of [
      ['Yaoundé', 'Yaoundé', 0],
      ['Yaunde', 'Yaoundé', 1],
      ['Kinsasa', 'Kinshasa', 1],
      ['Kinhsasa', 'Kinshasa', 1],
      ['Mbandakka', 'Mbandaka', 1],
      ['Buakvu', 'Bukavu', 1],
      ['Maine', 'Mine', 1],
      ['Brazaville', 'Brazzaville', 1],
      ['Brasaville', 'Brazzaville', 2],
      ['Kinsasha', 'Kinshasa', 2],
      ['Nguty', 'Nguti', 1],
      ['Goms', 'Goma', null],
      ['Kisansani', 'Kinshasa', null],
      ['de la', 'Goma', null],
    ] as const)
      expect([question, difference(question, name)]).toEqual([question, letters]);
  });

  it('is the same in both directions for one word', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 10, maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(difference(a, b)).toBe(difference(b, a));
      }),
      { seed: SEED_OF_THE_DAY },
    );
  });
});
