import { isMap, isScalar, isSeq, parse, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { readWithPositions } from './locate.ts';
import { toFlow } from './to-yaml.ts';

/** Thrown when an entry cannot be added. The message says why. */
export class EntryError extends Error {
  override readonly name = 'EntryError';
}

/**
 * Returns the text of a valid YAML file with an entry added at the end of the list at a path of keys,
 * such as `[region, countries]`. Everything else in the file stays as it is. `entry` is YAML. A list
 * of the top level that does not exist is added at the end of the file, with `note` as its comment.
 */
export function withEntry(
  text: string,
  path: readonly string[],
  entry: string,
  note?: string,
): string {
  const { contents } = readWithPositions(text, { uniqueKeys: false });
  const list = path.reduce<Node | null>(valueOf, contents);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  if (isSeq(list)) {
    const added = list.flow ? inBrackets(text, list, entry) : inLines(text, list, entry);
    return spliced(text, added.at, added.text.replaceAll('\n', eol));
  }
  if (list !== null || path.length > 1)
    throw new EntryError(`\`${path.join('.')}\` is not a list that is written there.`);
  if (isMap(contents) && contents.flow)
    throw new EntryError('The whole file is in braces. Write each key on a line of its own.');
  const key = `${path[0]}:${note === undefined ? '' : ` # ${note}`}`;
  const before = text.trimEnd() === '' ? '' : `${text.trimEnd()}\n\n`.replaceAll('\n', eol);
  return before + `${key}\n${item(entry, 2)}\n`.replaceAll('\n', eol);
}

function valueOf(node: Node | null, key: string): Node | null {
  if (!isMap(node)) return null;
  const pair = (node as YAMLMap<Node, Node | null>).items.find(
    ({ key: each }) => isScalar(each) && each.value === key,
  );
  const value = pair?.value ?? null;
  return isScalar(value) && value.value === null ? null : value;
}

function spliced(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}

/** Returns an entry as an item of a list that is indented. */
function item(entry: string, indent: number): string {
  return entry
    .split('\n')
    .map((line, i) => (line === '' ? '' : `${' '.repeat(indent)}${i === 0 ? '- ' : '  '}${line}`))
    .join('\n');
}

interface Addition {
  readonly at: number;
  readonly text: string;
}

/** Adds an entry below the last line of a list. */
function inLines(text: string, list: YAMLSeq, entry: string): Addition {
  const [start, end] = list.range!;
  const indent = start - (text.lastIndexOf('\n', start - 1) + 1);
  const last = start + text.slice(start, end).trimEnd().length;
  // A comment after the last item belongs to its line.
  const line = /\r?\n|$/.exec(text.slice(last))!.index;
  return { at: last + line, text: `\n${item(entry, indent)}` };
}

/** Adds an entry before the closing bracket. */
function inBrackets(text: string, list: YAMLSeq, entry: string): Addition {
  const [start, end] = list.range!;
  const last = (list.items.at(-1) as Node | undefined)?.range?.[1] ?? start + 1;
  const rest = text.slice(last, end);
  const hasComma = /^\s*,/.test(rest);
  const flow = toFlow(parse(entry));
  const at = hasComma ? last + rest.indexOf(',') + 1 : last;
  if (list.items.length === 0) return { at, text: flow };
  return { at, text: hasComma ? ` ${flow},` : `, ${flow}` };
}
