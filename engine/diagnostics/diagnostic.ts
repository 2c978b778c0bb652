/**
 * A diagnostic is data: a permanent code, the place it points at and the parameters its words need.
 * Its words stand in the catalogue (`catalogue.ts`), its drawing in `render.ts`.
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

/** What the words of a diagnostic may mention. */
export type DiagnosticParams = Readonly<Record<string, string | number | readonly string[]>>;

/** A second place that belongs to the fault: the other definition, the template line, the call. */
export interface RelatedSpan {
  readonly span: Span;
  /** Key of the catalogue's `related` words, e.g. `first-defined-here`. */
  readonly note: string;
  readonly params?: DiagnosticParams;
}

export interface Diagnostic {
  /** Permanent, in words, kebab-case: `unknown-key`. */
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  readonly params: DiagnosticParams;
  readonly related?: readonly RelatedSpan[];
}

/** True when any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
