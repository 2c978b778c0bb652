/** The interface words the outline needs beyond the texts of an atlas. */
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

/** The languages that the outline and the interface have words in. */
export const INTERFACE_LANGUAGES: readonly string[] = Object.keys(WORDS);

/** Whether the interface has words in a locale (`fr-CM` is French). */
export function hasInterfaceWords(locale: string): boolean {
  return INTERFACE_LANGUAGES.includes(languageOf(locale));
}

/** The words of a locale; English where there are none. */
export function wordsFor(locale: string): OutlineWords {
  return WORDS[languageOf(locale)] ?? ENGLISH;
}

function languageOf(locale: string): string {
  return locale.split('-')[0]!;
}
