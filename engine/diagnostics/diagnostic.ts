import type { Code, Codes } from './codes.ts';

/**
 * A diagnostic is data: a code, a place and the parameters of its message. The messages are in
 * `codes/`; `render.ts` formats them.
 */

/** A position in a file; line and column count from 1, column in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A half-open range of a configuration file. `file` is relative to the configuration folder. */
export interface Span {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
}

export type Severity = 'error' | 'warning';

/** The reason why a related place is shown. */
export type Note =
  | 'first-defined-here'
  | 'other-bracket'
  | 'opened-here'
  | 'neighbour'
  | 'drawn-otherwise-here'
  | 'named-here'
  | 'called-here'
  | 'parameter-declared-here'
  | 'default-used-here'
  | 'missing-here'
  | 'circle-closes-here';

/**
 * A place that is related to a diagnostic: the other definition, the line of the template, or the
 * call.
 */
export interface RelatedSpan {
  readonly span: Span;
  readonly note: Note;
}

/** A problem at a place. The type of `params` depends on `code`. */
export type Diagnostic<C extends Code = Code> = {
  [P in C]: {
    readonly code: P;
    readonly params: Codes[P];
    readonly severity: Severity;
    readonly span: Span;
    readonly related?: readonly RelatedSpan[] | undefined;
    /** The countries or other values of `for` for which a line of a template is invalid. */
    readonly expansions?: readonly string[] | undefined;
  };
}[C];

/** Returns whether any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
