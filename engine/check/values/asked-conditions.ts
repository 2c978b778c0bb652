import type { AtlasModel, Condition, Sublayer } from '../../model/model.ts';

/** Conditions that must all hold. */
export type Asked = readonly Condition[];

/** Returns the key under which the facts count the features that meet the conditions. */
export function keyOfAsked(where: Asked): string {
  return JSON.stringify(where);
}

/**
 * Returns the conditions for which the facts must count features, by dataset: the combined
 * conditions of sublayers, copies and filters of projects, and each condition alone. Conditions on
 * a project's copy of a dataset are also counted for the original dataset.
 */
export function askedConditions(model: AtlasModel): ReadonlyMap<string, readonly Asked[]> {
  const asked = new Map<string, Map<string, Asked>>();
  const ask = (id: string, where: Asked): void => {
    const known = asked.get(id) ?? new Map<string, Asked>();
    asked.set(id, known.set(keyOfAsked(where), where));
  };
  const askOf = ({ source }: Sublayer, where: Asked): void => {
    if (source.kind !== 'dataset' || where.length === 0) return;
    const { id, within } = source.dataset;
    ask(id, where);
    for (const condition of where) ask(within?.of ?? id, [condition]);
  };
  for (const { sublayers } of [...model.groups, ...model.baseLayers])
    for (const sublayer of sublayers) askOf(sublayer, sublayer.where);
  for (const { filters } of model.projects)
    for (const [id, where] of filters)
      for (const sublayer of model.groups.find((group) => group.id === id)?.sublayers ?? [])
        askOf(sublayer, [...sublayer.where, ...where]);
  return new Map([...asked].map(([id, known]) => [id, [...known.values()]]));
}
