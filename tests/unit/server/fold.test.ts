import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitOf, foldWords, joinNames, wordsOf } from '../../../server/search/fold.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';

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

  it('rates how well names match', () => {
    const names = joinNames(['Haut-Lomela', 'Upper Lomela', 'upper lomela']);
    expect(names).toBe('|haut lomela|upper lomela|');
    expect(wordsOf(names)).toEqual(['haut', 'lomela', 'upper']);
    const fit = (question: string) => fitOf(names, foldWords(question));
    expect(['HAUT LOMELA', 'upper lo', 'lomela up', 'lomela x', 'omela'].map(fit)).toEqual([
      0,
      1,
      2,
      null,
      null,
    ]);
  });
});
