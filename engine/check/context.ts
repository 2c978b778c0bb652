import type { CompileTables } from '../compile/compile-tables.ts';
import type { Facts, FileFacts } from '../model/facts.ts';
import type {
  AtlasModel,
  BaseLayer,
  Dataset,
  Group,
  StyleValue,
  Sublayer,
} from '../model/model.ts';
import type { DatasetProfile, FoundField } from '../model/profile.ts';
import type { RawNode, Report } from '../model/report.ts';
import { childrenOf, type ClassUse } from '../values/value-tree.ts';

/** What every check gets: the model, where its things stand, and where to report. */
export interface CheckContext {
  readonly model: AtlasModel;
  readonly nodes: ReadonlyMap<object, RawNode>;
  readonly report: Report;
  readonly facts: Facts;
  /** Entries that lost sublayers to faults. */
  readonly incomplete: WeakSet<object>;
  /** Receives the layers that are compiled. */
  readonly tables: CompileTables;
  /** Every sublayer of the general groups and the base maps. */
  readonly drawn: readonly Drawn[];
}

/** The node a thing of the model was made from. */
export function nodeOf(thing: object, { nodes, model }: CheckContext): RawNode {
  return nodes.get(thing) ?? (model as unknown as RawNode);
}

/** A sublayer, the group or base map it is in, and the dataset that it draws. */
export interface Drawn {
  readonly owner: Group | BaseLayer;
  readonly sublayer: Sublayer;
  readonly dataset: Dataset | undefined;
  /** The values of its paint and layout and all inside them, each before what is inside it. */
  readonly values: readonly DrawnValue[];
  /** The uses of class lists among them. */
  readonly uses: readonly ClassUse[];
}

interface DrawnValue {
  /** The property that it is in. */
  readonly property: string;
  readonly value: StyleValue;
}

/** The groups of the configuration; the copies of projects are left out. */
export function generalGroups({ groups }: AtlasModel): readonly Group[] {
  return groups.filter(({ project }) => project === null);
}

/** Every sublayer of the general groups and the base maps. */
export function sublayersOf(model: AtlasModel): readonly Drawn[] {
  return [...generalGroups(model), ...model.baseLayers].flatMap((owner) =>
    owner.sublayers.map((sublayer) => drawnOf(sublayer, owner)),
  );
}

function drawnOf(sublayer: Sublayer, owner: Drawn['owner']): Drawn {
  const { paint, layout } = sublayer;
  const values: DrawnValue[] = [];
  const uses: ClassUse[] = [];
  const add = (property: string, value: StyleValue): void => {
    values.push({ property, value });
    if (value.kind === 'classes') uses.push(value);
    for (const child of childrenOf(value)) add(property, child);
  };
  for (const name in paint) add(name, paint[name]!);
  for (const name in layout) add(name, layout[name]!);
  return { owner, sublayer, dataset: datasetOf(sublayer), values, uses };
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

/** What is known of a file that browsers are sent as it is. */
export function factsOf(file: string | undefined, { facts }: CheckContext): FileFacts | undefined {
  return file === undefined ? undefined : facts.files?.get(file);
}
