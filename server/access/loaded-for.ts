/**
 * Data and configuration change one after the other: those of a stricter configuration may be there
 * before it is served, and those of a looser one may fail to come. Neither may be given away by the
 * other's rules, so data remember for whom they were loaded.
 */
import type { Access } from 'atlas-engine';
import type { AtlasSnapshot } from './atlas-snapshot.ts';
import type { DatasetStatus, DatasetStore } from '../store/store.ts';

/** What was read was loaded for stricter levels than those it was asked for by. */
export class LoadedForStricter extends Error {
  override readonly name = 'LoadedForStricter';
  readonly dataset: string;

  /** The message does not name the dataset: it ends in the log. */
  constructor(dataset: string) {
    super(
      'The data of a dataset were loaded for stricter levels than the configuration that is served has. They are given to nobody until both agree.',
    );
    this.dataset = dataset;
  }
}

/** Tells whether the data of a dataset, or one of these fields, were loaded for stricter levels. */
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

/** The store as the access of a snapshot may read it; else it throws `LoadedForStricter`. */
export function storeUnder(store: DatasetStore, { access }: AtlasSnapshot): DatasetStore {
  type Part = { readonly dataset: string; readonly fields: readonly string[] };
  const mayRead = async ({ dataset, fields }: Part): Promise<boolean> =>
    !isStricter(await store.status(dataset), access, fields);
  /** Afterwards, since a load may come in between. */
  const checked = async <T>(parts: readonly Part[], answer: Promise<T>): Promise<T> => {
    const value = await answer;
    for (const part of parts) if (!(await mayRead(part))) throw new LoadedForStricter(part.dataset);
    return value;
  };
  return {
    status: (dataset) => store.status(dataset),
    statuses: () => store.statuses(),
    tile: (request) => checked(request.cuts, store.tile(request)),
    feature: (cut, id) => checked([cut], store.feature(cut, id)),
    page: (request) => checked([request], store.page(request)),
    shapes: (request) => checked([request], store.shapes(request)),
    intersects: (request) => checked([request], store.intersects(request)),
    raster: (dataset) => checked([{ dataset, fields: [] }], store.raster(dataset)),
    // A search goes on without what may not be read.
    async search(request) {
      const open = await Promise.all(request.cuts.map(mayRead));
      const cuts = request.cuts.filter((_, place) => open[place]);
      return cuts.length === 0 ? [] : checked(cuts, store.search({ ...request, cuts }));
    },
    close: () => store.close(),
  };
}
