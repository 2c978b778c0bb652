/** The words of the interface in one language, as a browser receives them. */
import type { PlainWordKey, PluralWordKey } from './word-keys.g.ts';

/** The forms of a text with a number, by plural category of `Intl.PluralRules`. */
export type PluralForms = Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }
>;

/** The name of a text of the interface, `group.key`, as in `engine/words/en.yaml`. */
export type WordKey = PlainWordKey | PluralWordKey;

/** Every text of the interface. `{{name}}` is a placeholder for a value. */
export type Words = Readonly<Record<PlainWordKey, string> & Record<PluralWordKey, PluralForms>>;

/**
 * The groups of texts of the account and contact screens. They are in the `AccountDocument`, which is
 * loaded with the first of these screens, and not in the index.
 */
export const ACCOUNT_WORD_GROUPS = ['account', 'form', 'contact'] as const;

/** The name of a text of the account and contact screens. */
export type AccountWordKey = Extract<WordKey, `${(typeof ACCOUNT_WORD_GROUPS)[number]}.${string}`>;

/** The name of a text of the map and the screens with texts, as in the index. */
export type IndexWordKey = Exclude<WordKey, AccountWordKey>;

/** The language of a reader, with its words. Every bundle is a `Language`. */
export interface Language<K extends WordKey = IndexWordKey> {
  /** The BCP 47 tag of the language. */
  readonly locale: string;
  readonly words: Pick<Words, K>;
}
