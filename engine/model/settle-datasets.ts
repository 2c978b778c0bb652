import type { AtlasModel, Dataset, Info, Service } from './model.ts';
import { replaceDatasets } from './replace-datasets.ts';

/** The current origin of a dataset's data; `nowhere` means that there are none. */
export type Origin = 'service' | 'built-in' | 'nowhere';

/**
 * Adapts a model to the data that services provided. A dataset with data from its service is not a
 * demonstration and gets the `info` of the service. A dataset without data is removed, with
 * everything that would draw it. Returns the same model when nothing changes.
 */
export function settleDatasets(
  model: AtlasModel,
  originOf: (dataset: Dataset) => Origin,
): AtlasModel {
  const settled = new Map<Dataset, Dataset | null>();
  for (const dataset of model.datasets.values()) {
    if (dataset.load.kind !== 'service') continue;
    const origin = originOf(dataset);
    if (origin === 'nowhere') settled.set(dataset, null);
    else if (origin === 'service')
      settled.set(dataset, {
        ...dataset,
        demo: false,
        info: infoOf(dataset, dataset.load.service),
      });
  }
  if (settled.size === 0) return model;
  return replaceDatasets(model, (dataset) => settled.get(dataset));
}

/**
 * Returns the information about the data of a service. Of the information about demonstration data,
 * only the description also applies to them.
 */
function infoOf({ demo, info }: Dataset, service: Service): Info {
  const { description } = info;
  const kept: Info = demo ? { ...(description && { description }), links: [] } : info;
  return { ...kept, ...service.info, links: [...kept.links, ...service.info.links] };
}
