import { isMap, isScalar, parseDocument } from 'yaml';
import { placeOf, type WordEntry } from '../words/word-tree.ts';

const KEY = 'interface';

/**
 * Returns the text of a valid file of a language with some words of its `interface:` added or
 * replaced. The rest of the file and its comments are kept.
 */
export function withWords(text: string, words: readonly WordEntry[]): string {
  const { contents } = parseDocument(text);
  // In braces, `interface:` is not a block of lines.
  if (isMap(contents) && contents.flow) return edited(text, words);
  const pair = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === KEY)
    : undefined;
  if (!isScalar(pair?.key)) return `${text.trimEnd()}\n\n${edited('', words)}`.trimStart();
  const start = pair.key.range![0];
  const value = pair.value as { readonly range?: readonly number[] } | null;
  const end = value?.range?.[2] ?? pair.key.range![2];
  return text.slice(0, start) + edited(text.slice(start, end), words) + text.slice(end);
}

function edited(text: string, words: readonly WordEntry[]): string {
  const document = parseDocument(text);
  for (const [name, word] of words) {
    const { group, key } = placeOf(name);
    const value = typeof word === 'string' ? word : document.createNode(word);
    document.setIn([KEY, group, key], value);
  }
  return document.toString({ lineWidth: 0, singleQuote: true });
}
