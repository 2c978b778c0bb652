import type { Dataset } from '../../model/model.ts';
import { nodeOf, wholeDatasets, type CheckContext } from '../context.ts';
import { insideOf, valueAt } from '../places.ts';
import type { Target } from '../../model/report.ts';

/**
 * Reports datasets whose GeoJSON has more readers than their download: the whole dataset in one
 * response is a download. Diagnostic: `whole-laxer-than-download`.
 */
export function checkWhole(context: CheckContext): void {
  const asGeojson = new Set(
    context.drawn.flatMap(({ sublayer: { source }, dataset }) =>
      source.kind === 'dataset' && source.feed === 'geojson' ? [dataset] : [],
    ),
  );
  for (const dataset of wholeDatasets(context.model)) {
    const { feeds, permission } = dataset;
    const { view, download } = permission;
    if (feeds.geojson === null || feeds.wholeGeojson === 'download') continue;
    if (download.rank <= view.rank) continue;
    const drawn = asGeojson.has(dataset);
    context.report.warn('whole-laxer-than-download', placeOf(dataset, context), {
      dataset: dataset.id,
      level: download.id,
      open: view.id,
      drawn,
      written: drawn ? '' : writtenOf(dataset, context),
    });
  }
}

/** Returns the place of `whole`; that of the feed if `whole` is not written. */
function placeOf(dataset: Dataset, context: CheckContext): Target {
  const node = nodeOf(dataset, context);
  const geojson = insideOf(node, 'feeds', 'geojson');
  if (geojson && 'whole' in geojson) return { node: geojson, key: 'whole' };
  const feeds = insideOf(node, 'feeds');
  return feeds ? { node: feeds, key: 'geojson' } : valueAt(dataset, 'feeds', context);
}

/** Returns the value at the place as text; empty if it is a mapping. */
function writtenOf(dataset: Dataset, context: CheckContext): string {
  const value = insideOf(nodeOf(dataset, context), 'feeds') as { readonly geojson?: unknown };
  const { geojson } = value;
  if (typeof geojson === 'string' || geojson === true) return String(geojson);
  return 'whole' in (geojson as object) ? 'view' : '';
}
