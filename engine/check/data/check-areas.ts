import { nodeOf, type CheckContext } from '../context.ts';
import { insideOf } from '../places.ts';

/**
 * Checks the datasets whose features can be chosen by name as areas. Diagnostics:
 * `areas-not-polygons`, `areas-without-names`.
 */
export function checkAreas(context: CheckContext): void {
  for (const dataset of context.model.datasets.values()) {
    const { id, feeds, geometry } = dataset;
    const node = insideOf(nodeOf(dataset, context), 'feeds');
    if (!feeds.areas || !node) continue;
    const target = { node, key: 'areas', part: 'key' } as const;
    if (geometry !== 'polygon')
      context.report.error('areas-not-polygons', target, { dataset: id, geometry });
    else if (!feeds.search) context.report.error('areas-without-names', target, { dataset: id });
  }
}
