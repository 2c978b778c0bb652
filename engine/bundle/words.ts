/** The words of the interface in one language, as a browser receives them. */
import type { PlainWordKey, PluralWordKey } from './word-keys.g.ts';

/** The forms of a text with a number, by plural category of `Intl.PluralRules`. */
export type PluralForms = Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }
>;

/** The name of a text, `group.key`, as in `engine/words/en.yaml`. */
export type AnyWordKey = PlainWordKey | PluralWordKey;

/** Every text of an atlas. `{{name}}` is a placeholder for a value. */
export type AllWords = Readonly<Record<PlainWordKey, string> & Record<PluralWordKey, PluralForms>>;

/** The names of the texts of mails, which only the server uses. */
type MailKey = Extract<AnyWordKey, `mail.${string}`>;

/** The name of a text of the interface, which browsers receive. */
export type WordKey = Exclude<AnyWordKey, MailKey>;

/** Every text of the interface. */
export type Words = Omit<AllWords, MailKey>;

/** The language of a reader, with its words. Every bundle is a `Language`. */
export interface Language {
  /** The BCP 47 tag of the language. */
  readonly locale: string;
  readonly words: Words;
}
