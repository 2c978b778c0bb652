import { createRandom, type Random } from '../random.ts';
import type { Country } from './geography.ts';
import { SYLLABLES } from './syllables.ts';

/** The language of the names and surveys of a village. */
export type Tongue = 'en' | 'fr' | 'es';

/** Number of attempts to draw a name of a country before its parts are taken as used up. */
const ATTEMPTS = 20_000;

/**
 * Creates a function that returns invented village names. It returns each name once. A name differs
 * from each real name by more than one letter. Village names are not translated.
 */
export function createVillageNames(real: RealNames): (country: Country) => string {
  return createDraw(real, createRandom('village-names'));
}

/**
 * Creates a function that returns invented words for clans and areas that are not named after a
 * village. It returns each word once. A word differs from each real name by more than one letter.
 * `seed` separates the words of one kind of area from those of others.
 */
export function createLandNames(real: RealNames, seed: string): (country: Country) => string {
  return createDraw(real, createRandom(seed));
}

/** Returns a function that draws a stem that is not real and was not drawn before. */
function createDraw(real: RealNames, random: Random): (country: Country) => string {
  const taken = new Set<string>();
  return (country) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const stem = drawStem(country, random);
      const folded = foldName(stem);
      if (taken.has(folded) || real.isNear(folded)) continue;
      taken.add(folded);
      return stem;
    }
    throw new Error(`The syllables of \`${country}\` give no more names.`);
  };
}

/** Finds names that could be taken for a real one. */
export interface RealNames {
  /**
   * Returns true if a folded name can be made equal to a real name by changing, adding or leaving out
   * one letter, or by moving one.
   */
  isNear(folded: string): boolean;
}

/**
 * Creates an index of real names, of which each word counts as a name too. Two names that differ by
 * one letter become equal when a letter is left out of one or of both.
 */
export function createRealNames(names: readonly string[]): RealNames {
  const words = names.flatMap((name) => [name, ...name.split(/[\s-]+/)]).map(foldName);
  const near = new Set(words.filter((word) => word.length > 1).flatMap(shortened));
  return { isNear: (folded) => shortened(folded).some((form) => near.has(form)) };
}

/** Returns a word, and the word without each one of its letters. */
function shortened(word: string): string[] {
  return [word, ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))];
}

/** Returns the name after `de`, or after `d’` if it begins with a vowel. */
export function ofName(name: string): string {
  return /^[aeiouéèê]/i.test(name) ? `d’${name}` : `de ${name}`;
}

/** Share of the names that have a middle syllable. */
const THREE = 0.82;

/** Returns two to four syllables. No syllable is repeated directly. */
function drawStem(country: Country, random: Random): string {
  const { starts, middles, ends } = SYLLABLES[country];
  for (;;) {
    const parts = [
      random.pick(starts),
      ...(random.chance(THREE) ? [random.pick(middles)] : []),
      random.pick(ends),
    ];
    const stem = parts.join('');
    const twice = parts.some((part, i) => part.toLowerCase() === parts[i - 1]?.toLowerCase());
    if (!twice && stem.length <= LONGEST && syllablesOf(stem) <= MOST_SYLLABLES) return stem;
  }
}

/** Maximum number of letters of a name without its qualifier. */
const LONGEST = 10;
/** Maximum number of syllables of a name without its qualifier. */
const MOST_SYLLABLES = 4;

/** Returns the number of syllables: the number of groups of vowels. */
const syllablesOf = (stem: string): number =>
  stem.normalize('NFD').match(/[aeiou]+/gi)?.length ?? 0;

/** Normalises a name for comparison: letters and digits only, without accents, in lower case. */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
