/** Finds the pictures that features name in the folders of their fields. */
import type { Access, AtlasModel, Dataset } from 'atlas-engine';
import type { Photos } from '../access/atlas-snapshot.ts';
import { photoNames } from '../load/missing-photos.ts';
import { listPictures } from '../load/picture-folder.ts';
import { isStricter } from '../access/loaded-for.ts';
import type { DatasetStatus, DatasetStore } from '../store/store.ts';

const PAGE_SIZE = 1_000;

/** The file names in each field. */
type Names = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The file names that were read for earlier snapshots, by dataset, stamp of its data, and fields. Those
 * that a snapshot does not need are removed.
 */
export type KnownPhotos = Map<string, Names>;

interface Places {
  readonly store: Pick<DatasetStore, 'page' | 'statuses'>;
  readonly configDir: string;
  readonly access: Access;
  /** The status of each loaded dataset that may be read under this access. */
  readonly statuses: ReadonlyMap<string, DatasetStatus>;
  /** Default: nothing is known. */
  readonly known?: KnownPhotos | undefined;
}

/**
 * Finds the pictures that features name. Other pictures cannot be requested: a folder may also have
 * pictures of features that `only` excludes, or of fields that not everyone sees.
 */
export async function findPhotos(model: AtlasModel, places: Places): Promise<Photos> {
  const { known } = places;
  const used: KnownPhotos = new Map();
  const found = new Map<string, ReadonlyMap<string, ReadonlyMap<string, string>>>();
  for (const dataset of model.datasets.values()) {
    const status = places.statuses.get(dataset.id);
    const fields = [...dataset.fields.values()].filter(
      ({ name, folder }) =>
        folder !== undefined && status && !isStricter(status, places.access, [name]),
    );
    if (!status || fields.length === 0) continue;
    const asked = fields.map(({ name }) => name);
    const key = JSON.stringify([dataset.id, status.stamp, asked]);
    const named = known?.get(key) ?? (await namesIn(dataset, asked, places));
    if (known?.has(key) || (await stampOf(dataset, places)) === status.stamp) used.set(key, named);
    const byField = fields.map(async ({ name, folder }) => {
      const there = await listPictures(places.configDir, folder!);
      return [name, new Map([...there].filter(([file]) => named.get(name)!.has(file)))] as const;
    });
    found.set(dataset.id, new Map(await Promise.all(byField)));
  }
  known?.clear();
  for (const [key, named] of used) known?.set(key, named);
  return found;
}

/** Returns the stamp of the data now: a load may have finished since the status was read. */
async function stampOf({ id }: Dataset, { store }: Places): Promise<string | undefined> {
  return (await store.statuses()).find(({ dataset }) => dataset === id)?.stamp;
}

/** Returns the file names in each of the fields, of all features. */
async function namesIn(
  { id: dataset }: Dataset,
  fields: readonly string[],
  { store }: Places,
): Promise<Names> {
  const named = new Map([...fields].map((field) => [field, new Set<string>()]));
  for (let after = 0; ;) {
    const page = await store.page({ dataset, fields, after, limit: PAGE_SIZE });
    for (const { properties } of page)
      for (const [field, names] of named)
        for (const name of photoNames(properties[field] ?? null)) names.add(name);
    after = page.at(-1)?.id ?? 0;
    if (page.length < PAGE_SIZE) return named;
  }
}
