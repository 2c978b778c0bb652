import type { CompileTables } from '../compile/compile-tables.ts';
import { datasetOf } from '../model/datasets-of.ts';
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
import type { Origins } from '../parse/origins.ts';
import { childrenOf, type ClassUse } from '../values/value-tree.ts';

/** The input of every check: the model, the nodes of its entries, and the report. */
export interface CheckContext {
  readonly model: AtlasModel;
  readonly nodes: ReadonlyMap<object, RawNode>;
  readonly report: Report;
  /** Whether several entries share the value at a place, as they do with `defaults`. */
  readonly origins: Pick<Origins, 'isShared'>;
  readonly facts: Facts;
  /** Entries that lost sublayers, and lists of the model that lost entries, because of errors. */
  readonly incomplete: WeakSet<object>;
  /** Tables in which the compiled layers are stored for later use. */
  readonly tables: CompileTables;
  /** Every sublayer of the general groups and the base maps. */
  readonly drawn: readonly Drawn[];
}

/** Returns the node that an entry of the model was made from. */
export function nodeOf(thing: object, { nodes, model }: CheckContext): RawNode {
  return nodes.get(thing) ?? (model as unknown as RawNode);
}

/** A sublayer with its group or base map, and its dataset. */
export interface Drawn {
  readonly owner: Group | BaseLayer;
  readonly sublayer: Sublayer;
  readonly dataset: Dataset | undefined;
  /** All values of its paint and layout properties, nested ones included, outer ones first. */
  readonly values: readonly DrawnValue[];
  /** The values that use a class list. */
  readonly uses: readonly ClassUse[];
}

interface DrawnValue {
  /** The paint or layout property that contains the value. */
  readonly property: string;
  readonly value: StyleValue;
}

/** Returns the groups of the configuration, without the copies of projects. */
export function generalGroups({ groups }: AtlasModel): readonly Group[] {
  return groups.filter(({ project }) => project === null);
}

/** Returns every sublayer of the general groups and the base maps. */
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

/** Returns the datasets of the configuration, without the copies of projects. */
export function wholeDatasets({ datasets }: AtlasModel): readonly Dataset[] {
  return [...datasets.values()].filter(({ within }) => !within);
}

/** Returns the original dataset of a project's copy. Any other dataset is returned unchanged. */
export function wholeOf(dataset: Dataset, { model }: CheckContext): Dataset {
  return (dataset.within && model.datasets.get(dataset.within.of)) ?? dataset;
}

/** Returns the facts of the last load of a dataset. */
export function profileOf({ id }: Dataset, { facts }: CheckContext): DatasetProfile | undefined {
  return facts.profiles.get(id);
}

/** Returns the facts about a field of a dataset. */
export function foundField(
  dataset: Dataset,
  field: string,
  context: CheckContext,
): FoundField | undefined {
  return profileOf(dataset, context)?.fields[field];
}

/** Returns the facts about a file that browsers receive unchanged. */
export function factsOf(file: string | undefined, { facts }: CheckContext): FileFacts | undefined {
  return file === undefined ? undefined : facts.files?.get(file);
}
