import type { Language, WordKey } from '../bundle/words.ts';

/** Names or values one after the other, as the language lists them. */
export function listOf(items: readonly string[], { locale }: Pick<Language, 'locale'>): string {
  return new Intl.ListFormat([locale, 'en'], { type: 'unit' }).format(items);
}

/** Values for the places of a text, by name; numbers are written as the language does. */
export type WordValues = Readonly<Record<string, string | number>>;

/** Writes a text of the interface. `count` among the values chooses the plural form. */
export type Translate = (name: WordKey, values?: WordValues) => string;

/**
 * Returns the function that writes texts of the interface in a language. A language whose plurals or
 * numbers the platform does not know is counted as English.
 */
export function translator({ locale, words }: Language): Translate {
  const plurals = new Intl.PluralRules([locale, 'en']);
  const numbers = new Intl.NumberFormat([locale, 'en']);
  return (name, values = {}) => {
    const word = words[name];
    const text =
      typeof word === 'string'
        ? word
        : (word[plurals.select(Number(values['count']))] ?? word.other);
    return text.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (place, key: string) => {
      const value = values[key] ?? place;
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  };
}
