import type { Facts } from '../model/facts.ts';
import type { AtlasModel, BaseLayer, Group, Sublayer } from '../model/model.ts';
import type { RawNode, Report } from '../model/report.ts';

/** What every check gets: the model, where its things stand, and where to report. */
export interface CheckContext {
  readonly model: AtlasModel;
  readonly nodes: ReadonlyMap<object, RawNode>;
  readonly report: Report;
  readonly facts: Facts;
  /** Entries that lost sublayers to faults. */
  readonly incomplete: WeakSet<object>;
}

/** The node a thing of the model was made from. */
export function nodeOf(thing: object, { nodes, model }: CheckContext): RawNode {
  return nodes.get(thing) ?? (model as unknown as RawNode);
}

/** Every sublayer that draws, with its owner; copies of projects are left out, their originals are in. */
export function* sublayersOf(
  model: AtlasModel,
): Generator<{ readonly owner: Group | BaseLayer; readonly sublayer: Sublayer }> {
  for (const group of model.groups) {
    if (group.project !== null) continue;
    for (const sublayer of group.sublayers) yield { owner: group, sublayer };
  }
  for (const base of model.baseLayers)
    for (const sublayer of base.sublayers) yield { owner: base, sublayer };
}
