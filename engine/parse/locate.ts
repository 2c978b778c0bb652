import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Document, Node, Pair } from 'yaml';
import type { Position, Span } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from './source-file.ts';

export type Path = readonly (string | number)[];

/** Finds the place of a path in a YAML file: its key, its value, or the whole entry. */
export interface FileLocator {
  span(path: Path, part: 'key' | 'value'): Span;
}

/**
 * Parses a file again with positions, which is slower. Only used for files with errors. An unknown
 * path gives the span of its nearest parent.
 */
export function locateIn(file: SourceFile): FileLocator {
  const counter = new LineCounter();
  // The first parser rejects duplicate keys; the check here would take quadratic time.
  const document = readWithPositions(file.text, { lineCounter: counter, uniqueKeys: false });
  const at = (offset: number): Position => {
    const { line, col } = counter.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const spanOf = (node: Node | null): Span => {
    const [start, end] = node?.range ?? [0, 1];
    return oneLine(file, at(start), at(Math.max(end, start + 1)));
  };
  return {
    span(path, part) {
      let node: Node | null = document.contents;
      let key: Node | null = null;
      for (const step of path) {
        const target: Node | null = isAlias(node) ? (node.resolve(document) ?? null) : node;
        const next: { key: Node | null; value: Node | null } | null = child(target, step);
        if (!next) return key ? spanOf(key) : spanOf(node);
        key = next.key ?? key;
        if (!next.value || isEmpty(next.value)) return spanOf(next.key ?? node);
        node = next.value;
        if (!next.key) key = null;
      }
      return part === 'key' && key ? spanOf(key) : spanOf(node);
    },
  };
}

/**
 * Parses a document with the second parser; its `errors` and `warnings` tell whether it is valid.
 */
export function readWithPositions(
  text: string,
  options: { readonly lineCounter?: LineCounter; readonly uniqueKeys?: boolean } = {},
): Document.Parsed {
  return parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: true,
    // At lower log levels the parser does not report a second document.
    logLevel: 'error',
    prettyErrors: false,
    ...options,
  });
}

function child(
  node: Node | null,
  step: string | number,
): { key: Node | null; value: Node | null } | null {
  if (isMap(node)) {
    const pair = node.items.find(
      (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step),
    ) as Pair<Node, Node | null> | undefined;
    return pair ? { key: pair.key, value: pair.value } : null;
  }
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return item === undefined ? null : { key: null, value: item as Node };
  }
  return null;
}

function isEmpty(node: Node): boolean {
  return isScalar(node) && node.value === null && (node.range?.[0] ?? 0) === (node.range?.[1] ?? 0);
}

/** Shortens a span to its first line, because code frames show where it begins. */
function oneLine(file: SourceFile, start: Position, end: Position): Span {
  if (end.line === start.line) return { file: file.path, start, end };
  const line = file.text.split('\n')[start.line - 1] ?? '';
  const column = Math.max(line.trimEnd().length + 1, start.column + 1);
  return { file: file.path, start, end: { line: start.line, column } };
}
