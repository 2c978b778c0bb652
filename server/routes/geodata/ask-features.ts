/** Questions to a store for the next features of a dataset. */
import { present } from 'atlas-engine/runtime';
import type { AllowedCut } from '../../access/policies.ts';
import type { Bounds, DatasetStore, PageRequest, StoredFeature } from '../../store/store.ts';

/**
 * Milliseconds for one search. What the reader takes to receive a page, and other searches, do not
 * count: an answer that has begun must not be cut off for them.
 */
const SEARCH_TIMEOUT = 5_000;

export type FeatureStore = Pick<DatasetStore, 'page' | 'intersects' | 'status'>;

/** The last feature of a page: position of its dataset among the cuts, and its id. */
export interface Place {
  readonly cut: number;
  readonly id: number;
}

/** Which features of the cuts are wanted; everything that is absent does not narrow. */
export interface FeatureWish {
  readonly cuts: readonly AllowedCut[];
  readonly geometry: StoredFeature['geometry'] | null;
  /** West above east leads over the 180th meridian. */
  readonly bbox?: Bounds;
  /** Where the page before ended. */
  readonly after?: Place;
}

/** Reads at most `limit` features of a cut with ids above `after`, by ascending id. */
export function askFeatures(
  store: FeatureStore,
  { geometry, bbox }: Pick<FeatureWish, 'geometry' | 'bbox'>,
  next: { readonly cut: AllowedCut; readonly after: number | undefined; readonly limit: number },
): Promise<readonly StoredFeature[]> {
  const { cut, after, limit } = next;
  const request = present({
    dataset: cut.dataset,
    fields: cut.fields,
    limit,
    after,
  });
  if (geometry) return store.intersects({ ...request, geometry, timeout: SEARCH_TIMEOUT });
  return pageIn(store, request, bbox);
}

/** A page of a box. One over the 180th meridian is two, whose features come by id as those of one. */
async function pageIn(
  store: FeatureStore,
  request: PageRequest,
  bbox?: Bounds,
): Promise<readonly StoredFeature[]> {
  if (bbox === undefined) return store.page(request);
  const [west, south, east, north] = bbox;
  if (west <= east) return store.page({ ...request, bbox });
  const halves = [
    await store.page({ ...request, bbox: [west, south, 180, north] }),
    await store.page({ ...request, bbox: [-180, south, east, north] }),
  ];
  const byId = new Map(halves.flat().map((feature) => [feature.id, feature]));
  return [...byId.values()].sort((a, b) => a.id - b.id).slice(0, request.limit);
}
