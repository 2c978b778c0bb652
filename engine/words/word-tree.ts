import type { PluralForms, AnyWordKey } from '../bundle/words.ts';

/** A text of the interface as declared: one form, or one for each plural category. */
export type WrittenWord = string | PluralForms;

/** Texts by group and key, as in `engine/words/en.yaml` and `interface:`. */
export type WordTree = Readonly<Record<string, Readonly<Record<string, WrittenWord>>>>;

/** A text with its name, `group.key`. */
export type WordEntry = readonly [name: AnyWordKey, word: WrittenWord];

/** Returns the texts of a valid tree, in its order. */
export function wordsIn(tree: WordTree): readonly WordEntry[] {
  return Object.entries(tree).flatMap(([group, words]) =>
    Object.entries(words).map(([key, word]): WordEntry => [`${group}.${key}` as AnyWordKey, word]),
  );
}

/** Returns the tree of some texts. */
export function treeOf(words: Iterable<WordEntry>): WordTree {
  const tree: Record<string, Record<string, WrittenWord>> = {};
  for (const [name, word] of words) {
    const { group, key } = placeOf(name);
    (tree[group] ??= {})[key] = word;
  }
  return tree;
}

/** Returns the group of a text and its key in the group. */
export function placeOf(name: AnyWordKey): { readonly group: string; readonly key: string } {
  const [group, key] = name.split('.') as [string, string];
  return { group, key };
}
