/** Finds the pictures that features name in the folders of their fields. */
import type { Access, AtlasModel, Dataset } from 'atlas-engine';
import type { Photos } from '../access/atlas-snapshot.ts';
import { photoNames } from '../load/missing-photos.ts';
import { listPictures } from '../load/picture-folder.ts';
import { isStricter } from '../access/loaded-for.ts';
import type { DatasetStatus, DatasetStore } from '../store/store.ts';

const PAGE_SIZE = 1_000;

interface Places {
  readonly store: Pick<DatasetStore, 'page'>;
  readonly configDir: string;
  readonly access: Access;
  /** The status of each loaded dataset that may be read under this access. */
  readonly statuses: ReadonlyMap<string, DatasetStatus>;
}

/**
 * Finds the pictures that features name. Other pictures cannot be requested: a folder may also have
 * pictures of features that `only` excludes, or of fields that not everyone sees.
 */
export async function findPhotos(model: AtlasModel, places: Places): Promise<Photos> {
  const found = new Map<string, ReadonlyMap<string, ReadonlyMap<string, string>>>();
  for (const dataset of model.datasets.values()) {
    const status = places.statuses.get(dataset.id);
    const fields = [...dataset.fields.values()].filter(
      ({ name, folder }) =>
        folder !== undefined && status && !isStricter(status, places.access, [name]),
    );
    if (fields.length === 0) continue;
    const named = await namesIn(dataset, new Set(fields.map(({ name }) => name)), places);
    const byField = fields.map(async ({ name, folder }) => {
      const there = await listPictures(places.configDir, folder!);
      return [name, new Map([...there].filter(([file]) => named.get(name)!.has(file)))] as const;
    });
    found.set(dataset.id, new Map(await Promise.all(byField)));
  }
  return found;
}

/** Returns the file names in each of the fields, of all features. */
async function namesIn(
  { id: dataset }: Dataset,
  fields: ReadonlySet<string>,
  { store }: Places,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const named = new Map([...fields].map((field) => [field, new Set<string>()]));
  for (let after = 0; ;) {
    const page = await store.page({ dataset, fields: [...fields], after, limit: PAGE_SIZE });
    for (const { properties } of page)
      for (const [field, names] of named)
        for (const name of photoNames(properties[field] ?? null)) names.add(name);
    after = page.at(-1)?.id ?? 0;
    if (page.length < PAGE_SIZE) return named;
  }
}
