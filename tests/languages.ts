import { ENGLISH, shippedWords } from 'atlas-engine';
import type { Language } from 'atlas-engine/runtime';

/** A locale with the words that ship with the engine; English words where it has none. */
export function languageOf(locale: string): Language {
  return { locale, words: shippedWords(locale) ?? ENGLISH };
}
