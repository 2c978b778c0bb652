/** The syntax of well-known text for reference systems, first and second edition (OGC 18-010). */
import { SystemFault } from './system-fault.ts';

/** `KEYWORD[value, …]`. Words without quotes, such as the directions of axes, are texts too. */
export interface WktNode {
  /** In capitals. */
  readonly keyword: string;
  readonly values: readonly WktValue[];
}

export type WktValue = string | number | WktNode;

const TOKEN = /\s*(?:"((?:[^"]|"")*)"|([[\](),])|([^\s"[\](),]+))/y;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Systems have about eight levels. */
const DEEPEST = 20;

/** A quoted text, a bracket or comma, or a word or number. */
type Token =
  { readonly quoted: string } | { readonly mark: string } | { readonly word: string } | null;

/**
 * Parses well-known text. ESRI appends a vertical system after a comma: the result has all nodes on
 * the first level. Throws `SystemFault`.
 */
export function parseWkt(text: string): readonly [WktNode, ...WktNode[]] {
  const tokens = tokensOf(text.replace(/^\uFEFF/, ''));
  let at = 0;
  const next = (): Token => tokens[at++] ?? null;
  const isMark = (token: Token, marks: string): boolean =>
    token !== null && 'mark' in token && marks.includes(token.mark);

  const valueOf = (depth: number): WktValue => {
    const token = next();
    if (token === null || 'mark' in token || depth > DEEPEST) throw unreadable(text);
    if ('quoted' in token) return token.quoted;
    if (!isMark(tokens[at] ?? null, '[('))
      return NUMBER.test(token.word) ? Number(token.word) : token.word;
    at++;
    return { keyword: token.word.toUpperCase(), values: listOf(depth + 1, '])') };
  };
  /** Values with commas between them, until one of the closing marks. */
  const listOf = (depth: number, closing: string): WktValue[] => {
    const values: WktValue[] = [];
    for (;;) {
      values.push(valueOf(depth));
      const mark = next();
      if (isMark(mark, closing) || (closing === '' && mark === null)) return values;
      if (!isMark(mark, ',')) throw unreadable(text);
    }
  };
  const [first, ...rest] = listOf(0, '');
  if (!isNode(first) || !rest.every(isNode)) throw unreadable(text);
  return [first, ...rest];
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text);
    if (!match) throw unreadable(text);
    const [, quoted, mark, word] = match;
    if (quoted !== undefined) tokens.push({ quoted: quoted.replaceAll('""', '"') });
    else if (mark !== undefined) tokens.push({ mark });
    else if (word !== undefined) tokens.push({ word });
  }
  return tokens;
}

function unreadable(text: string): SystemFault {
  return new SystemFault('system', text);
}

function isNode(value: WktValue | undefined): value is WktNode {
  return typeof value === 'object';
}

/** The nodes inside a node that have one of the keywords. */
export function nodesOf(node: WktNode, ...keywords: readonly string[]): WktNode[] {
  return node.values.filter(isNode).filter(({ keyword }) => keywords.includes(keyword));
}

/** The first node inside a node that has one of the keywords. */
export function nodeOf(node: WktNode, ...keywords: readonly string[]): WktNode | undefined {
  return nodesOf(node, ...keywords)[0];
}

/** The text at the beginning of a node, which is its name. */
export function nameOf(node: WktNode | undefined): string {
  const name = node?.values[0];
  return typeof name === 'string' ? name : '';
}

/** The value of a node at an index, if it is a number. */
export function numberAt(node: WktNode | undefined, index: number): number {
  const value = node?.values[index];
  return typeof value === 'number' ? value : NaN;
}
