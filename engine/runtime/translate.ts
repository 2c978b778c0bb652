import type { AnyWordKey, IndexWordKey, Language, PluralForms } from '../bundle/words.ts';

/** Joins names or values into a list, in the format of the language. */
export function listOf(items: readonly string[], { locale }: Pick<Language, 'locale'>): string {
  return new Intl.ListFormat([locale, 'en'], { type: 'unit' }).format(items);
}

/** Values for the placeholders of a text, by name. Numbers are formatted for the language. */
export type WordValues = Readonly<Record<string, string | number>>;

/** Returns a text of the interface with its values. The value `count` selects the plural form. */
export type Translate<K extends AnyWordKey = IndexWordKey> = (
  name: K,
  values?: WordValues,
) => string;

/**
 * Returns the function that translates texts of the interface into a language. English rules apply
 * if the platform does not know the plurals or number formats of the language.
 */
export function translator<K extends AnyWordKey = IndexWordKey>({
  locale,
  words,
}: Language<K>): Translate<K> {
  const plurals = new Intl.PluralRules([locale, 'en']);
  const numbers = new Intl.NumberFormat([locale, 'en']);
  return (name, values = {}) => {
    const word: string | PluralForms = words[name];
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
