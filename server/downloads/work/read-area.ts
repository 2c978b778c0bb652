/** Reads all features of a dataset that touch an area, page by page. */
import type { DatasetStore, IntersectsRequest, StoredFeature } from '../../store/store.ts';

/**
 * The least and the most features of a page. Each page searches all features of the area again, so
 * there must be few pages; but features may have many vertices, so a page grows only while it is
 * quick and small.
 */
const [LEAST, MOST] = [1_000, 32_000];
/** The time of a quick page in milliseconds. */
const QUICK = 2_000;
/** The size of a small page in characters of JSON. */
const SMALL = 8_388_608;
/** Time limit of one page in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Yields the features by ascending id. `written` returns the number of bytes that the caller has
 * made of them so far.
 */
export async function* readArea(
  store: Pick<DatasetStore, 'intersects'>,
  request: Pick<IntersectsRequest, 'dataset' | 'fields' | 'geometry'>,
  written: () => number,
): AsyncGenerator<readonly StoredFeature[]> {
  let limit = LEAST;
  let after: number | undefined;
  for (;;) {
    const before = written();
    const start = performance.now();
    const page = await store.intersects({
      ...request,
      limit,
      timeout: TIMEOUT,
      ...(after !== undefined && { after }),
    });
    const took = performance.now() - start;
    yield page;
    if (page.length < limit) return;
    after = page.at(-1)!.id;
    const mayGrow = took < QUICK && written() - before < SMALL;
    limit = mayGrow ? Math.min(MOST, limit * 2) : Math.max(LEAST, limit / 2);
  }
}
