import type { AtlasModel, Dataset, Group, Info, Service, Sublayer } from './model.ts';

/** Where the data of a dataset are from at the moment; `nowhere`: there are none, and none stand in. */
export type Origin = 'service' | 'built-in' | 'nowhere';

/**
 * Settles a model on what its services gave: a dataset that came from a service is no demonstration,
 * and its `info` is that of the service; one that is nowhere is left out with all that would draw it. Returns the same model where
 * nothing differs from its declaration.
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

/** What is said of made-up data does not hold for those of a service, but for what they show. */
function infoOf({ demo, info }: Dataset, service: Service): Info {
  const { description } = info;
  const kept: Info = demo ? { ...(description && { description }), links: [] } : info;
  return { ...kept, ...service.info, links: [...kept.links, ...service.info.links] };
}
