import type { SearchHit } from './store.ts';

/**
 * Returns the index with exactly these fields; -1 when there is none. In an index with more fields,
 * fields that the visitor may not see would affect the result.
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

/** Sorts the hits of several datasets, the best first; equal ones in the order of the datasets. */
export function bestFirst(found: readonly (readonly SearchHit[])[]): SearchHit[] {
  return found
    .flat()
    .sort(
      (a, b) =>
        a.fit - b.fit ||
        (b.rank ?? -Infinity) - (a.rank ?? -Infinity) ||
        (a.names < b.names ? -1 : a.names > b.names ? 1 : 0),
    );
}
