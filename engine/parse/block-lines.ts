import { endOfLine } from './scan-yaml.ts';

/** A line of block YAML. */
export interface BlockLine {
  readonly offset: number;
  /** Blanks before its content. */
  readonly indent: number;
  /** Without indentation and comment. */
  readonly content: string;
  /** Whether it begins with `- `. */
  readonly dash: boolean;
  /** Whether it has a key: a colon before a blank or the end. */
  readonly hasColon: boolean;
}

/** The lines at some offsets, without those that are blank or only a comment. */
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

/** A mapping or list that a next line may go on with. */
interface OpenBlock {
  readonly column: number;
  readonly list: boolean;
  readonly last: BlockLine;
}

/** Where a line that stands wrong could have stood. */
export interface Neighbourhood {
  /** Whether the line stands where the entries of a list begin, and lacks their `- `. */
  readonly listed: boolean;
  /** Whether it begins with `- ` where keys stand. */
  readonly among: boolean;
  /** The line it probably belongs beside. */
  readonly neighbour: BlockLine | null;
  /** Indentations of the mappings, or for `- ` of the lists, that it could go on with. */
  readonly columns: readonly number[];
}

/** Looks for what the line `own` could go on with among the lines before it. */
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
