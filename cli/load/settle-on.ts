import { settleDatasets, type AtlasModel } from 'atlas-engine';
import type { DatasetStatus } from '../../server/store/store.ts';

/** Settles a model on where the data in the store are from. */
export function settleOn(
  model: AtlasModel,
  statuses: ReadonlyMap<string, DatasetStatus>,
): AtlasModel {
  return settleDatasets(model, ({ id, load }) => {
    const status = statuses.get(id);
    if (status) return status.report.origin ?? 'built-in';
    // What has something built in and is not there has not been loaded yet.
    return load.kind === 'service' && !load.else ? 'nowhere' : 'built-in';
  });
}

/** Statuses by the id of their dataset. */
export function byDataset(statuses: readonly DatasetStatus[]): ReadonlyMap<string, DatasetStatus> {
  return new Map(statuses.map((status) => [status.dataset, status]));
}
