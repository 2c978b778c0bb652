import type { Facts } from '../model/facts.ts';
import type { AtlasModel, BaseLayer, Dataset, Group, Sublayer } from '../model/model.ts';
import type { DatasetProfile, FoundField } from '../model/profile.ts';
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

/** The datasets of the configuration; the cuts of projects are left out. */
export function wholeDatasets({ datasets }: AtlasModel): readonly Dataset[] {
  return [...datasets.values()].filter(({ cut }) => !cut);
}

/** The dataset that a cut was cut from; any other dataset itself. */
export function wholeOf(dataset: Dataset, { model }: CheckContext): Dataset {
  return (dataset.cut && model.datasets.get(dataset.cut.of)) ?? dataset;
}

/** The dataset that a sublayer draws. */
export function datasetOf({ source }: Pick<Sublayer, 'source'>): Dataset | undefined {
  return source.kind === 'dataset' ? source.dataset : undefined;
}

/** The datasets that sublayers draw, each once. */
export function datasetsOf(sublayers: readonly Sublayer[]): readonly Dataset[] {
  return [...new Set(sublayers.flatMap((sublayer) => datasetOf(sublayer) ?? []))];
}

/** What the last load of a dataset found. */
export function profileOf({ id }: Dataset, { facts }: CheckContext): DatasetProfile | undefined {
  return facts.profiles.get(id);
}

/** What the last load found in a field of a dataset. */
export function foundField(
  dataset: Dataset,
  field: string,
  context: CheckContext,
): FoundField | undefined {
  return profileOf(dataset, context)?.fields[field];
}
