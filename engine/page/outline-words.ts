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

/** The words of a locale (`fr-CM` is French); English where there are none. */
export function wordsFor(locale: string): OutlineWords {
  return WORDS[locale.split('-')[0] ?? ''] ?? ENGLISH;
}
