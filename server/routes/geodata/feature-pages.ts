/** Features of datasets page by page, as GeoJSON cut to what their asker may see. */
import type { AtlasSnapshot } from '../../atlas-snapshot.ts';
import { createGate } from '../../http/gate.ts';
import type { AllowedCut } from '../../policies.ts';
import type { Bounds, DatasetStore, PageRequest, StoredFeature } from '../../store/store.ts';
import { Turns } from '../../turns.ts';

/** Features a store is asked for at once. */
const PAGE_SIZE = 1_000;

/**
 * Milliseconds for the search of one page. What the reader takes to receive a page, and other
 * searches, do not count: an answer that has begun must not be cut off for them.
 */
const SEARCH_TIMEOUT = 5_000;

export type FeatureStore = Pick<DatasetStore, 'page' | 'intersects' | 'status'>;

/** Which features of the cuts are wanted; everything that is absent does not narrow. */
export interface FeatureWish {
  readonly cuts: readonly AllowedCut[];
  readonly geometry: StoredFeature['geometry'] | null;
  /** West above east leads over the 180th meridian. */
  readonly bbox?: Bounds;
  /** Where the page before ended: position of the dataset among the cuts, and the last id of it. */
  readonly after?: { readonly cut: number; readonly id: number };
}

export interface CutFeature {
  readonly cut: AllowedCut;
  /** Position of the cut among those asked for. */
  readonly number: number;
  readonly feature: StoredFeature;
}

/** Walks the features of all cuts, by dataset and id. */
export async function* featuresOf(
  store: FeatureStore,
  { cuts, geometry, bbox, after: start }: FeatureWish,
  pageSize = PAGE_SIZE,
): AsyncGenerator<CutFeature, void> {
  for (const [number, cut] of cuts.entries()) {
    if (start && number < start.cut) continue;
    let after = start?.cut === number ? start.id : undefined;
    for (;;) {
      const request = {
        dataset: cut.dataset,
        fields: cut.fields,
        limit: pageSize,
        ...(after !== undefined && { after }),
      };
      const page = geometry
        ? await store.intersects({ ...request, geometry, timeout: SEARCH_TIMEOUT })
        : await pageIn(store, request, bbox);
      for (const feature of page) yield { cut, number, feature };
      after = page.at(-1)?.id;
      if (page.length < pageSize) break;
    }
  }
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

/** A page of features, and where the next one begins. */
export interface FeaturePage {
  /** A list of GeoJSON, as text. */
  readonly features: string;
  readonly count: number;
  /** Null on the last page. */
  readonly next: { readonly cut: number; readonly id: number } | null;
}

export interface PageWish extends FeatureWish, Wording {
  /** Most features of the page. */
  readonly limit: number;
}

/** Reads one page, unless the signal is aborted while others are before it. */
export type PageReader = (
  store: FeatureStore,
  wish: PageWish,
  signal: AbortSignal,
) => Promise<FeaturePage>;

/** Makes a reader by which large pages, which take up to 100 MB each, are read in turns. */
export function createPageReader(): PageReader {
  const gate = createGate({ atOnce: 2, waiting: 100 });
  return (store, wish, signal) =>
    wish.limit > PAGE_SIZE ? gate(() => readPage(store, wish), signal) : readPage(store, wish);
}

/** Each feature is written when it is read: thousands in one go would hold up everyone else. */
async function readPage(store: FeatureStore, wish: PageWish): Promise<FeaturePage> {
  const written: string[] = [];
  const page = (next: FeaturePage['next']): FeaturePage => ({
    ...{ features: `[${written.join()}]`, count: written.length, next },
  });
  const turns = new Turns();
  let last: FeaturePage['next'] = null;
  for await (const one of featuresOf(store, wish, Math.min(wish.limit + 1, PAGE_SIZE))) {
    if (written.length === wish.limit) return page(last);
    written.push(JSON.stringify(toGeoJson(one, wish)));
    last = { cut: one.number, id: one.feature.id };
    if (turns.over) await turns.pause();
  }
  return page(null);
}

/** A page as a GeoJSON document. */
export function featureCollection(
  { features, count }: FeaturePage,
  links: readonly object[],
): string {
  const head = JSON.stringify({ type: 'FeatureCollection', numberReturned: count, links });
  return `${head.slice(0, -1)},"features":${features}}`;
}

/** What features are told with. */
export interface Wording {
  readonly snapshot: AtlasSnapshot;
  /** Whether features of several datasets stand side by side. */
  readonly united: boolean;
}

/**
 * One feature as GeoJSON. Ids of several datasets under one name could meet, so there (`united`)
 * they carry their dataset. What counts are those open to the asker: else a dataset that is not
 * would show in the ids of the others.
 */
export function toGeoJson(
  { cut, feature }: Omit<CutFeature, 'number'>,
  { snapshot, united }: Wording,
): object {
  const demo = snapshot.datasets.get(cut.dataset)?.demo === true;
  return {
    type: 'Feature',
    id: united ? `${cut.dataset}.${feature.id}` : feature.id,
    ...(demo && { demo }),
    properties: Object.fromEntries(
      cut.fields
        .map((field) => [field, feature.properties[field] ?? null] as const)
        .filter(([, value]) => value !== null),
    ),
    geometry: feature.geometry,
  };
}
