import type { Code, Codes } from '../diagnostics/codes.ts';
import type { Diagnostic, RelatedSpan, Severity } from '../diagnostics/diagnostic.ts';
import type { RelatedTarget, Report, Target } from '../model/report.ts';
import { WHOLE_CONFIGURATION, type Origins } from './origins.ts';

/**
 * Maximum number of errors in one run. A file with more is probably not a configuration, and each
 * error takes time.
 */
const MAX_ERRORS = 1_000;
/** Maximum number of warnings in one run. An atlas with more is still served. */
const MAX_WARNINGS = 5_000;
/** Number of errors to show when there are too many. */
const KEPT_ERRORS = 20;

/** Thrown when there are too many errors; `diagnostics` are those to show. */
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

/** The origin of an error outside of templates. */
const NOWHERE = { calls: [], expansion: null };

/** A diagnostic, with the `for` values and calls of a template in which it occurs. */
interface Found {
  readonly diagnostic: Diagnostic;
  readonly expansions: string[];
  readonly calls: object[];
}

/**
 * Collects the diagnostics of a stage. An error in a template is reported once, with its calls.
 * Throws `TooManyErrors` when the limit of errors is exceeded, and drops warnings beyond their
 * limit.
 */
export class DiagnosticReport implements Report {
  #muted = false;
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0 };
  readonly #origins: Origins;
  readonly #found = new Map<string, Found>();

  constructor(origins: Origins) {
    this.#origins = origins;
  }

  error<C extends Code>(
    code: C,
    target: Target,
    params: Codes[C],
    related: readonly RelatedTarget[] = [],
  ): void {
    this.#add(target, related, { code, params, severity: 'error' });
  }

  warn<C extends Code>(
    code: C,
    target: Target,
    params: Codes[C],
    related: readonly RelatedTarget[] = [],
  ): void {
    if (!this.#muted) this.#add(target, related, { code, params, severity: 'warning' });
  }

  /** Returns a report with the same diagnostics, which can be added to separately. */
  copy(): DiagnosticReport {
    const copy = new DiagnosticReport(this.#origins);
    copy.#muted = this.#muted;
    Object.assign(copy.#counts, this.#counts);
    for (const [key, { diagnostic, expansions, calls }] of this.#found)
      copy.#found.set(key, { diagnostic, expansions: [...expansions], calls: [...calls] });
    return copy;
  }

  /** Ignores all further warnings. */
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

  #add<C extends Code>(
    target: Target,
    related: readonly RelatedTarget[],
    fault: { readonly code: C; readonly params: Codes[C]; readonly severity: Severity },
  ): void {
    const span = this.#origins.at(target.node, target.key, target.part);
    const isShared = this.#origins.isShared(target.node, target.key);
    const { calls, expansion } = isShared ? NOWHERE : this.#origins.callsOf(target.node);
    const variant = isShared || calls.length > 0 || expansion ? '' : JSON.stringify(fault.params);
    const key = `${fault.code}|${span.file}|${span.start.line}|${span.start.column}|${variant}`;
    const known = this.#found.get(key);
    if (known) {
      if (expansion && !known.expansions.includes(expansion)) known.expansions.push(expansion);
      known.calls.push(...calls.filter((call) => !known.calls.includes(call)));
      return;
    }
    if (!this.#hasRoom(fault.severity)) return;
    const { code, params, severity } = fault;
    const others = related.map((other) => this.#relatedSpan(other));
    // The signature pairs the code with its parameters, but TypeScript does not infer the union
    // member.
    const diagnostic = { code, params, severity, span, related: others } as Diagnostic;
    this.#found.set(key, {
      diagnostic,
      expansions: expansion ? [expansion] : [],
      calls: [...calls],
    });
  }

  #relatedSpan({ target: { node, key, part }, note }: RelatedTarget): RelatedSpan {
    return { span: this.#origins.at(node, key, part), note };
  }

  /** Returns all diagnostics that were reported so far, ordered by file and position. */
  diagnostics(): Diagnostic[] {
    return [...this.#found.values()]
      .map(({ diagnostic, expansions, calls }): Diagnostic => {
        const calledFrom = calls.map((node) =>
          this.#relatedSpan({ target: { node }, note: 'called-here' }),
        );
        return {
          ...diagnostic,
          related: [...(diagnostic.related ?? []), ...calledFrom],
          expansions,
        };
      })
      .sort(byPlace);
  }

  get hasErrors(): boolean {
    return this.#counts.error > 0;
  }
}

/** Codes about the whole atlas, which are listed after those about one place. */
const LAST: ReadonlySet<Code> = new Set(['interface-incomplete']);

/** Orders diagnostics by file, line, column and code. */
export function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (
    Number(LAST.has(a.code)) - Number(LAST.has(b.code)) ||
    compare(a.span.file, b.span.file) ||
    a.span.start.line - b.span.start.line ||
    a.span.start.column - b.span.start.column ||
    compare(a.code, b.code)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
