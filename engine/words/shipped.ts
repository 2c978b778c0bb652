import type { WordKey, Words } from '../bundle/words.ts';
import { SHIPPED_WORDS } from './shipped.g.ts';

/** The words in English, which has all of them. */
export const ENGLISH: Words = SHIPPED_WORDS.en;

/** The names of all words of the interface, in the order of `en.yaml`. */
export const WORD_NAMES = Object.keys(ENGLISH) as readonly WordKey[];

/** The words that ship with the engine for a locale: those of its language, `fr-CM` is French. */
export function shippedWords(locale: string): Words | undefined {
  const language = locale.split('-')[0]!;
  return Object.hasOwn(SHIPPED_WORDS, language)
    ? SHIPPED_WORDS[language as keyof typeof SHIPPED_WORDS]
    : undefined;
}
