import { endOfLine } from './scan-yaml.ts';

/** A line of YAML in block style. */
export interface BlockLine {
  readonly offset: number;
  /** Number of spaces before the content of the line. */
  readonly indent: number;
  /** The line without indentation and comment. */
  readonly content: string;
  /** Whether the content begins with `- `. */
  readonly dash: boolean;
  /** Whether the line has a key: a colon before a space or the end. */
  readonly hasColon: boolean;
}

/** Returns the lines at some offsets, without empty lines and comments. */
export function blockLines(text: string, offsets: readonly number[]): BlockLine[] {
  return offsets.flatMap((offset) => {
    const line = text.slice(offset, endOfLine(text, offset));
    const content = line.replace(/(^|\s+)#.*$/, '').trim();
    if (content === '') return [];
    return {
      offset,
      indent: line.search(/\S/),
      content,
      dash: /^-(?:\s|$)/.test(content),
      hasColon: /:(?:\s|$)/.test(content),
    };
  });
}

/** A mapping or list that the next line may continue. */
interface OpenBlock {
  readonly column: number;
  readonly list: boolean;
  readonly last: BlockLine;
}

/** The valid places near a misplaced line. */
export interface Neighbourhood {
  /** Whether the line is at the column of the entries of a list, but does not begin with `- `. */
  readonly listed: boolean;
  /** Whether the line begins with `- ` at the column of keys. */
  readonly among: boolean;
  /** The line next to which the misplaced line probably belongs. */
  readonly neighbour: BlockLine | null;
  /**
   * Indentations of the blocks that the line could continue: mappings, or lists for a line with `-
   * `.
   */
  readonly columns: readonly number[];
}

/** Finds the blocks that the line `own` could continue, among the lines before it. */
export function neighbourOf(own: BlockLine, lines: readonly BlockLine[]): Neighbourhood {
  let open: OpenBlock[] = [];
  for (const line of lines) {
    if (line.offset >= own.offset) break;
    open = open.filter(({ column }) => column < line.indent);
    let column = line.indent;
    const dashes = /^(?:- +)*/.exec(line.content)![0];
    for (const dash of dashes.match(/- +/g) ?? []) {
      open.push({ column, list: true, last: line });
      column += dash.length;
    }
    if (line.hasColon) open.push({ column, list: false, last: line });
    else if (line.content === '-') open.push({ column, list: true, last: line });
  }
  const here = open.find(({ column, list }) => column === own.indent && list);
  if (here && !own.dash)
    return { listed: true, among: false, neighbour: here.last, columns: [own.indent] };
  const among = own.dash && open.some(({ column, list }) => column === own.indent && !list);
  const fitting = open.filter(({ list }) => list === own.dash);
  const [nearest] = fitting.toSorted(
    (a, b) =>
      Math.abs(a.column - own.indent) - Math.abs(b.column - own.indent) || b.column - a.column,
  );
  return {
    listed: false,
    among,
    neighbour: nearest?.last ?? null,
    columns: [...new Set(fitting.map(({ column }) => column))].sort((a, b) => a - b),
  };
}
