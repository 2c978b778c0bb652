import type { Dataset } from '../../model/model.ts';
import type { CheckContext } from '../context.ts';
import { valueAt } from '../places.ts';
import type { PublishedTiles } from '../../model/facts.ts';

/**
 * Reports data that was published and is now restricted, because published files do not follow the
 * configuration. Diagnostics: `published-restricted`.
 */
export function checkPublished(context: CheckContext): void {
  for (const [id, tiles] of context.facts.published ?? []) {
    const dataset = context.model.datasets.get(id);
    if (dataset) checkDataset(dataset, tiles, context);
  }
}

function checkDataset(dataset: Dataset, tiles: PublishedTiles, context: CheckContext): void {
  const { view, download } = dataset.permission;
  const params = { dataset: dataset.id, file: tiles.file };
  const code = 'published-restricted';
  // An archive is a download.
  const level = [view, download].find(({ rank }) => rank > 0)?.id;
  if (level !== undefined) {
    context.report.error(code, valueAt(dataset, 'permission', context), { ...params, level });
    return;
  }
  for (const name of tiles.fields) {
    const field = dataset.fields.get(name);
    if (!field || field.permission.rank === 0) continue;
    const words = { ...params, level: field.permission.id, field: name };
    context.report.error(code, valueAt(field, 'permission', context), words);
  }
}
