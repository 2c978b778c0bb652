import { settleDatasets, type AtlasModel } from 'atlas-engine';
import type { DatasetStatus } from '../../server/store/store.ts';

/**
 * Adapts a model to the data in the store: whether each dataset comes from a service, from a file,
 * or is missing.
 */
export function settleOn(
  model: AtlasModel,
  statuses: ReadonlyMap<string, DatasetStatus>,
): AtlasModel {
  return settleDatasets(model, ({ id, load }) => {
    const status = statuses.get(id);
    if (status) return status.report.origin ?? 'built-in';
    // A dataset with built-in data and without a status has not been loaded yet.
    return load.kind === 'service' && !load.fallback ? 'nowhere' : 'built-in';
  });
}

/** Returns statuses by the id of their dataset. */
export function byDataset(statuses: readonly DatasetStatus[]): ReadonlyMap<string, DatasetStatus> {
  return new Map(statuses.map((status) => [status.dataset, status]));
}
