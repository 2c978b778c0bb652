import { isAlias, isCollection, isMap, isNode, isPair, isScalar } from 'yaml';
import { suggest } from '../diagnostics/suggest.ts';
import { firstSign } from './explain-syntax.ts';
import { at, type SyntaxFault } from './syntax-fault.ts';

/** What a document is searched with. */
interface Search {
  readonly text: string;
  /** Levels of nesting that are taken. */
  readonly depth: number;
}

/**
 * Finds what is wrong with a document that is well written: a key that is there twice, too many
 * levels, an alias without an anchor above it. The first in order of the file, or null.
 * Codes: `duplicate-key`, `too-deep`, `unknown-anchor`, `yaml-first-sign`.
 */
export function explainStructure(contents: unknown, search: Search): SyntaxFault | null {
  return new Structure(search).faultIn(contents, 1);
}

class Structure {
  readonly #text: string;
  readonly #depth: number;
  /** Names of the anchors so far. */
  readonly #anchors = new Set<string>();

  constructor({ text, depth }: Search) {
    this.#text = text;
    this.#depth = depth;
  }

  /** `depth` is that of the node, 1 for the whole file. */
  faultIn(node: unknown, depth: number): SyntaxFault | null {
    if (isAlias(node)) return this.#unknownAnchor(node.source, startOf(node));
    if ((isScalar(node) || isCollection(node)) && node.anchor) this.#anchors.add(node.anchor);
    if (!isCollection(node)) return null;
    if (depth > this.#depth) return at('too-deep', startOf(node), 1, { limit: this.#depth });
    const keys = new Map<string, number>();
    for (const item of node.items) {
      const found = isPair(item)
        ? ((isMap(node) ? this.#repeated(item.key, keys) : null) ??
          this.faultIn(item.key, depth + 1) ??
          this.faultIn(item.value, depth + 1))
        : this.faultIn(item, depth + 1);
      if (found) return found;
    }
    return null;
  }

  #unknownAnchor(name: string, offset: number): SyntaxFault | null {
    if (this.#anchors.has(name)) return null;
    if (this.#anchors.size === 0) return firstSign(this.#text, offset, true);
    const known = [...this.#anchors];
    const near = suggest(name, known);
    return at('unknown-anchor', offset, name.length + 1, { found: name, nearest: near, known });
  }

  /** A key that its mapping has already; `keys` says where, and learns of this one. */
  #repeated(key: unknown, keys: Map<string, number>): SyntaxFault | null {
    if (!isScalar(key)) return null;
    const name = String(key.value);
    const offset = startOf(key);
    const first = keys.get(name);
    if (first === undefined) {
      keys.set(name, offset);
      return null;
    }
    const before = this.#text.slice(this.#text.lastIndexOf('\n', first - 1) + 1, first);
    const begins = /^\s*(?:- +)+$/.test(before);
    const length = (key.range?.[1] ?? offset) - offset;
    return {
      ...at('duplicate-key', offset, length, { found: name, begins }),
      related: { offset: first, length, note: 'first-defined-here' },
    };
  }
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
