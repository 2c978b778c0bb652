/** Reads the blocks of code of a page of Markdown. */

/** A block of code. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The last file that the text above names, for what a reader saves. */
  readonly path: string;
  /** The line of the block in the page. */
  readonly line: number;
}

const FENCE = /^( *)```(\w*)\n(.*?)^\1```$/gms;
const PATH = /`(atlas\.config\/[\w./-]+)`/g;

/** Returns the blocks of a page, in their order, without the indentation of their list. */
export function blocksOf(markdown: string): Block[] {
  let end = 0;
  return [...markdown.matchAll(FENCE)].map((match) => {
    const [whole, indent = '', language = '', indented = ''] = match;
    const before = markdown.slice(end, match.index);
    end = match.index + whole.length;
    return {
      language,
      text: indented.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      path: [...before.matchAll(PATH)].at(-1)?.[1] ?? '',
      line: markdown.slice(0, match.index).split('\n').length,
    };
  });
}

/** The start of a top-level entry, which includes the lines indented under it. */
const ENTRIES = /^(?=[a-z-]+:)/m;

/** Replaces the top-level keys of a YAML file that another text has; keys that are new are added. */
export function replaceKeys(file: string, text: string): string {
  const keyOf = (entry: string): string => entry.slice(0, entry.indexOf(':'));
  const own = new Set(text.split(ENTRIES).map(keyOf));
  return [...file.split(ENTRIES).filter((entry) => !own.has(keyOf(entry))), text].join('');
}
