/** Queries the store for the next features of a dataset. */
import { present } from 'atlas-engine/runtime';
import type { AllowedCut } from '../../access/policies.ts';
import type { QueryGeometry } from '../../store/query-geometry.ts';
import type { Bounds, DatasetStore, PageRequest, StoredFeature } from '../../store/store.ts';

/**
 * Time limit of one search in milliseconds. Time for sending a page, and for other searches, is not
 * included, so that a response that has begun is never interrupted.
 */
const SEARCH_TIMEOUT = 5_000;

export type FeatureStore = Pick<DatasetStore, 'page' | 'intersects' | 'count' | 'status'>;

/** The last feature of a page: the index of its dataset cut, and its id. */
export interface Place {
  readonly cut: number;
  readonly id: number;
}

/** The selection of features. Absent properties select all features. */
export interface FeatureSelection {
  readonly cuts: readonly AllowedCut[];
  readonly geometry: QueryGeometry | null;
  /** West greater than east crosses the 180th meridian. */
  readonly bbox?: Bounds;
  /** The last feature of the previous page. */
  readonly after?: Place;
  /** Whether the features that touch the geometry are counted. */
  readonly counts?: boolean;
}

/** Counts the features of all cuts that touch a geometry. */
export async function countFeatures(
  store: FeatureStore,
  cuts: readonly AllowedCut[],
  geometry: QueryGeometry,
): Promise<number> {
  let count = 0;
  for (const { dataset } of cuts)
    count += await store.count({ dataset, geometry, timeout: SEARCH_TIMEOUT });
  return count;
}

/**
 * Reads at most `limit` features of a cut (`AllowedCut`) with ids above `after`, by ascending id.
 */
export function askFeatures(
  store: FeatureStore,
  { geometry, bbox }: Pick<FeatureSelection, 'geometry' | 'bbox'>,
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

/** Reads a page of a box. A box across the 180th meridian is two boxes, whose features are merged by id. */
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
