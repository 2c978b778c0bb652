import type { AnyWordKey, AllWords } from '../bundle/words.ts';
import { SHIPPED_WORDS } from './shipped.g.ts';

/** The words in English, which are complete. */
export const ENGLISH: AllWords = SHIPPED_WORDS.en;

/** The names of all words of the interface, in the order of `en.yaml`. */
export const WORD_NAMES = Object.keys(ENGLISH) as readonly AnyWordKey[];

/** The languages whose words ship with the engine. */
export const SHIPPED_LANGUAGES: readonly string[] = Object.keys(SHIPPED_WORDS);

/** Returns the words that ship with the engine for the language of a locale: French for `fr-CM`. */
export function shippedWords(locale: string): AllWords | undefined {
  const language = locale.split('-')[0]!;
  return Object.hasOwn(SHIPPED_WORDS, language)
    ? SHIPPED_WORDS[language as keyof typeof SHIPPED_WORDS]
    : undefined;
}
