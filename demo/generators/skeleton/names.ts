import { createRandom, type Random } from '../random.ts';
import type { Country } from './geography.ts';

interface Sounds {
  readonly starts: readonly [string, ...string[]];
  readonly middles: readonly [string, ...string[]];
  readonly ends: readonly [string, ...string[]];
}

/**
 * Syllables by country. They sound at home there, and are put together so that no word of a
 * language or place is meant.
 */
const SOUNDS: Readonly<Record<Country, Sounds>> = {
  cmr: {
    starts: ['Ab', 'Ek', 'Mbon', 'Nku', 'Ta', 'Fi', 'Osh', 'Ayu', 'Ngol', 'Ebi', 'Mfa', 'Ndo'],
    middles: ['a', 'e', 'ora', 'emi', 'aku', 'ibo', 'ufe', 'andi', 'oshe', 'eba'],
    ends: ['wem', 'tara', 'kondu', 'lem', 'vok', 'nsha', 'beyo', 'tuk', 'ndem', 'foro'],
  },
  cod: {
    starts: ['Bo', 'Lo', 'Ma', 'Ki', 'Mo', 'Lu', 'I', 'Nko', 'Mpe', 'Wa', 'Tshi', 'Ka', 'Ba', 'E'],
    middles: ['ka', 'nge', 'li', 'so', 'mbu', 'te', 'wa', 'ndo', 'lo', 'pe', 'nzi', 'ro', 'ku'],
    ends: ['lefu', 'nkiro', 'mbazu', 'yelo', 'tuma', 'ngosi', 'kewa', 'zibo', 'londu', 'ruka'],
  },
  caf: {
    starts: ['Ba', 'Gba', 'Zi', 'Ya', 'Nde', 'Ko', 'Bou', 'Do', 'Sa', 'Mba', 'Goui', 'Ta'],
    middles: ['ra', 'ngo', 'li', 'do', 'ka', 'zou', 'mbe', 'fa', 'ri', 'ndou'],
    ends: ['gbaya', 'zara', 'koubo', 'rengo', 'doula', 'fai', 'mbiro', 'ngazou', 'lissa', 'tembo'],
  },
  cog: {
    starts: ['Ma', 'Ou', 'Li', 'Mou', 'Ko', 'Ntsi', 'Lé', 'Bo', 'Mpa', 'É', 'Ya', 'Ki'],
    middles: ['ka', 'ndou', 'so', 'lé', 'mbé', 'ti', 'nga', 'pou', 'vi', 'lo'],
    ends: ['sango', 'lébou', 'nkama', 'toumi', 'kélé', 'ngoyi', 'mvou', 'soko', 'dzila', 'bénga'],
  },
  gab: {
    starts: ['Mé', 'Nzo', 'Akou', 'Mi', 'Ndja', 'É', 'Lé', 'Bi', 'Oko', 'Mou', 'Ima'],
    middles: ['ba', 'ndé', 'vou', 'la', 'ko', 'mi', 'ngou', 'ré', 'so', 'yé'],
    ends: ['zork', 'nguel', 'boundi', 'léma', 'sogo', 'viri', 'kangui', 'mbélé', 'ngoma', 'tsini'],
  },
  gnq: {
    starts: ['Ako', 'Bi', 'Nsa', 'Mo', 'Ebe', 'Ase', 'Mbi', 'Ngu', 'Evi'],
    middles: ['ra', 'no', 'be', 'lo', 'ka', 'mi', 'so', 'ndo'],
    ends: ['yong', 'bere', 'kam', 'nzoc', 'mang', 'vilo', 'sen', 'lam'],
  },
};

/** A name as it is written on the spot, and in other languages where that differs. */
export interface VillageName {
  readonly name: string;
  readonly english?: string;
  readonly french?: string;
}

type Words = (stem: string) => string;

/** Words that tell neighbouring villages apart, by language; numbers are the same in all. */
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

function drawStem(country: Country, random: Random): string {
  const { starts, middles, ends } = SOUNDS[country];
  const middle = random.sample(middles, random.pick([1, 1, 1, 2])).join('');
  return `${random.pick(starts)}${middle}${random.pick(ends)}`;
}

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
