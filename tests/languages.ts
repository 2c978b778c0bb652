import { ENGLISH, shippedWords } from 'atlas-engine';
import type { Language } from 'atlas-engine/runtime';

/**
 * Returns a locale with the words that ship with the engine, and English words if there are none
 * for it.
 */
export function languageOf(locale: string): Language {
  return { locale, words: shippedWords(locale) ?? ENGLISH };
}
