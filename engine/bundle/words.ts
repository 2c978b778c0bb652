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

/**
 * The groups of texts of the account, contact and operators' screens. They are in the `AccountDocument`, which is
 * loaded with the first of these screens, and not in the index.
 */
export const ACCOUNT_WORD_GROUPS = ['account', 'form', 'contact', 'admin'] as const;

/**
 * The groups of texts of tools whose code is loaded when they are first used. They are in the
 * `ToolWords`, which the application adds to the words of its index before it opens a tool.
 */
export const TOOL_WORD_GROUPS = [
  'analysis',
  'area',
  'author',
  'coordinates',
  'download',
  'explore',
  'import',
  'keys',
  'measure',
  'near',
  'overlaps',
] as const;

/**
 * The groups of texts that the index of a static site has, and that of a server does not. They are in
 * the `ToolWords`, from which the site takes them.
 */
export const STATIC_WORD_GROUPS = ['static'] as const;

/** The groups of texts of mails, which only the server uses. */
export const MAIL_WORD_GROUPS = ['mail'] as const;

type KeyIn<Group extends string> = Extract<AnyWordKey, `${Group}.${string}`>;

/** The name of a text of the account and contact screens. */
export type AccountWordKey = KeyIn<(typeof ACCOUNT_WORD_GROUPS)[number]>;

/** The name of a text that browsers receive. */
export type WordKey = Exclude<AnyWordKey, KeyIn<(typeof MAIL_WORD_GROUPS)[number]>>;

/**
 * The name of a text of the map and the screens with texts. Those of tools are in the index of the
 * application only after it has loaded them.
 */
export type IndexWordKey = Exclude<WordKey, AccountWordKey>;

/** The name of a text of a tool, or of a static site. */
export type ToolWordKey = KeyIn<
  (typeof TOOL_WORD_GROUPS)[number] | (typeof STATIC_WORD_GROUPS)[number]
>;

/** The texts of tools in one language. */
export interface ToolWords {
  readonly words: Pick<AllWords, ToolWordKey>;
}

/** The texts that browsers receive. */
export type Words = Pick<AllWords, WordKey>;

/** The language of a reader, with its words. Every bundle is a `Language`. */
export interface Language<K extends AnyWordKey = IndexWordKey> {
  /** The BCP 47 tag of the language. */
  readonly locale: string;
  readonly words: Pick<AllWords, K>;
}
