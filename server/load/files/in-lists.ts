/** Number of features in a list. */
const LENGTH = 1_000;

/** Divides features into lists: a reader waits once for a list, not for each feature. */
export function* inLists(features: Iterable<unknown>): Generator<unknown[]> {
  let list: unknown[] = [];
  for (const feature of features) {
    if (list.push(feature) < LENGTH) continue;
    yield list;
    list = [];
  }
  if (list.length > 0) yield list;
}
