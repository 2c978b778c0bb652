/** Words of the interface in which values are written. */
export interface ValueWords {
  readonly yes: string;
  readonly no: string;
}

const ENGLISH: ValueWords = { yes: 'Yes', no: 'No' };

const WORDS: Readonly<Record<string, ValueWords>> = {
  en: ENGLISH,
  fr: { yes: 'Oui', no: 'Non' },
  es: { yes: 'Sí', no: 'No' },
  pt: { yes: 'Sim', no: 'Não' },
};

/** Returns the words of a language (`fr-CM` is French); English when there are none. */
export function valueWords(locale: string): ValueWords {
  return WORDS[locale.split('-')[0] ?? ''] ?? ENGLISH;
}
