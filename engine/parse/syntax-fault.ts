import type { Code, Codes } from '../diagnostics/codes.ts';
import type { Note } from '../diagnostics/diagnostic.ts';

/** The mistake behind a syntax error. Offsets count from 0. */
export type SyntaxFault<C extends Code = Code> = {
  [P in C]: {
    readonly code: P;
    readonly offset: number;
    readonly length: number;
    readonly params: Codes[P];
    /** A related place. */
    readonly related?: { readonly offset: number; readonly length: number; readonly note: Note };
  };
}[C];

/** Creates a syntax error of `length` characters at an offset. */
export function at<C extends Code>(
  code: C,
  offset: number,
  length: number,
  params: Codes[C],
): SyntaxFault<C> {
  return { code, offset, length, params };
}
