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
  /** The ids, by the index of the source. */
  readonly ids: readonly number[];
  /** Indices of the features whose key belongs to an earlier feature, in the order of content. */
  readonly duplicateKeys: readonly number[];
}

const HASH_DIGITS = 14;
const HASH_BITS = 53n;

/**
 * Assigns each feature a positive id below 2^53: its key when that is such a number, otherwise a
 * hash of the key, otherwise a hash of the geometry and the public values. Ids do not depend on the
 * order of the features.
 *
 * Features with the same key or hash share a list of ids, which they get in the order of their
 * values, those of lower ranks first. The ids that a level sees therefore do not depend on values
 * above that level.
 */
export function assignIds(sources: readonly IdSource[]): AssignedIds {
  const bases = sources.map(baseOf);
  const order = sources.map((_, index) => index);
  order.sort((a, b) => compare(sources, bases, a, b));
  const ids = new Array<number>(sources.length);
  const taken = new Set<number>();
  const later: number[] = [];
  const duplicateKeys: number[] = [];
  order.forEach((index, at) => {
    const before = at > 0 ? order[at - 1]! : -1;
    const repeated = before !== -1 && bases[before]!.text === bases[index]!.text;
    if (repeated && sources[index]!.key !== null) duplicateKeys.push(index);
    if (taken.has(bases[index]!.id)) later.push(index);
    else taken.add((ids[index] = bases[index]!.id));
  });
  // Features whose key is an id get this id first. The other features then get ids that are still
  // free.
  for (const index of later) {
    for (let turn = 1; ; turn++) {
      const id = hashOf(`${bases[index]!.text}#${turn}`);
      if (taken.has(id)) continue;
      taken.add((ids[index] = id));
      break;
    }
  }
  return { ids, duplicateKeys: duplicateKeys.sort((a, b) => a - b) };
}

interface Base {
  readonly text: string;
  readonly id: number;
}

function baseOf({ key, geometry, byRank: [open] }: IdSource): Base {
  if (typeof key === 'number' && Number.isSafeInteger(key) && key > 0) {
    return { text: `n${key}`, id: key };
  }
  const text = key === null ? `g${geometry}${open}` : `k${JSON.stringify(key)}`;
  return { text, id: hashOf(text) };
}

function compare(
  sources: readonly IdSource[],
  bases: readonly Base[],
  a: number,
  b: number,
): number {
  const first = sources[a]!;
  const second = sources[b]!;
  return (
    bases[a]!.id - bases[b]!.id ||
    byText(bases[a]!.text, bases[b]!.text) ||
    byText(first.geometry, second.geometry) ||
    first.byRank.reduce((order, text, rank) => order || byText(text, second.byRank[rank]!), 0)
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
