import type { Country } from './geography.ts';

/** What the names of a country are put together from. */
export interface Syllables {
  readonly starts: readonly [string, ...string[]];
  readonly middles: readonly [string, ...string[]];
  readonly ends: readonly [string, ...string[]];
}

/**
 * Open syllables as the languages of each country have them, in its spelling: prefixes of places,
 * then one or two syllables. Which real words come out of it is left to the list of real names.
 */
export const SYLLABLES: Readonly<Record<Country, Syllables>> = {
  cmr: {
    starts: [
      ...(['A', 'E', 'Ba', 'Be', 'Bi', 'Ma', 'Me', 'Mi', 'Nko', 'Ngo', 'Nke', 'Mbe', 'O'] as const),
      ...(['Nyo', 'Ta', 'Fo', 'Eba', 'Ndo', 'Mfo', 'Ka', 'Te', 'Ebo', 'Aka', 'Njo'] as const),
    ],
    middles: [
      'ba',
      'bo',
      'da',
      'ke',
      'ko',
      'la',
      'lo',
      'ma',
      'me',
      'nda',
      'ngo',
      'no',
      'ta',
      'tu',
      'ya',
    ],
    ends: [
      ...([
        'bang',
        'bele',
        'dem',
        'kam',
        'kon',
        'kwe',
        'lem',
        'long',
        'mba',
        'mbe',
        'nda',
      ] as const),
      ...(['ngwe', 'ni', 'nyi', 'sang', 'si', 'tam', 'ti', 'tok', 'wo', 'yong', 'zok'] as const),
    ],
  },
  cod: {
    starts: [
      ...([
        'Bo',
        'Lo',
        'Ma',
        'Ki',
        'Mo',
        'Lu',
        'I',
        'Ka',
        'Ba',
        'E',
        'Mu',
        'Wa',
        'Li',
        'Be',
      ] as const),
      ...(['Nko', 'Mpe', 'Nse', 'Bu', 'Tshi', 'Yo', 'Mba', 'Ngo', 'Isa', 'Ya'] as const),
    ],
    middles: [
      ...([
        'bo',
        'fe',
        'ka',
        'ke',
        'la',
        'le',
        'li',
        'lo',
        'lu',
        'mba',
        'mbo',
        'nda',
        'nga',
      ] as const),
      ...(['nge', 'pe', 'sa', 'se', 'ta', 'te', 'to', 'wa', 'ya'] as const),
    ],
    ends: [
      ...(['ka', 'ko', 'kele', 'koto', 'la', 'le', 'li', 'lo', 'ma', 'mbe', 'mbi', 'mbu'] as const),
      ...(['nda', 'ndo', 'nga', 'ngo', 'ngu', 'ni', 'nzi', 'pa', 'sa', 'se', 'si', 'te'] as const),
      ...(['to', 'tu', 'we', 'wa', 'yo', 'zi'] as const),
    ],
  },
  caf: {
    starts: [
      ...(['Ba', 'Be', 'Bo', 'Da', 'Do', 'Gba', 'Gbo', 'Gou', 'Ka', 'Ko', 'Kou', 'Mba'] as const),
      ...(['Mbo', 'Nda', 'Nga', 'Nza', 'Sa', 'So', 'Ya', 'Yo', 'Za', 'Zou'] as const),
    ],
    middles: [
      'ba',
      'di',
      'do',
      'ga',
      'ka',
      'la',
      'mba',
      'nga',
      'ra',
      'rou',
      'wa',
      'za',
      'zi',
      'ngo',
    ],
    ends: [
      ...(['ba', 'bo', 'bili', 'da', 'dou', 'fara', 'ga', 'go', 'kara', 'ko', 'la', 'li'] as const),
      ...(['mba', 'mo', 'nga', 'ngo', 'ra', 'ri', 'ro', 'ta', 'wa', 'zo', 'zou'] as const),
    ],
  },
  cog: {
    starts: [
      ...(['Ma', 'Mou', 'Ki', 'Li', 'Lé', 'Bo', 'O', 'Ou', 'É', 'Mpa', 'Mbé', 'Ngo', 'I'] as const),
      ...(['Ko', 'Ya', 'Bi', 'Ndo', 'Ntsi', 'Lou', 'Mo'] as const),
    ],
    middles: [
      'ba',
      'bou',
      'ka',
      'ko',
      'la',
      'lé',
      'ma',
      'mba',
      'ndé',
      'ngo',
      'sa',
      'ti',
      'vou',
      'ya',
    ],
    ends: [
      ...(['ba', 'bou', 'ka', 'ko', 'kou', 'la', 'lé', 'li', 'lou', 'ma', 'mba', 'mo'] as const),
      ...(['na', 'ndo', 'ndza', 'nga', 'ngui', 'ni', 'sa', 'si', 'ti', 'tou', 'vi', 'yo'] as const),
    ],
  },
  gab: {
    starts: [
      ...(['Mé', 'Mi', 'Mou', 'Nzo', 'Nko', 'É', 'Lé', 'Bi', 'Ma', 'O', 'I', 'Ndja', 'A'] as const),
      ...(['Ba', 'Di', 'Ngo', 'Oyé', 'Ké'] as const),
    ],
    middles: [
      'ba',
      'bi',
      'bou',
      'ka',
      'la',
      'lé',
      'mba',
      'ndé',
      'ngo',
      'ré',
      'sa',
      'vou',
      'ya',
      'kou',
    ],
    ends: [
      ...(['ba', 'bang', 'bé', 'ka', 'kou', 'la', 'lé', 'li', 'ma', 'mba', 'mvé', 'na'] as const),
      ...(['ndi', 'nga', 'ngo', 'ni', 'nzé', 'sogo', 'té', 'vi', 'yi', 'zok'] as const),
    ],
  },
  gnq: {
    starts: ['A', 'Bi', 'Nsa', 'Mo', 'Ebe', 'Ase', 'Mbi', 'Ngu', 'E', 'Nko', 'Mi', 'Be', 'O', 'Ma'],
    middles: ['ba', 'be', 'ka', 'la', 'lo', 'me', 'mi', 'no', 'ra', 'so', 'ye'],
    ends: [
      ...(['bang', 'be', 'ka', 'kam', 'la', 'mang', 'mba', 'mo', 'na', 'nam', 'ne'] as const),
      ...(['nga', 'nze', 'sen', 'so', 'te', 'yong', 'zok'] as const),
    ],
  },
};
