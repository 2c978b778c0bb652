/** Scripts that are written from right to left (ISO 15924). */
const FROM_THE_RIGHT: readonly (string | undefined)[] = [
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
];

/** Returns the writing direction of a language, a value of the HTML attribute `dir`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return FROM_THE_RIGHT.includes(new Intl.Locale(locale).maximize().script) ? 'rtl' : 'ltr';
}
