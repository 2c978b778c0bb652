import type { Span } from '../diagnostics/diagnostic.ts';
import { locateIn, type FileLocator, type Path } from './locate.ts';
import type { SourceFile } from './source-file.ts';

/** The origin of a copied node: the node, the call and the value of `for`. */
interface Copy {
  readonly from: object;
  readonly call: object | null;
  readonly expansion: string | null;
}

/** The nodes that keys of another node were copied from, by key. */
type Inherited = Map<string | number, object>;

/**
 * Records the place of every object of the configuration for diagnostics. Positions are only
 * computed for the first error.
 */
export class Origins {
  readonly #files: ReadonlyMap<string, { file: SourceFile; value: object }>;
  readonly #copies = new Map<object, Copy>();
  readonly #inherited = new Map<object, Inherited>();
  readonly #shared = new Set<object>();
  readonly #locators = new Map<string, FileLocator>();
  #index: Map<object, Place> | null = null;

  constructor(files: readonly { file: SourceFile; value: object }[]) {
    this.#files = new Map(files.map((entry) => [entry.file.path, entry]));
  }

  /** Records that `copy` was made from `from`, by `call`, for the value `expansion` of `for`. */
  record(
    copy: object,
    from: object,
    call: object | null = null,
    expansion: string | null = null,
  ): void {
    this.#copies.set(copy, { from, call, expansion });
  }

  /** Records that some keys of `copy` were copied from `from`. */
  inherit(copy: object, from: object, keys: readonly string[]): void {
    const known: Inherited = this.#inherited.get(copy) ?? new Map();
    for (const key of keys) known.set(key, from);
    if (known.size > 0) this.#inherited.set(copy, known);
  }

  /** Records that several entries share the contents of `node`. */
  share(node: object): void {
    this.#shared.add(node);
  }

  /** Returns whether several entries share the value at a place; an error there is reported once. */
  isShared(node: object, key?: string | number): boolean {
    if (this.#shared.size === 0) return false;
    this.#index ??= this.#buildIndex();
    const index = this.#index;
    const shared = new Set([...this.#shared].map((each) => index.get(each)));
    const holder = this.#holderOf(node, key);
    for (let place = index.get(holder) ?? null; place; place = place.parent)
      if (shared.has(place)) return true;
    return false;
  }

  /** Returns the span of a key or value of `node`; of the whole node without `key`. */
  at(node: object, key?: string | number, part: 'key' | 'value' = 'value'): Span {
    const place = this.#placeOf(node, key);
    if (!place) return WHOLE_CONFIGURATION;
    const locator = this.#locator(place.file);
    return locator.span(key === undefined ? place.path : [...place.path, key], part);
  }

  /**
   * Returns the calls that expanded `node`, as written, the innermost first, and its value of `for`;
   * null without one.
   */
  callsOf(node: object): { calls: readonly object[]; expansion: string | null } {
    const calls: object[] = [];
    let expansion: string | null = null;
    for (let at: object | null = node; at;) {
      let call: object | null = null;
      for (let copy = this.#copies.get(at); copy; copy = this.#copies.get(copy.from)) {
        call ??= copy.call;
        expansion ??= copy.expansion;
      }
      if (call) calls.push(this.#holderOf(call));
      at = call;
    }
    return { calls, expansion };
  }

  /** Returns the file of a node; null when it is not from a file. */
  fileOf(node: object): string | null {
    return this.#placeOf(node)?.file ?? null;
  }

  /** Returns the node of a file that a node, or one key of it, was copied from. */
  #holderOf(node: object, key?: string | number): object {
    for (let at = node; ;) {
      const inherited = key === undefined ? undefined : this.#inherited.get(at)?.get(key);
      const from = inherited ?? this.#copies.get(at)?.from;
      if (!from) return at;
      at = from;
    }
  }

  #placeOf(node: object, key?: string | number): { file: string; path: Path } | undefined {
    this.#index ??= this.#buildIndex();
    const place = this.#index.get(this.#holderOf(node, key));
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

/**
 * The place of an object as a linked list; a path per object would take more memory than the
 * configuration.
 */
interface Place {
  readonly file: string;
  /** The parent of the object; null for the whole file. */
  readonly parent: Place | null;
  /** The key of the object in its parent. */
  readonly key: string | number;
}

function pathOf(place: Place): Path {
  const path: (string | number)[] = [];
  for (let at = place; at.parent; at = at.parent) path.push(at.key);
  return path.reverse();
}

export const WHOLE_CONFIGURATION: Span = {
  file: 'atlas.yaml',
  start: { line: 1, column: 1 },
  end: { line: 1, column: 2 },
};
