import { createInstance, type FormatterModule, type i18n } from 'i18next';
import type { AnyWordKey, IndexWordKey, Language, PluralForms } from '../bundle/words.ts';

/** Joins names or values into a list, in the format of the language. */
export function listOf(items: readonly string[], { locale }: Pick<Language, 'locale'>): string {
  return new Intl.ListFormat([locale, 'en'], { type: 'unit' }).format(items);
}

/** Joins the values of one field, which may have commas, into a list that begins with a capital. */
export function valuesOf(values: readonly string[], { locale }: Pick<Language, 'locale'>): string {
  const text = values.join(locale.startsWith('fr') ? '\u00A0; ' : '; ');
  const [first = ''] = text;
  return first.toLocaleUpperCase(locale) + text.slice(first.length);
}

/** Values for the placeholders of a text, by name. Numbers are formatted for the language. */
export type WordValues = Readonly<Record<string, string | number>>;

/** Returns a text of the interface with its values. The number `count` selects the plural form. */
export type Translate<K extends AnyWordKey = IndexWordKey> = (
  name: K,
  values?: WordValues,
) => string;

/** Some words of one language. */
type SomeWords = Readonly<Partial<Record<AnyWordKey, string | PluralForms>>>;

/** A language with some of its words. */
interface Texts {
  readonly locale: string;
  readonly words: SomeWords;
}

/** The instances of i18next by their list of words, then by locale. */
const instances = new WeakMap<SomeWords, Map<string, i18n>>();

/**
 * Returns i18next's `t` for the texts of the interface in a language. English rules apply if the
 * platform does not know the plurals or number formats of the language.
 */
export function translator<K extends AnyWordKey = IndexWordKey>(
  language: Language<K>,
): Translate<K> {
  return i18nOf(language).t as Translate<K>;
}

/** Returns the instance of i18next with the words of a language. A list of words has only one. */
export function i18nOf({ locale, words }: Texts): i18n {
  const made = instances.get(words) ?? new Map<string, i18n>();
  instances.set(words, made);
  const known = made.get(locale);
  if (known) return known;
  const created = createI18n({ locale, words });
  made.set(locale, created);
  return created;
}

function createI18n({ locale, words }: Texts): i18n {
  const { locale: lng } = new Intl.PluralRules([locale, 'en']).resolvedOptions();
  const instance = createInstance().use(numbersIn(locale));
  // With the words at hand, `init` ends before it returns.
  void instance.init({
    lng,
    resources: { [lng]: { translation: i18nextKeys(words, locale) } },
    load: 'currentOnly',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    ignoreJSONStructure: false,
    // React and the writer of the outline escape texts.
    interpolation: { escapeValue: false, alwaysFormat: true },
  });
  return instance;
}

/** Formats the numbers among the values of texts. */
function numbersIn(locale: string): FormatterModule {
  const numbers = new Intl.NumberFormat([locale, 'en']);
  const ignore = (): void => undefined;
  return {
    type: 'formatter',
    init: ignore,
    add: ignore,
    addCached: ignore,
    format: (value: string | number) => (typeof value === 'number' ? numbers.format(value) : value),
  };
}

/**
 * Returns words by the keys of i18next's JSON v4: a text with a number has a key for each plural
 * category of the language, such as `tab.active_one`. A category without a form has the form `other`.
 */
export function i18nextKeys(words: SomeWords, locale: string): Readonly<Record<string, string>> {
  const { pluralCategories } = new Intl.PluralRules([locale, 'en']).resolvedOptions();
  const keys: Record<string, string> = {};
  for (const [name, word] of Object.entries(words)) {
    if (typeof word === 'string') keys[name] = word;
    else
      for (const category of pluralCategories)
        keys[`${name}_${category}`] = word[category] ?? word.other;
  }
  return keys;
}
