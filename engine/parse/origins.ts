import type {
  Diagnostic,
  DiagnosticParams,
  RelatedSpan,
  Severity,
  Span,
} from '../diagnostics/diagnostic.ts';
import { locateIn, type FileLocator, type Path } from './locate.ts';
import type { SourceFile } from './source-file.ts';

/** A mapping of the configuration as parsed or expanded. */
export type RawNode = Readonly<Record<string, unknown>>;

/** Where a copied node comes from: the node it copies, the call that made it, and its variant. */
interface Copy {
  readonly from: object;
  readonly call: object | null;
  readonly expansion: string | null;
}

/**
 * Remembers where every object of the configuration stands, so that a diagnostic can point at it.
 * Positions are read only when the first fault needs them.
 */
export class Origins {
  readonly #files: ReadonlyMap<string, { file: SourceFile; value: object }>;
  readonly #copies = new Map<object, Copy>();
  readonly #locators = new Map<string, FileLocator>();
  #index: Map<object, Place> | null = null;

  constructor(files: readonly { file: SourceFile; value: object }[]) {
    this.#files = new Map(files.map((entry) => [entry.file.path, entry]));
  }

  /** Says that `copy` was made from `from` (by `call`, as its variant `expansion`). */
  record(
    copy: object,
    from: object,
    call: object | null = null,
    expansion: string | null = null,
  ): void {
    this.#copies.set(copy, { from, call, expansion });
  }

  /** The span of a key or value of `node`; of the whole node without `key`. */
  at(node: object, key?: string | number, part: 'key' | 'value' = 'value'): Span {
    const place = this.#placeOf(node);
    if (!place) return WHOLE_CONFIGURATION;
    const locator = this.#locator(place.file);
    return locator.span(key === undefined ? place.path : [...place.path, key], part);
  }

  /** The call that expanded `node`, outermost last, and its variant. */
  callOf(node: object): { call: object | null; expansion: string | null } {
    let call: object | null = null;
    let expansion: string | null = null;
    for (let copy = this.#copies.get(node); copy; copy = this.#copies.get(copy.from)) {
      call ??= copy.call;
      expansion ??= copy.expansion;
    }
    if (call) expansion ??= this.callOf(call).expansion;
    return { call, expansion };
  }

  /** The file a node was written in, or null for something no file holds. */
  fileOf(node: object): string | null {
    return this.#placeOf(node)?.file ?? null;
  }

  #placeOf(node: object): { file: string; path: Path } | undefined {
    let original = node;
    for (let copy = this.#copies.get(original); copy; copy = this.#copies.get(original)) {
      original = copy.from;
    }
    this.#index ??= this.#buildIndex();
    const place = this.#index.get(original);
    return place && { file: place.file, path: pathOf(place) };
  }

  #buildIndex(): Map<object, Place> {
    const index = new Map<object, Place>();
    const walk = (value: unknown, place: () => Place): void => {
      if (typeof value !== 'object' || value === null) return;
      const own = place();
      index.set(value, own);
      const { file } = own;
      if (Array.isArray(value))
        value.forEach((item, key) => walk(item, () => ({ file, parent: own, key })));
      else
        for (const [key, child] of Object.entries(value))
          walk(child, () => ({ file, parent: own, key }));
    };
    for (const [file, { value }] of this.#files)
      walk(value, () => ({ file, parent: null, key: '' }));
    return index;
  }

  #locator(path: string): FileLocator {
    let locator = this.#locators.get(path);
    if (!locator) {
      locator = locateIn(this.#files.get(path)!.file);
      this.#locators.set(path, locator);
    }
    return locator;
  }
}

/** Where an object stands; a path for each of them would take more memory than the configuration. */
interface Place {
  readonly file: string;
  /** Null for the whole file. */
  readonly parent: Place | null;
  /** Under which it stands in its parent. */
  readonly key: string | number;
}

function pathOf(place: Place): Path {
  const path: (string | number)[] = [];
  for (let at = place; at.parent; at = at.parent) path.push(at.key);
  return path.reverse();
}

const WHOLE_CONFIGURATION: Span = {
  file: 'atlas.yaml',
  start: { line: 1, column: 1 },
  end: { line: 1, column: 2 },
};

/** What a fault points at: a node, one of its keys, the key itself or its value. */
export interface Target {
  readonly node: object;
  readonly key?: string | number;
  readonly part?: 'key' | 'value';
}

/** Errors of one run. A file with more of them is none of an atlas, and each costs time. */
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
export class Report {
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

  /** Adds a diagnostic made elsewhere. */
  add(diagnostic: Diagnostic): void {
    const { span } = diagnostic;
    const key = `${diagnostic.code}|${span.file}|${span.start.line}|${span.start.column}`;
    if (!this.#found.has(key) && this.#hasRoom(diagnostic.severity))
      this.#found.set(key, { ...diagnostic, expansions: [], calls: [] });
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

export interface RelatedTarget {
  readonly target: Target;
  readonly note: string;
  readonly params?: DiagnosticParams;
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
