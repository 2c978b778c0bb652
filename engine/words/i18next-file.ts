import type { AnyWordKey, PluralForms } from '../bundle/words.ts';
import { i18nextKeys } from '../runtime/translate.ts';
import { pluralCategoriesOf } from './plural-categories.ts';
import { ENGLISH } from './shipped.ts';
import { placeOf, type WrittenWord } from './word-tree.ts';

/** Texts by group and key of i18next's JSON v4, as translation platforms read and write them. */
export type I18nextFile = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Some words by name. */
type SomeWords = Readonly<Partial<Record<AnyWordKey, WrittenWord>>>;

/** What a file of i18next contains. */
interface ReadI18next {
  readonly words: SomeWords;
  /** Keys of texts that name no word. */
  readonly unknown: readonly string[];
  /** Keys whose value is not a text. */
  readonly notTexts: readonly string[];
  /** Words with a number that lack the form `other`. */
  readonly withoutOther: readonly string[];
}

const SUFFIX = /^(?<name>.+)_(?<category>zero|one|two|few|many|other)$/;

/** Writes words as a file of i18next, with all plural categories of the language. */
export function toI18next(words: SomeWords, locale: string): I18nextFile {
  const file: Record<string, Record<string, string>> = {};
  for (const [name, text] of Object.entries(i18nextKeys(words, locale))) {
    const { group, key } = placeOf(name as AnyWordKey);
    (file[group] ??= {})[key] = text;
  }
  return file;
}

/**
 * Reads the words of a file of i18next, with nested keys or with dots in them. Empty texts are not
 * translated yet and are left out, as are forms that only repeat `other` where an author need not
 * write them. Returns null for a value that is not an object of groups.
 */
export function fromI18next(file: unknown, locale: string): ReadI18next | null {
  if (!isObject(file)) return null;
  const words: Partial<Record<AnyWordKey, WrittenWord>> = {};
  const forms = new Map<AnyWordKey, Partial<Record<Intl.LDMLPluralRule, string>>>();
  const unknown: string[] = [];
  const notTexts: string[] = [];
  const withoutOther: string[] = [];
  for (const [key, text] of leavesOf(file)) {
    const { name = '', category } = SUFFIX.exec(key)?.groups ?? {};
    if (typeof text !== 'string') notTexts.push(key);
    else if (text === '') continue;
    else if (isPlural(name))
      forms.set(name, { ...forms.get(name), [category as Intl.LDMLPluralRule]: text });
    else if (isWord(key)) words[key] = isPlural(key) ? { other: text } : text;
    else unknown.push(key);
  }
  const needed = pluralCategoriesOf(locale);
  for (const [name, written] of forms) {
    const { other } = written;
    if (other === undefined) withoutOther.push(name);
    else words[name] = withoutRepeats({ ...written, other }, needed);
  }
  return { words, unknown, notTexts, withoutOther };
}

/** Returns whether two words are the same text for every number in a language. */
export function isSameWord(
  name: AnyWordKey,
  [one, two]: readonly [WrittenWord, WrittenWord],
  locale: string,
): boolean {
  const keysOf = (word: WrittenWord): string =>
    JSON.stringify(i18nextKeys({ [name]: word }, locale));
  return keysOf(one) === keysOf(two);
}

function withoutRepeats(word: PluralForms, needed: readonly string[]): PluralForms {
  const kept = Object.entries(word).filter(
    ([category, text]) => needed.includes(category) || text !== word.other,
  );
  return { ...Object.fromEntries(kept), other: word.other };
}

/** Returns the values of a file and of its groups, with their keys. Words are not nested deeper. */
function leavesOf(file: object): readonly (readonly [string, unknown])[] {
  return Object.entries(file).flatMap(([key, value]: [string, unknown]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, text]) => [`${key}.${inner}`, text] as const)
      : [[key, value] as const],
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWord(name: string): name is AnyWordKey {
  return Object.hasOwn(ENGLISH, name);
}

function isPlural(name: string): name is AnyWordKey {
  return isWord(name) && typeof ENGLISH[name] === 'object';
}
