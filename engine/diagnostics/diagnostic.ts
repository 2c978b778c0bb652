import type { Code, Codes } from './codes.ts';

/**
 * A diagnostic is data: a code, the place it points at and the parameters its words need. The words
 * are in `codes/`, `render.ts` draws them.
 */

/** A position in a file; line and column count from 1, column in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A half-open stretch of one configuration file. `file` is relative to the configuration folder. */
export interface Span {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
}

export type Severity = 'error' | 'warning';

/** Why a second place is shown. */
export type Note =
  | 'first-defined-here'
  | 'other-bracket'
  | 'opened-here'
  | 'neighbour'
  | 'drawn-otherwise-here'
  | 'named-here'
  | 'called-here'
  | 'parameter-declared-here';

/** A second place that belongs to the fault: the other definition, the template line, the call. */
export interface RelatedSpan {
  readonly span: Span;
  readonly note: Note;
}

/** What is wrong at a place. The type of `params` follows from `code`. */
export type Diagnostic<C extends Code = Code> = {
  [P in C]: {
    readonly code: P;
    readonly params: Codes[P];
    readonly severity: Severity;
    readonly span: Span;
    readonly related?: readonly RelatedSpan[] | undefined;
    /** The countries or other values of `for` in which one line of a template is wrong. */
    readonly expansions?: readonly string[] | undefined;
  };
}[C];

/** True when any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
