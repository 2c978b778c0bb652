/** The interface words the outline needs beyond the texts of an atlas. */
export interface OutlineWords {
  readonly layers: string;
  readonly legend: string;
  readonly languages: string;
  readonly projects: string;
  readonly locked: string;
}

const WORDS: Readonly<Record<string, OutlineWords>> = {
  en: {
    layers: 'Layers',
    legend: 'Legend',
    languages: 'Language',
    projects: 'Projects',
    locked: 'Access on request',
  },
  fr: {
    layers: 'Couches',
    legend: 'Légende',
    languages: 'Langue',
    projects: 'Projets',
    locked: 'Accès sur demande',
  },
};

/** The words of a locale; English where there are none. */
export function wordsFor(locale: string): OutlineWords {
  return WORDS[locale.split('-')[0]!] ?? WORDS['en']!;
}
