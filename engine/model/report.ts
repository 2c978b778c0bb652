import type { Code, Codes } from '../diagnostics/codes.ts';
import type { Note } from '../diagnostics/diagnostic.ts';

/** A mapping of the configuration as parsed or expanded. */
export type RawNode = Readonly<Record<string, unknown>>;

/** What a diagnostic points at: a node, one of its keys, the key itself or its value. */
export interface Target {
  readonly node: object;
  readonly key?: string | number;
  readonly part?: 'key' | 'value';
}

/** A second place of a diagnostic, and why it is shown. */
export interface RelatedTarget {
  readonly target: Target;
  readonly note: Note;
}

/** Reports one fault: its code, where it is, the parameters of the code, and second places. */
type Reporting = <C extends Code>(
  code: C,
  target: Target,
  params: Codes[C],
  related?: readonly RelatedTarget[],
) => void;

/** Where the stages report what is wrong; they cannot read what others reported. */
export interface Report {
  readonly error: Reporting;
  readonly warn: Reporting;
}
