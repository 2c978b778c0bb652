import type { BundleIndex, GroupEntry } from '../bundle/bundle.ts';

/** Entries of groups by bundle. A bundle never changes, so its entries are indexed only once. */
const CACHE = new WeakMap<BundleIndex, ReadonlyMap<string, GroupEntry>>();

/** Returns the entry of a group in the panel; undefined when the bundle has none with this id. */
export function findEntry(bundle: BundleIndex, group: string): GroupEntry | undefined {
  let entries = CACHE.get(bundle);
  if (!entries) {
    const all = bundle.categories.flatMap(({ groups }) => groups);
    entries = new Map(all.map((entry) => [entry.id, entry]));
    CACHE.set(bundle, entries);
  }
  return entries.get(group);
}
