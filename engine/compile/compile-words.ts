import type { BundleIndex } from '../bundle/bundle.ts';
import {
  ACCOUNT_WORD_GROUPS,
  MAIL_WORD_GROUPS,
  STATIC_WORD_GROUPS,
  TOOL_WORD_GROUPS,
  type AllWords,
  type AnyWordKey,
  type ToolWords,
} from '../bundle/words.ts';
import type { AtlasModel } from '../model/model.ts';
import type { CompileOptions } from './compile-options.ts';

/** Groups of words that are not in the index of a server. */
const TOOL_GROUPS = [...TOOL_WORD_GROUPS, ...STATIC_WORD_GROUPS];

/** The words of tools in one language, and the address of their document. */
export interface CompiledToolWords {
  readonly path: string;
  readonly document: ToolWords;
}

/** Compiles the words of tools in one language. */
export function compileToolWords(
  { words }: Pick<AtlasModel, 'words'>,
  locale: string,
  { hash }: Pick<CompileOptions, 'hash'>,
): CompiledToolWords {
  const document = { words: wordsOf(words[locale]!, TOOL_GROUPS) as ToolWords['words'] };
  return { path: `/atlas/tools.${hash(JSON.stringify(document))}.${locale}.json`, document };
}

/** Returns the words of the index of the public bundle: those of no other document. */
export function indexWords(words: AllWords): BundleIndex['words'] {
  const others = [...ACCOUNT_WORD_GROUPS, ...MAIL_WORD_GROUPS, ...TOOL_GROUPS];
  const own = Object.entries(words).filter(([name]) => !isIn(name, others));
  return Object.fromEntries(own) as unknown as BundleIndex['words'];
}

/** Returns the words whose names are in one of the groups. */
export function wordsOf(
  words: AllWords,
  groups: readonly string[],
): Partial<Record<AnyWordKey, AllWords[AnyWordKey]>> {
  return Object.fromEntries(Object.entries(words).filter(([name]) => isIn(name, groups)));
}

function isIn(name: string, groups: readonly string[]): boolean {
  return groups.some((group) => name.startsWith(`${group}.`));
}
