import type { Dataset, Level } from 'atlas-engine';
import { derivedIdentity } from './derived-geometries.ts';
import { digestOf } from './load-input.ts';
import { limitsIdentity } from './tile-limits.ts';

/**
 * Version of the load. It is increased when the same input would be loaded or encoded differently.
 * A new number reloads all datasets and gives every tile a new address.
 */
export const LOAD_FORMAT = 3;

/**
 * Version of the status of a load. It is increased when the store needs more facts about a load.
 * Datasets are then reloaded.
 */
const STATUS_FORMAT = 3;

/**
 * Version of the search index. It is increased when names are normalised differently. Searched
 * datasets are then reloaded.
 */
const SEARCH_FORMAT = 1;

/** Version of the areas of features. Datasets of the analysis are then reloaded. */
const AREA_FORMAT = 2;

/** Returns whether the areas of the features are stored, for the analysis. */
export function hasAreas({ geometry, feeds }: Pick<Dataset, 'geometry' | 'feeds'>): boolean {
  return geometry === 'polygon' && feeds.analysis !== null;
}

/**
 * Returns the hash of everything that a loaded dataset depends on. Labels and other texts are not
 * part of the hash.
 */
export function stampOf(dataset: Dataset, levels: readonly Level[], inputDigest: string): string {
  const { search } = dataset.feeds;
  const fields = [...dataset.fields.values()].map((field) => [
    field.name,
    field.type,
    field.parse,
    field.nullValues,
    field.permission.id,
    field.booleans,
  ]);
  return digestOf(
    JSON.stringify({
      format: LOAD_FORMAT,
      status: STATUS_FORMAT,
      id: dataset.id,
      geometry: dataset.geometry,
      view: dataset.permission.view.id,
      key: dataset.key,
      only: dataset.only,
      within: dataset.within ?? null,
      derived: derivedIdentity(dataset),
      areas: hasAreas(dataset) ? AREA_FORMAT : undefined,
      tiles: limitsIdentity(dataset),
      search: search ? [SEARCH_FORMAT, search.fields, search.rank] : undefined,
      fields,
      levels: levels.map(({ id, rank }) => [id, rank]),
    }),
    inputDigest,
  );
}
