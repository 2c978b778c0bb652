/** The words of the interface in one language, as a browser receives them. */
import type { PlainWordKey, PluralWordKey } from './word-keys.g.ts';

/** The forms of a text with a number, by the plural categories of `Intl.PluralRules`. */
export type PluralForms = Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }
>;

/** The name of a text of the interface: its group in `engine/words/en.yaml`, and its key there. */
export type WordKey = PlainWordKey | PluralWordKey;

/** Every text of the interface. `{{name}}` is the place of a value. */
export type Words = Readonly<Record<PlainWordKey, string> & Record<PluralWordKey, PluralForms>>;

/** What is needed to write for a reader; a bundle is one. */
export interface Language {
  /** BCP 47. */
  readonly locale: string;
  readonly words: Words;
}
