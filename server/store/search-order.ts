import type { SearchHit } from './store.ts';

/**
 * The index that was made for exactly these fields; -1 when there is none. An index of more would
 * let fields decide that the asker may not see.
 */
export function indexOf(
  searches: readonly (readonly string[])[] | undefined,
  fields: readonly string[],
): number {
  const wanted = new Set(fields);
  return (searches ?? []).findIndex(
    (index) => index.length === wanted.size && index.every((field) => wanted.has(field)),
  );
}

/** The best of what several datasets found; of equals the dataset that was asked first. */
export function bestOf(found: readonly (readonly SearchHit[])[], limit: number): SearchHit[] {
  return found
    .flat()
    .sort(
      (a, b) =>
        a.fit - b.fit ||
        (b.rank ?? -Infinity) - (a.rank ?? -Infinity) ||
        (a.names < b.names ? -1 : a.names > b.names ? 1 : 0),
    )
    .slice(0, limit);
}
