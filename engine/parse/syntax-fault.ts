import type { DiagnosticParams } from '../diagnostics/diagnostic.ts';

/** What a person did, where a YAML reader only says what it did not expect. Offsets count from 0. */
export interface SyntaxFault {
  readonly code: string;
  readonly offset: number;
  readonly length: number;
  readonly params: DiagnosticParams;
  /** Another place that belongs to it, with a note of the catalogue. */
  readonly related?: { readonly offset: number; readonly length: number; readonly note: string };
}

/** A syntax fault of `length` characters from an offset. */
export function at(
  code: string,
  offset: number,
  length: number,
  params: DiagnosticParams = {},
): SyntaxFault {
  return { code, offset, length, params };
}
