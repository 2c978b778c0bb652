/**
 * Data and configuration do not change at the same moment: data of a stricter configuration may be
 * loaded before it is served, data of a less strict one may fail to load, and a stricter
 * configuration is served before its data are loaded. Data must not be served under the rules of the
 * other configuration, so the store records for which levels each dataset was loaded, and which part
 * of its input.
 */
import type { Access, Use } from 'atlas-engine';
import type { AtlasSnapshot } from './atlas-snapshot.ts';
import { containsMore } from '../store/data-part.ts';
import type { DatasetStatus, DatasetStore, SearchHit, SearchRequest } from '../store/store.ts';

/**
 * Thrown if a dataset was loaded for stricter levels than those of the current configuration, or has
 * features that it excludes.
 */
export class LoadedForStricter extends Error {
  override readonly name = 'LoadedForStricter';
  readonly dataset: string;

  /** The message does not contain the dataset's id, because it is written to the log. */
  constructor(dataset: string) {
    super(
      'The data of a dataset were loaded for stricter levels than those of the current configuration, or have features that it excludes. They are not served until both agree.',
    );
    this.dataset = dataset;
  }
}

/** Returns whether a dataset, or one of these fields, was loaded for stricter levels. */
export function isStricter(
  status: Pick<DatasetStatus, 'dataset' | 'loadedFor'> | null | undefined,
  access: Access,
  fields: readonly string[],
): boolean {
  const known = status && access.datasets.get(status.dataset);
  if (!known || !status.loadedFor) return false;
  const { view, fields: guarded } = status.loadedFor;
  const exceeds = (level: string | null, rank: number): boolean => {
    if (level === null) return false;
    const needed = access.levels.indexOf(level);
    return needed === -1 || needed > rank;
  };
  if (exceeds(view, known.rank.view)) return true;
  const levels = new Map(Object.entries(guarded));
  return known.fields.some(
    ({ name, rank }) => fields.includes(name) && exceeds(levels.get(name) ?? null, rank),
  );
}

/** The rules under which a store is read. */
export type StoreRules = Pick<AtlasSnapshot, 'access' | 'parts' | 'excerpts'>;

/**
 * Returns the store restricted to the access and the parts of a snapshot, for a use, or for the use of
 * each dataset. Where grants open only a part of a dataset, it reads the excerpt with this part. Throws
 * `LoadedForStricter`.
 */
export function storeUnder(
  store: DatasetStore,
  { access, parts, excerpts }: StoreRules,
  use: Use | ((dataset: string) => Use),
): DatasetStore {
  type Part = { readonly dataset: string; readonly fields: readonly string[] };
  const useOf = typeof use === 'function' ? use : () => use;
  const storedOf = (dataset: string): string => excerpts.get(dataset)?.[useOf(dataset)] ?? dataset;
  const stored = <T extends { readonly dataset: string }>(request: T): T => ({
    ...request,
    dataset: storedOf(request.dataset),
  });
  const statusOf = async (dataset: string): Promise<DatasetStatus | null> => {
    const status = await store.status(storedOf(dataset));
    return status && { ...status, dataset };
  };
  const mayRead = async ({ dataset, fields }: Part): Promise<boolean> => {
    const status = await statusOf(dataset);
    return !isStricter(status, access, fields) && !containsMore(status?.part, parts.get(dataset));
  };
  // Reads, then checks the levels. The check follows the read, because a load may finish in
  // between.
  const checked = async <T>(parts: readonly Part[], answer: Promise<T>): Promise<T> => {
    const value = await answer;
    for (const part of parts) if (!(await mayRead(part))) throw new LoadedForStricter(part.dataset);
    return value;
  };
  const search = async (request: SearchRequest): Promise<readonly SearchHit[]> => {
    const names = new Map(request.cuts.map(({ dataset }) => [storedOf(dataset), dataset]));
    const hits = await store.search({ ...request, cuts: request.cuts.map(stored) });
    return hits.map((hit) => ({ ...hit, dataset: names.get(hit.dataset)! }));
  };
  return {
    status: statusOf,
    statuses: () => store.statuses(),
    tile: (request) =>
      checked(request.cuts, store.tile({ ...request, cuts: request.cuts.map(stored) })),
    feature: (cut, id) => checked([cut], store.feature(stored(cut), id)),
    shape: (cut, id) => checked([cut], store.shape(stored(cut), id)),
    page: (request) => checked([request], store.page(stored(request))),
    list: (request) => checked([request], store.list(stored(request))),
    shapes: (request) => checked([request], store.shapes(stored(request))),
    intersects: (request) => checked([request], store.intersects(stored(request))),
    count: (request) =>
      checked([{ dataset: request.dataset, fields: [] }], store.count(stored(request))),
    analyse: (request) => {
      const fields = request.field === null ? [] : [request.field];
      return checked([{ dataset: request.dataset, fields }], store.analyse(stored(request)));
    },
    near: (request) => checked([request], store.near(stored(request))),
    overlaps: (request) => {
      const of = stored(request.of);
      const parts = [{ dataset: request.of.dataset, fields: [] }, request];
      return checked(parts, store.overlaps({ ...stored(request), of }));
    },
    raster: (dataset) => checked([{ dataset, fields: [] }], store.raster(storedOf(dataset))),
    cells: (request) =>
      checked([{ dataset: request.dataset, fields: [] }], store.cells(stored(request))),
    // A search leaves out datasets that may not be read.
    async search(request) {
      const open = await Promise.all(request.cuts.map(mayRead));
      const cuts = request.cuts.filter((_, place) => open[place]);
      return cuts.length === 0 ? [] : checked(cuts, search({ ...request, cuts }));
    },
    close: () => store.close(),
  };
}
