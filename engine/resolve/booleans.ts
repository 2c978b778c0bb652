import type { AllWords } from '../bundle/words.ts';
import type { Field } from '../model/model.ts';
import { SHIPPED_WORDS } from '../words/shipped.g.ts';

/**
 * Returns the words for true and false that data may use, in lower case: those of the languages of
 * the atlas and of the engine. If two languages disagree about a word, the first one decides.
 */
export function booleansIn(
  words: Readonly<Record<string, AllWords>>,
): NonNullable<Field['booleans']> {
  const booleans: Record<string, boolean> = {};
  for (const own of [...Object.values(words), ...Object.values(SHIPPED_WORDS)]) {
    booleans[own['value.yes'].toLowerCase()] ??= true;
    booleans[own['value.no'].toLowerCase()] ??= false;
  }
  return booleans;
}
