import type { Code, Codes } from '../diagnostics/codes.ts';
import type { Note } from '../diagnostics/diagnostic.ts';

/** What a person did, where a YAML reader only says what it did not expect. Offsets count from 0. */
export type SyntaxFault<C extends Code = Code> = {
  [P in C]: {
    readonly code: P;
    readonly offset: number;
    readonly length: number;
    readonly params: Codes[P];
    /** Another place that belongs to it. */
    readonly related?: { readonly offset: number; readonly length: number; readonly note: Note };
  };
}[C];

/** A syntax fault of `length` characters from an offset. */
export function at<C extends Code>(
  code: C,
  offset: number,
  length: number,
  params: Codes[C],
): SyntaxFault<C> {
  return { code, offset, length, params };
}
