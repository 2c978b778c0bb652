import { isAlias, isCollection, isMap, isNode, isPair, isScalar } from 'yaml';
import type { Scalar, YAMLMap } from 'yaml';
import { suggest } from '../diagnostics/suggest.ts';
import { firstSign } from './explain-syntax.ts';
import { at, type SyntaxFault } from './syntax-fault.ts';

/** The input of a search for structural errors. */
interface Search {
  readonly text: string;
  /** Maximum allowed depth of nesting. */
  readonly depth: number;
}

/**
 * Finds the first structural error of a document with valid syntax: a duplicate key, too deep
 * nesting, or an alias without an anchor above it. Null when there is none. Codes: `duplicate-key`,
 * `too-deep`, `unknown-anchor`, `yaml-first-sign`.
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

  /** Returns the first error in a node. `depth` is the depth of the node, 1 for the whole file. */
  faultIn(node: unknown, depth: number): SyntaxFault | null {
    if (isAlias(node)) return this.#unknownAnchor(node.source, startOf(node));
    if ((isScalar(node) || isCollection(node)) && node.anchor) this.#anchors.add(node.anchor);
    if (!isCollection(node)) return null;
    if (depth > this.#depth) return at('too-deep', startOf(node), 1, { limit: this.#depth });
    const repeated = isMap(node) ? repeatedKey(node) : null;
    for (const item of node.items) {
      if (repeated && isPair(item) && item.key === repeated.key) return this.#twice(repeated);
      const parts = isPair(item) ? [item.key, item.value] : [item];
      for (const part of parts) {
        const found = this.faultIn(part, depth + 1);
        if (found) return found;
      }
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

  #twice({ key, first }: Repeated): SyntaxFault {
    const before = this.#text.slice(
      this.#text.lastIndexOf('\n', startOf(first) - 1) + 1,
      startOf(first),
    );
    const begins = /^\s*(?:- +)+$/.test(before);
    const length = (key.range?.[1] ?? 0) - startOf(key);
    return {
      ...at('duplicate-key', startOf(key), length, { found: String(key.value), begins }),
      related: { offset: startOf(first), length, note: 'first-defined-here' },
    };
  }
}

/** A key that occurs earlier in its mapping. */
interface Repeated {
  readonly key: Scalar;
  readonly first: Scalar;
}

function repeatedKey({ items }: YAMLMap): Repeated | null {
  const keys = new Map<string, Scalar>();
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    const first = keys.get(String(key.value));
    if (first) return { key, first };
    keys.set(String(key.value), key);
  }
  return null;
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
