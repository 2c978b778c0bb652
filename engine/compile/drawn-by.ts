import { datasetOf } from '../model/datasets-of.ts';
import type { Group, Sublayer } from '../model/model.ts';

/** A group, with those of its sublayers that draw a dataset. */
export interface Drawn {
  readonly group: Group;
  readonly sublayers: readonly Sublayer[];
}

/**
 * Returns the group that names a dataset: the first of those that draw it with the lowest level.
 * Undefined if none draws it.
 */
export function drawnBy(dataset: string, groups: readonly Group[]): Drawn | undefined {
  const drawn = groups.flatMap((group) => {
    const sublayers = group.sublayers.filter((sublayer) => datasetOf(sublayer)?.id === dataset);
    return sublayers.length > 0 ? [{ group, sublayers }] : [];
  });
  const ranks = drawn.map(({ group }) => group.permission.rank);
  return drawn[ranks.indexOf(Math.min(...ranks))];
}
