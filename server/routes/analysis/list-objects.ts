/** Lists the features of a dataset inside the area of an analysis, by their names. */
import type { ObjectsAnswer } from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import { deniedError } from '../../http/errors.ts';
import type { Analysis } from './analyse-datasets.ts';
import { allowedDatasets, nameFields, namesOf } from './each-dataset.ts';

/** Maximum number of features in a list. */
export const MOST_LISTED = 200;

/**
 * Lists the features of a dataset that the analysis counts, in the order of the store. One that the visitor
 * may not analyse, or a raster, does not exist. Throws `HttpError` 404 or `DeadlineExceeded`.
 */
export async function listObjects(dataset: string, analysis: Analysis): Promise<ObjectsAnswer> {
  const { area, store, snapshot, visitor } = analysis;
  const allowed = allowedDatasets(analysis).find(({ one }) => one.dataset === dataset);
  if (!allowed || allowed.one.geometry === 'raster') throw deniedError(404);
  const found = await store.intersects({
    dataset,
    fields: nameFields(allowed, visitor),
    geometry: area.geometry,
    inside: true,
    // One more than is listed tells whether there are more.
    limit: MOST_LISTED + 1,
    timeout: snapshot.analysis.timeout,
  });
  return present({
    objects: found
      .slice(0, MOST_LISTED)
      .map(({ id, properties }) => present({ id, name: namesOf(allowed, properties, visitor) })),
    more: found.length > MOST_LISTED || undefined,
  });
}
