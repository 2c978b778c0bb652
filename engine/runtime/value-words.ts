/** Words a value is written with that are no text of the atlas. */
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

/** The words of a language (`fr-CM` is French), English where there are none. */
export function valueWords(locale: string): ValueWords {
  return WORDS[locale.split('-')[0] ?? ''] ?? ENGLISH;
}
