import type { FeatureRows } from '../rows/feature-rows.ts';

/**
 * Returns features in the order in which they are kept: those with the largest value of
 * `feeds.tiles.keep.by` first if `byRank`, then the largest, then scattered, so that any beginning of
 * the list has the same share of all values and regions. The order depends on nothing but the features
 * themselves.
 */
export function orderRows(
  { ids, sizes, ranks }: Pick<FeatureRows, 'ids' | 'sizes' | 'ranks'>,
  byRank: boolean,
): Uint32Array {
  const scatter = Uint32Array.from(ids, scattered);
  return Uint32Array.from(ids, (_, row) => row).sort((a, b) => {
    if (byRank && ranks && ranks[a] !== ranks[b]) return ranks[b]! > ranks[a]! ? 1 : -1;
    const larger = sizes ? sizes[b]! - sizes[a]! : 0;
    return larger || scatter[a]! - scatter[b]! || ids[a]! - ids[b]!;
  });
}

/**
 * Returns for each list of parts of the configuration the list of those that `seen` has, by their
 * places in it. Equal lists are the same list.
 */
export function asksSeen(
  lists: FeatureRows['askLists'],
  all: readonly unknown[],
  seen: readonly unknown[],
): readonly (readonly number[])[] {
  const places = all.map((ask) => seen.indexOf(ask));
  const known = new Map<string, readonly number[]>();
  return lists.map((list) => {
    const found = list.map((ask) => places[ask]!).filter((place) => place !== -1);
    const key = found.join();
    if (!known.has(key)) known.set(key, found);
    return known.get(key)!;
  });
}

/** Returns a whole number that differs for similar ids (the finaliser of MurmurHash3). */
function scattered(id: number): number {
  let hash = (id >>> 0) ^ Math.floor(id / 2 ** 32);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
