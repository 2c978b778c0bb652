import { hash } from 'node:crypto';
import type { AttributeValue } from '../store/store.ts';

/** The properties from which the id of a feature is computed. */
export interface IdSource {
  /** The declared key; null when the feature has none. */
  readonly key: AttributeValue;
  /** The geometry as text, which is equal for equal geometries. */
  readonly geometry: string;
  /**
   * The values of the feature as text: one text for the fields of each rank, lowest rank first.
   * Every reader of the feature may see the values of the first text. The other texts only
   * determine the order of features whose previous texts are equal.
   */
  readonly byRank: readonly [open: string, ...guarded: string[]];
}

export interface AssignedIds {
  readonly ids: Float64Array;
  /** The features whose key belongs to another feature. */
  readonly duplicateKeys: readonly number[];
}

const HASH_DIGITS = 14;
const HASH_BITS = 53n;

/**
 * Assigns each feature a positive id below 2^53: its key when that is such a number, otherwise a
 * hash of the key, otherwise a hash of the geometry and the public values. Ids do not depend on the
 * order of the features. `bases` has the id of each feature if no other one has it (`baseOf`);
 * `sourceOf` is asked for the features whose base is not their own.
 *
 * Features with the same key or hash share a list of ids, which they get in the order of their
 * values, those of lower ranks first. The ids that a level sees therefore do not depend on values
 * above that level.
 */
export function assignIds(
  bases: Float64Array,
  sourceOf: (feature: number) => IdSource,
): AssignedIds {
  const order = Uint32Array.from(bases, (_, feature) => feature);
  order.sort((a, b) => bases[a]! - bases[b]! || a - b);
  const ids = bases.slice();
  const later: Candidate[] = [];
  const duplicateKeys: number[] = [];
  for (let start = 0, end = 0; start < order.length; start = end) {
    const base = bases[order[start]!]!;
    while (end < order.length && bases[order[end]!] === base) end++;
    if (end === start + 1) continue;
    const equals = Array.from(order.subarray(start, end), (feature): Candidate => {
      const source = sourceOf(feature);
      return { feature, source, text: baseOf(source).text };
    }).sort(compare);
    equals.forEach(({ feature, source, text }, place) => {
      if (source.key !== null && equals[place - 1]?.text === text) duplicateKeys.push(feature);
    });
    later.push(...equals.slice(1));
  }
  // Features whose key is an id have this id. The others get ids that are still free.
  const taken = new Set<number>();
  for (const { feature, text } of later) {
    for (let turn = 1; ; turn++) {
      const id = hashOf(`${text}#${turn}`);
      if (taken.has(id) || isBase(id, bases, order)) continue;
      taken.add((ids[feature] = id));
      break;
    }
  }
  return { ids, duplicateKeys: duplicateKeys.sort((a, b) => a - b) };
}

/** A feature that shares its base with others. */
interface Candidate {
  readonly feature: number;
  readonly source: IdSource;
  readonly text: string;
}

/** What a feature gets its id from. */
interface Base {
  readonly text: string;
  readonly id: number;
}

/** Returns the text from which the id of a feature is made, and the first id of this text. */
export function baseOf({ key, geometry, byRank: [open] }: IdSource): Base {
  if (isIdKey(key)) return { text: `n${key}`, id: key };
  const text = key === null ? `g${geometry}${open}` : `k${JSON.stringify(key)}`;
  return { text, id: hashOf(text) };
}

/** Returns whether a key is an id itself. */
export function isIdKey(key: AttributeValue): key is number {
  return typeof key === 'number' && Number.isSafeInteger(key) && key > 0;
}

/** Returns whether an id is one of the bases, by binary search in their order. */
function isBase(id: number, bases: Float64Array, order: Uint32Array): boolean {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bases[order[middle]!]! < id) low = middle + 1;
    else high = middle;
  }
  return bases[order[low] ?? -1] === id;
}

function compare(
  { source: a, text: first }: Candidate,
  { source: b, text: second }: Candidate,
): number {
  return (
    byText(first, second) ||
    byText(a.geometry, b.geometry) ||
    a.byRank.reduce((order, text, rank) => order || byText(text, b.byRank[rank]!), 0)
  );
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns 53 bits of the SHA-256 hash of a text; never 0. */
function hashOf(text: string): number {
  const digits = hash('sha256', text, 'hex').slice(0, HASH_DIGITS);
  return Number(BigInt.asUintN(Number(HASH_BITS), BigInt(`0x${digits}`))) || 1;
}
