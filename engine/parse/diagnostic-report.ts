import type {
  Diagnostic,
  DiagnosticParams,
  RelatedSpan,
  Severity,
} from '../diagnostics/diagnostic.ts';
import type { RelatedTarget, Report, Target } from '../model/report.ts';
import { WHOLE_CONFIGURATION, type Origins } from './origins.ts';

/** Errors of one run. A file with more of them is not a configuration, and each costs time. */
const MAX_ERRORS = 1_000;
/** Warnings of one run; an atlas with more is still served. */
const MAX_WARNINGS = 5_000;
/** Errors that are kept when there are too many. */
const KEPT_ERRORS = 20;

/** There are more errors than are looked at; the diagnostics are those to show. */
export class TooManyErrors extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(found: readonly Diagnostic[]) {
    super('too many errors');
    const kept = found.filter(({ severity }) => severity === 'error').slice(0, KEPT_ERRORS);
    const params = { limit: MAX_ERRORS, shown: kept.length };
    const span = kept.at(-1)?.span ?? WHOLE_CONFIGURATION;
    this.diagnostics = [...kept, { code: 'too-many-errors', severity: 'error', span, params }];
  }
}

/**
 * Collects the diagnostics of a stage; one fault in a template is one message with its calls.
 * Throws `TooManyErrors` for the error that is one too many; warnings that are too many are dropped.
 */
export class DiagnosticReport implements Report {
  #muted = false;
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0 };
  readonly #origins: Origins;
  readonly #found = new Map<string, Diagnostic & { expansions: string[]; calls: object[] }>();

  constructor(origins: Origins) {
    this.#origins = origins;
  }

  error(
    code: string,
    target: Target,
    params: DiagnosticParams = {},
    related: readonly RelatedTarget[] = [],
  ): void {
    this.#add('error', code, target, params, related);
  }

  warn(
    code: string,
    target: Target,
    params: DiagnosticParams = {},
    related: readonly RelatedTarget[] = [],
  ): void {
    this.#add('warning', code, target, params, related);
  }

  /** From here on only errors are kept. */
  muteWarnings(): void {
    this.#muted = true;
  }

  #hasRoom(severity: Severity): boolean {
    if (severity === 'error' && this.#counts.error === MAX_ERRORS)
      throw new TooManyErrors(this.diagnostics());
    if (severity === 'warning' && this.#counts.warning === MAX_WARNINGS) return false;
    this.#counts[severity]++;
    return true;
  }

  #add(
    severity: Severity,
    code: string,
    target: Target,
    params: DiagnosticParams,
    related: readonly RelatedTarget[],
  ): void {
    if (this.#muted && severity === 'warning') return;
    const span = this.#origins.at(target.node, target.key, target.part);
    const { call, expansion } = this.#origins.callOf(target.node);
    const variant = call || expansion ? '' : JSON.stringify(params);
    const key = `${code}|${span.file}|${span.start.line}|${span.start.column}|${variant}`;
    const known = this.#found.get(key);
    if (known) {
      if (expansion && !known.expansions.includes(expansion)) known.expansions.push(expansion);
      if (call && !known.calls.includes(call)) known.calls.push(call);
      return;
    }
    if (!this.#hasRoom(severity)) return;
    this.#found.set(key, {
      code,
      severity,
      span,
      params,
      related: related.map(({ target: other, note, params: words }) => ({
        span: this.#origins.at(other.node, other.key, other.part),
        note,
        ...(words ? { params: words } : {}),
      })),
      expansions: expansion ? [expansion] : [],
      calls: call ? [call] : [],
    });
  }

  /** Every diagnostic so far, ordered by file and position. */
  diagnostics(): Diagnostic[] {
    return [...this.#found.values()]
      .map(({ expansions, calls, ...diagnostic }) => {
        const calledFrom: RelatedSpan[] = calls.map((call) => ({
          span: this.#origins.at(call),
          note: 'called-here',
        }));
        const all = [...(diagnostic.related ?? []), ...calledFrom];
        const { related: _related, ...bare } = diagnostic;
        return {
          ...bare,
          params: expansions.length > 0 ? { ...diagnostic.params, expansions } : diagnostic.params,
          ...(all.length > 0 ? { related: all } : {}),
        };
      })
      .sort(byPlace);
  }

  get hasErrors(): boolean {
    return this.#counts.error > 0;
  }
}

/** Orders diagnostics by file, line, column, code. */
export function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (
    compare(a.span.file, b.span.file) ||
    a.span.start.line - b.span.start.line ||
    a.span.start.column - b.span.start.column ||
    compare(a.code, b.code)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
