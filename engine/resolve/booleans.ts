import type { Words } from '../bundle/words.ts';
import type { Field } from '../model/model.ts';
import { SHIPPED_WORDS } from '../words/shipped.g.ts';

/**
 * The words for yes and no that data may use: those of the atlas's languages and of the languages
 * that ship with the engine. A word that two languages use differently has the meaning of the first.
 */
export function booleansIn(words: Readonly<Record<string, Words>>): NonNullable<Field['booleans']> {
  const booleans: Record<string, boolean> = {};
  for (const own of [...Object.values(words), ...Object.values(SHIPPED_WORDS)]) {
    booleans[own['value.yes'].toLowerCase()] ??= true;
    booleans[own['value.no'].toLowerCase()] ??= false;
  }
  return booleans;
}
