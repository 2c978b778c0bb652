import type { DiagnosticParams } from '../diagnostics/diagnostic.ts';

/** A mapping of the configuration as parsed or expanded. */
export type RawNode = Readonly<Record<string, unknown>>;

/** What a diagnostic points at: a node, one of its keys, the key itself or its value. */
export interface Target {
  readonly node: object;
  readonly key?: string | number;
  readonly part?: 'key' | 'value';
}

/** A second place of a diagnostic, and why it is shown: a key of the catalogue's `related` words. */
export interface RelatedTarget {
  readonly target: Target;
  readonly note: string;
  readonly params?: DiagnosticParams;
}

/** Where the stages report what is wrong; they cannot read what others reported. */
export interface Report {
  error(
    code: string,
    target: Target,
    params?: DiagnosticParams,
    related?: readonly RelatedTarget[],
  ): void;
  warn(
    code: string,
    target: Target,
    params?: DiagnosticParams,
    related?: readonly RelatedTarget[],
  ): void;
}
