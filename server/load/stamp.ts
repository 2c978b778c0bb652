import type { Dataset, Level } from 'atlas-engine';
import { digestOf } from './load-input.ts';

/**
 * Raised when the same input would be loaded or encoded otherwise: a new number loads all datasets
 * anew and gives every tile a new address.
 */
export const LOAD_FORMAT = 3;

/** Raised when the store is to know more of what is loaded: then it is loaded anew. */
const STATUS_FORMAT = 1;

/** Raised when names would be folded otherwise: then what is searched is loaded anew. */
const SEARCH_FORMAT = 1;

/** Returns the hash of everything a loaded dataset depends on; labels and texts are not part of it. */
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
      cut: dataset.cut ?? null,
      search: search ? [SEARCH_FORMAT, search.fields, search.rank] : undefined,
      fields,
      levels: levels.map(({ id, rank }) => [id, rank]),
    }),
    inputDigest,
  );
}
