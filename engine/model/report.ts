import type { Code, Codes } from '../diagnostics/codes.ts';
import type { Note } from '../diagnostics/diagnostic.ts';

/** A mapping of the configuration, as parsed or expanded. */
export type RawNode = Readonly<Record<string, unknown>>;

/** The place of a diagnostic: a node, one of its keys, or the value of a key. */
export interface Target {
  readonly node: object;
  readonly key?: string | number;
  readonly part?: 'key' | 'value';
}

/** A second place of a diagnostic, with a note. */
export interface RelatedTarget {
  readonly target: Target;
  readonly note: Note;
}

/** Reports a diagnostic: its code, its place, the parameters of the code and related places. */
type Reporting = <C extends Code>(
  code: C,
  target: Target,
  params: Codes[C],
  related?: readonly RelatedTarget[],
) => void;

/** Collects the diagnostics of a stage. A stage cannot read the diagnostics of others. */
export interface Report {
  readonly error: Reporting;
  readonly warn: Reporting;
}
