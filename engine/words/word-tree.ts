import type { PluralForms, WordKey } from '../bundle/words.ts';

/** A text of the interface as it is written: one form, or one for each plural category. */
export type WrittenWord = string | PluralForms;

/** Texts by group and key, as `engine/words/en.yaml` and `interface:` have them. */
export type WordTree = Readonly<Record<string, Readonly<Record<string, WrittenWord>>>>;

/** A text by its name, `group.key`. */
export type WordEntry = readonly [name: WordKey, word: WrittenWord];

/** The texts of a tree whose keys are known, in its order. */
export function wordsIn(tree: WordTree): readonly WordEntry[] {
  return Object.entries(tree).flatMap(([group, words]) =>
    Object.entries(words).map(([key, word]): WordEntry => [`${group}.${key}` as WordKey, word]),
  );
}

/** The tree of some texts. */
export function treeOf(words: Iterable<WordEntry>): WordTree {
  const tree: Record<string, Record<string, WrittenWord>> = {};
  for (const [name, word] of words) {
    const { group, key } = placeOf(name);
    (tree[group] ??= {})[key] = word;
  }
  return tree;
}

/** The group of a text, and its key there. */
export function placeOf(name: WordKey): { readonly group: string; readonly key: string } {
  const [group, key] = name.split('.') as [string, string];
  return { group, key };
}
