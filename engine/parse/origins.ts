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
  #index: Map<object, { file: string; path: Path }> | null = null;

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
    return this.#index.get(original);
  }

  #buildIndex(): Map<object, { file: string; path: Path }> {
    const index = new Map<object, { file: string; path: Path }>();
    const walk = (value: unknown, file: string, path: Path): void => {
      if (typeof value !== 'object' || value === null) return;
      index.set(value, { file, path });
      if (Array.isArray(value)) value.forEach((item, i) => walk(item, file, [...path, i]));
      else
        for (const key of Object.keys(value)) walk((value as RawNode)[key], file, [...path, key]);
    };
    for (const [path, { value }] of this.#files) walk(value, path, []);
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

/** Collects the diagnostics of a stage; one fault in a template is one message with its calls. */
export class Report {
  #muted = false;
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
    if (!this.#found.has(key)) this.#found.set(key, { ...diagnostic, expansions: [], calls: [] });
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
    return [...this.#found.values()].some((diagnostic) => diagnostic.severity === 'error');
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
