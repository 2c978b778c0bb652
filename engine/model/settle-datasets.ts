import type { AtlasModel, Dataset, Group, Info, Service, Sublayer } from './model.ts';

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
  const of = (dataset: Dataset): Dataset | null => {
    const found = settled.get(dataset);
    return found === undefined ? dataset : found;
  };
  const sublayers = (all: readonly Sublayer[]): Sublayer[] =>
    all.flatMap((sublayer) => {
      const { source } = sublayer;
      if (source.kind !== 'dataset') return [sublayer];
      const dataset = of(source.dataset);
      if (dataset === source.dataset) return [sublayer];
      return dataset ? [{ ...sublayer, source: { ...source, dataset } }] : [];
    });
  const groups = new Map<Group, Group>();
  for (const group of model.groups) {
    const left = sublayers(group.sublayers);
    if (left.length > 0 || group.sublayers.length === 0)
      groups.set(group, { ...group, sublayers: left });
  }
  return {
    ...model,
    datasets: new Map(
      [...model.datasets].flatMap(([id, dataset]) => {
        const left = of(dataset);
        return left ? [[id, left] as const] : [];
      }),
    ),
    groups: [...groups.values()],
    baseLayers: model.baseLayers.map((base) => ({ ...base, sublayers: sublayers(base.sublayers) })),
    projects: model.projects.map((project) => ({
      ...project,
      groups: project.groups.flatMap((group) => groups.get(group) ?? []),
    })),
  };
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
