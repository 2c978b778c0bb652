import type { AtlasModel, Dataset, Group, Sublayer } from './model.ts';

/**
 * Replaces datasets of a model, or removes them with everything that would draw them. `replaced`
 * returns the new dataset, null for one that is removed, and undefined for one that stays. `changed`
 * returns what becomes of a group with the sublayers that are left; default: an emptied one is removed.
 */
export function replaceDatasets(
  model: AtlasModel,
  replaced: (dataset: Dataset) => Dataset | null | undefined,
  changed: (group: Group, left: readonly Sublayer[]) => Group | null = dropEmpty,
): AtlasModel {
  const of = (dataset: Dataset): Dataset | null => {
    const found = replaced(dataset);
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
    const left = changed(group, sublayers(group.sublayers));
    if (left) groups.set(group, left);
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

function dropEmpty(group: Group, sublayers: readonly Sublayer[]): Group | null {
  const isEmptied = sublayers.length === 0 && group.sublayers.length > 0;
  return isEmptied ? null : { ...group, sublayers };
}
