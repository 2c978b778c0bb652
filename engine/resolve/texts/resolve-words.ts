import type * as Config from '../../../schemas/config.g.ts';
import type { AnyWordKey, AllWords } from '../../bundle/words.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import type { Report } from '../../model/report.ts';
import { ENGLISH, shippedWords, WORD_NAMES } from '../../words/shipped.ts';
import { wordsIn, type WordTree, type WrittenWord } from '../../words/word-tree.ts';
import { reportWordFaults } from './word-faults.ts';

/** The inputs for the texts of the interface of an atlas. */
export interface WrittenWords {
  readonly locales: Config.Locales;
  /** The valid `interface:` of each language that has one. */
  readonly trees: ReadonlyMap<string, WordTree>;
  /** Languages whose file has texts. Another step reports those that are not in `locales`. */
  readonly texts: ReadonlyMap<string, unknown>;
}

/** Some or all words of one language, from the atlas or from the engine. */
type Source = Readonly<Partial<Record<AnyWordKey, WrittenWord>>>;

/** The words of the interface in every language of the atlas. */
interface ResolvedWords {
  readonly words: Readonly<Record<string, AllWords>>;
  /** The words that neither the atlas nor the engine has, by language. */
  readonly missing: Readonly<Record<string, readonly AnyWordKey[]>>;
}

/**
 * Resolves the words of the interface in every language of the atlas. In order of precedence, a word
 * is from the atlas, from the engine, from either in the fallback language, or English. Diagnostics: `unknown-locale`, and
 * those of `reportWordFaults`.
 */
export function resolveWords(
  { locales, trees, texts }: WrittenWords,
  report: Report,
): ResolvedWords {
  const { available, fallback = available[0]! } = locales;
  for (const [locale, tree] of trees) {
    if (available.includes(locale)) reportWordFaults(locale, tree, report);
    else if (!texts.has(locale)) {
      const params = { found: locale, nearest: suggest(locale, available), known: available };
      report.error('unknown-locale', { node: tree }, params);
    }
  }
  const sourcesOf = (locale: string): readonly Source[] => [
    Object.fromEntries(wordsIn(trees.get(locale) ?? {})),
    shippedWords(locale) ?? {},
  ];
  const words = available.map((locale) => {
    const sources = [...sourcesOf(locale), ...sourcesOf(fallback), ENGLISH];
    return [locale, wordsFrom(sources)] as const;
  });
  const missing = available.map((locale) => {
    const sources = sourcesOf(locale);
    const absent = WORD_NAMES.filter((name) => sources.every((source) => !(name in source)));
    return [locale, absent] as const;
  });
  return { words: Object.fromEntries(words), missing: Object.fromEntries(missing) };
}

/**
 * Returns each word from the first source that has it. A plural word with only one form uses this
 * form for all numbers.
 */
function wordsFrom(sources: readonly Source[]): AllWords {
  const words = WORD_NAMES.map((name) => {
    const word = sources.find((source) => name in source)![name]!;
    const isPlural = typeof ENGLISH[name] === 'object';
    return [name, isPlural && typeof word === 'string' ? { other: word } : word] as const;
  });
  // The schema of `interface:` gives every word the form that the English one has.
  return Object.fromEntries(words) as unknown as AllWords;
}
