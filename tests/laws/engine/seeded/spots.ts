import { isMap, isPair, isScalar, isSeq, parseDocument, type Node } from 'yaml';
import type { SourceFile } from 'atlas-engine';

/** A half-open range of a file; offsets count from 0. */
export type Range = readonly [start: number, end: number];

/** A key with its value, or an entry of a list, in a file. */
export interface Spot {
  readonly file: SourceFile;
  /**
   * Keys from the top of the file, with `*` for an entry of a list: `groups.*.sublayers.*.type`.
   */
  readonly path: string;
  /** The key and its place; null for an entry of a list. */
  readonly key: { readonly name: string; readonly at: Range } | null;
  readonly value: {
    readonly kind: 'scalar' | 'map' | 'list';
    readonly at: Range;
    /** The text of the value in the file. */
    readonly source: string;
    /** The number of entries of a map or list. */
    readonly size: number;
  };
  /** Whether the spot is inside brackets (flow style). */
  readonly inFlow: boolean;
  readonly parent: Spot | null;
  /** The index of the spot among the entries of its parent. */
  readonly index: number;
  /** The entries of a map or list, in order. */
  readonly children: readonly Spot[];
}

/** Returns all spots of a YAML file, outermost first. */
export function spotsOf(file: SourceFile): Spot[] {
  const document = parseDocument(file.text);
  const found: Spot[] = [];
  const add = (node: Node, around: Omit<Spot, 'file' | 'value' | 'children'>): void => {
    const [start, end] = node.range!;
    const flow = (isMap(node) || isSeq(node)) && node.flow === true;
    const kind = isMap(node) ? 'map' : isSeq(node) ? 'list' : 'scalar';
    const at: Range = [start, start + file.text.slice(start, end).trimEnd().length];
    const children: Spot[] = [];
    const source = file.text.slice(...at);
    const size = isMap(node) || isSeq(node) ? node.items.length : 0;
    const spot = { ...around, file, value: { kind, at, source, size }, children } as const;
    found.push(spot);
    const path = around.path === '' ? '' : `${around.path}.`;
    const inFlow = around.inFlow || flow;
    if (isSeq(node))
      node.items.forEach((item, index) => {
        const before = found.length;
        add(item as Node, { path: `${path}*`, key: null, inFlow, parent: spot, index });
        children.push(found[before]!);
      });
    if (isMap(node))
      node.items.forEach((item, index) => {
        if (!isPair(item) || !isScalar(item.key) || !item.value) return;
        const name = String(item.key.value);
        const [from, to] = item.key.range!;
        const key = { name, at: [from, to] as const };
        const before = found.length;
        add(item.value as Node, { path: path + name, key, inFlow, parent: spot, index });
        children.push(found[before]!);
      });
  };
  if (document.contents)
    add(document.contents, { path: '', key: null, inFlow: false, parent: null, index: 0 });
  return found;
}

/** Returns the text of a scalar without its quotes. */
export function textOf({ value }: Spot): string {
  return /^(['"]).*\1$/s.test(value.source) ? value.source.slice(1, -1) : value.source;
}

/** Returns the range of a scalar without its quotes. */
export function innerRange({ value }: Spot): Range {
  const quoted = /^(['"]).*\1$/s.test(value.source) ? 1 : 0;
  return [value.at[0] + quoted, value.at[1] - quoted];
}

/** Returns the range from the key, if there is one, to the end of the value. */
export function wholeRange({ key, value }: Spot): Range {
  return [key?.at[0] ?? value.at[0], value.at[1]];
}

/** Returns the offset at which the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the offset of the line break at the end of the line. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}
