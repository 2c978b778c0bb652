import { createRandom, type Random } from '../random.ts';
import type { Country } from './geography.ts';
import { SYLLABLES } from './syllables.ts';

/** A name as it is written locally, and in other languages where that differs. */
export interface VillageName {
  readonly name: string;
  readonly english?: string;
  readonly french?: string;
}

type Words = (stem: string) => string;

/** Words that distinguish neighbouring villages, by language; numbers are the same in all. */
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

/** The language that villages of the demonstration are named and surveyed in. */
export type Tongue = 'en' | 'fr' | 'es';

/** Makes a giver of invented names, each given once, none of them a real name. */
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
 * Makes a giver of invented words that are no real name, each given once: for lands, which are named
 * after no village. `seed` keeps the words of one kind of land apart from others'.
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

/** `de` before a name, `d’` before a vowel. */
export function ofName(name: string): string {
  return /^[aeiouéèê]/i.test(name) ? `d’${name}` : `de ${name}`;
}

/** Share of the names with a middle syllable. */
const THREE = 0.82;

/** Two to four syllables, no part of them twice in a row. */
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

/** Letters and syllables of a name without its qualifier. */
const LONGEST = 10;
const MOST_SYLLABLES = 4;

/** Counts the groups of vowels. */
const syllablesOf = (stem: string): number =>
  stem.normalize('NFD').match(/[aeiou]+/gi)?.length ?? 0;

function qualify(stem: string, qualifier: Qualifier, tongue: Tongue): VillageName {
  if (typeof qualifier === 'function') return { name: qualifier(stem) };
  const { en, fr } = qualifier;
  return { name: qualifier[tongue](stem), english: en(stem), french: fr(stem) };
}

/** Folds a name for comparing: no accents, no case, letters and digits only. */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
