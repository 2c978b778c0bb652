import type { Dataset } from '../model/model.ts';
import { nodeOf, type CheckContext } from './context.ts';
import type { PublishedTiles } from '../model/facts.ts';

/**
 * Refuses what was published and is now for some only: files that lie open elsewhere do not follow
 * the configuration. Diagnostics: `published-restricted`.
 */
export function checkPublished(context: CheckContext): void {
  for (const [id, tiles] of context.facts.published ?? []) {
    const dataset = context.model.datasets.get(id);
    if (dataset) checkDataset(dataset, tiles, context);
  }
}

function checkDataset(dataset: Dataset, tiles: PublishedTiles, context: CheckContext): void {
  const { view, download } = dataset.permission;
  const { report } = context;
  const node = nodeOf(dataset, context);
  const whole = dataset.feeds.wholeGeojson === 'download' ? download : view;
  const { file } = tiles;
  if (view.rank > 0 || whole.rank > 0) {
    const level = (view.rank > 0 ? view : whole).id;
    report.error(
      'published-restricted',
      { node, key: 'permission' },
      { dataset: dataset.id, level, file },
    );
    return;
  }
  for (const name of tiles.fields) {
    const field = dataset.fields.get(name);
    if (!field || field.permission.rank === 0) continue;
    report.error(
      'published-restricted',
      { node: nodeOf(field, context), key: 'permission' },
      { dataset: dataset.id, level: field.permission.id, file, field: name },
    );
  }
}
