import type { BundleIndex, GroupEntry } from '../bundle/bundle.ts';

/** By bundle, which is never changed in place, so that thousands of entries are walked once. */
const CACHE = new WeakMap<BundleIndex, ReadonlyMap<string, GroupEntry>>();

/** The entry of a group on the panel; undefined when the bundle lists none of this id. */
export function findEntry(bundle: BundleIndex, group: string): GroupEntry | undefined {
  let entries = CACHE.get(bundle);
  if (!entries) {
    const all = bundle.categories.flatMap(({ groups }) => groups);
    entries = new Map(all.map((entry) => [entry.id, entry]));
    CACHE.set(bundle, entries);
  }
  return entries.get(group);
}
