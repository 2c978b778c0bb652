import { createRandom, type Random } from '../random.ts';
import type { Country } from './geography.ts';
import { SYLLABLES } from './syllables.ts';

/** A local name, and its forms in other languages if they differ. */
export interface VillageName {
  readonly name: string;
  readonly english?: string;
  readonly french?: string;
}

type Words = (stem: string) => string;

/**
 * Words that distinguish neighbouring villages, by language. Numbers are the same in all languages.
 */
const QUALIFIERS: readonly [Qualifier, ...Qualifier[]] = [
  { en: (stem) => `Upper ${stem}`, fr: (stem) => `Haut-${stem}`, es: (stem) => `${stem} Alto` },
  { en: (stem) => `Lower ${stem}`, fr: (stem) => `Bas-${stem}`, es: (stem) => `${stem} Bajo` },
  {
    en: (stem) => `${stem} Centre`,
    fr: (stem) => `${stem}-Centre`,
    es: (stem) => `${stem} Centro`,
  },
  {
    en: (stem) => `${stem} Riverside`,
    fr: (stem) => `${stem}-Rive`,
    es: (stem) => `${stem} Ribera`,
  },
  (stem) => `${stem} I`,
  (stem) => `${stem} II`,
];
type Qualifier = Words | Readonly<Record<'en' | 'fr' | 'es', Words>>;

/** The language of the names and surveys of a village. */
export type Tongue = 'en' | 'fr' | 'es';

/**
 * Creates a function that returns invented village names. It returns each name once, and never a
 * real name.
 */
export function createVillageNames(
  realNames: readonly string[],
): (country: Country, tongue: Tongue) => VillageName {
  const random = createRandom('village-names');
  const taken = new Set(realNames.map(foldName));
  return (country, tongue) => {
    for (;;) {
      const stem = drawStem(country, random);
      const named = random.chance(0.12)
        ? qualify(stem, random.pick(QUALIFIERS), tongue)
        : { name: stem };
      const forms = Object.values(named).map((form: string) => foldName(form));
      if (taken.has(foldName(stem)) || forms.some((form) => taken.has(form))) continue;
      for (const form of forms) taken.add(form);
      return named;
    }
  };
}

/**
 * Creates a function that returns invented words for areas that are not named after a village. It
 * returns each word once, and never a real name. `seed` separates the words of one kind of area
 * from those of others.
 */
export function createLandNames(
  realNames: readonly string[],
  seed: string,
): (country: Country) => string {
  const random = createRandom(seed);
  const taken = new Set(realNames.map(foldName));
  return (country) => {
    for (;;) {
      const stem = drawStem(country, random);
      if (taken.has(foldName(stem))) continue;
      taken.add(foldName(stem));
      return stem;
    }
  };
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

function qualify(stem: string, qualifier: Qualifier, tongue: Tongue): VillageName {
  if (typeof qualifier === 'function') return { name: qualifier(stem) };
  const { en, fr } = qualifier;
  return { name: qualifier[tongue](stem), english: en(stem), french: fr(stem) };
}

/** Normalises a name for comparison: letters and digits only, without accents, in lower case. */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
