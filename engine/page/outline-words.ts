/** The interface words of the outline. */
export interface OutlineWords {
  readonly layers: string;
  readonly legend: string;
  readonly languages: string;
  readonly projects: string;
  readonly locked: string;
  readonly restricted: string;
  readonly demo: string;
}

const ENGLISH: OutlineWords = {
  layers: 'Layers',
  legend: 'Legend',
  languages: 'Language',
  projects: 'Projects',
  locked: 'Access on request',
  restricted: 'Restricted',
  demo: 'Demonstration data',
};

const WORDS: Readonly<Record<string, OutlineWords>> = {
  en: ENGLISH,
  fr: {
    layers: 'Couches',
    legend: 'Légende',
    languages: 'Langue',
    projects: 'Projets',
    locked: 'Accès sur demande',
    restricted: 'Accès restreint',
    demo: 'Données de démonstration',
  },
};

/** The languages in which the outline and the interface have words. */
export const INTERFACE_LANGUAGES: readonly string[] = Object.keys(WORDS);

/** Reports whether the interface has words in a locale (`fr-CM` is French). */
export function hasInterfaceWords(locale: string): boolean {
  return INTERFACE_LANGUAGES.includes(languageOf(locale));
}

/** Returns the words of a locale; English when there are none. */
export function wordsFor(locale: string): OutlineWords {
  return WORDS[languageOf(locale)] ?? ENGLISH;
}

function languageOf(locale: string): string {
  return locale.split('-')[0]!;
}
