import { datasetOf } from '../../model/datasets-of.ts';
import type { ClassList, Condition, Dataset, Field, Sublayer } from '../../model/model.ts';
import type { Target } from '../../model/report.ts';
import type { ClassUse } from '../../values/value-tree.ts';
import { nodeOf, type CheckContext } from '../context.ts';

/** Maximum number of comparisons of spellings; lists with more are lists of codes. */
export const MAX_COMPARISONS = 100_000;

export type ValueList = ClassList & { readonly kind: 'values' };

/** A class list that is used with a field of a dataset; `target` is its first use. */
export interface Pair {
  readonly classes: ValueList;
  readonly field: Field;
  readonly dataset: Dataset;
  readonly target: Target;
  /** The conditions on the same field, which exclude values. */
  readonly where: readonly Condition[];
  /** Whether there are no conditions on other fields, which could exclude values too. */
  readonly whole: boolean;
}

/** Returns the use of a class list by values with a declared field; undefined for other uses. */
export function pairOf(use: ClassUse, sublayer: Sublayer, context: CheckContext): Pair | undefined {
  const { classes } = use;
  const dataset = datasetOf(sublayer);
  const field = dataset?.fields.get(use.field);
  if (!field || classes.kind !== 'values' || sublayer.outlineOf !== null) return undefined;
  const where = sublayer.where.filter((condition) => condition.field === field.name);
  const whole = where.length === sublayer.where.length && sublayer.filter === null;
  const node = context.nodes.get(use);
  const target = node ? { node, key: 'classes' } : { node: nodeOf(sublayer, context) };
  return { classes, field, dataset: dataset!, target, where, whole };
}

/** Returns the parameters of messages about a pair. */
export function paramsOf({ classes, field, dataset }: Pair) {
  return { classes: classes.id, field: field.name, dataset: dataset.id };
}

/** Returns a key by which equal pairs are checked once. */
export function keyOfPair({ classes, dataset, field, whole, where }: Pair): string {
  return JSON.stringify([classes.id, dataset.id, field.name, whole, where]);
}

/** Returns all values of the classes of a list. */
export function namedValues({ entries }: ValueList): ReadonlySet<string> {
  return new Set(entries.flatMap(({ values }) => values.map(String)));
}
