import { suggest } from '../../diagnostics/suggest.ts';
import { datasetsOf } from '../../model/datasets-of.ts';
import type { Condition, Dataset, Field, Json, Project, Sublayer } from '../../model/model.ts';
import type { Target } from '../../model/report.ts';
import { comparisons, type Scalar } from './comparisons.ts';
import { foundField, wholeDatasets, wholeOf, type CheckContext } from '../context.ts';
import type { FoundField } from '../../model/profile.ts';
import { keyAt, valueAt } from '../places.ts';
import { requireNumber } from '../require-field.ts';
import { reportUnknownField } from '../unknown-field.ts';

/** A field that is compared with values. */
interface Compared {
  readonly field: Field;
  readonly dataset: Dataset;
  /** The facts about its values; undefined if only declared values are compared. */
  readonly found: FoundField | undefined;
}

/**
 * Checks every value that a condition, filter or expression compares with a field against the
 * possible values of the field: the declared ones, or else those of the last load. Diagnostics:
 * `impossible-value`, `filter-matches-nothing`, `value-type`.
 */
export function checkComparedValues(context: CheckContext): void {
  const { groups, projects } = context.model;
  for (const dataset of wholeDatasets(context.model))
    // The facts only count features that passed `only`.
    for (const condition of dataset.only) {
      const field = dataset.fields.get(condition.field);
      if (field) checkCondition(condition, { field, dataset, found: undefined }, context);
    }
  for (const { sublayer, dataset, values } of context.drawn) {
    if (!dataset || sublayer.outlineOf !== null) continue;
    for (const condition of sublayer.where) checkFound(condition, dataset, context);
    checkExpression(sublayer.filter, dataset, context);
    for (const { value } of values)
      if (value.kind === 'literal') checkExpression(value.value, dataset, context);
  }
  for (const project of projects) checkProject(project, context);
  for (const { project, sublayers } of groups) {
    if (project === null) continue;
    for (const condition of new Set(sublayers.flatMap(({ where }) => where)))
      checkOverDatasets(condition, sublayers, context);
  }
}

function checkProject({ outline, filters }: Project, context: CheckContext): void {
  for (const condition of outline?.where ?? []) checkFound(condition, outline!.dataset, context);
  for (const [id, conditions] of filters) {
    const sublayers = context.model.groups.find((group) => group.id === id)?.sublayers ?? [];
    for (const condition of conditions) checkOverDatasets(condition, sublayers, context);
  }
}

function checkOverDatasets(
  condition: Condition,
  sublayers: readonly Sublayer[],
  context: CheckContext,
): void {
  // A project's copy of a dataset is assumed to have the values of the original dataset.
  const whole = datasetsOf(sublayers).map((dataset) => wholeOf(dataset, context));
  const datasets = [...new Set(whole)];
  const declaring = datasets.filter((dataset) => dataset.fields.has(condition.field));
  const [only] = declaring;
  if (!only) {
    const target = keyAt(condition, condition.field, context);
    if (datasets.length > 0) reportUnknownField(condition.field, datasets, target, context);
    return;
  }
  // Returns whether a value occurs in any of the countries, and is therefore valid.
  const isSomewhere = (value: Scalar): boolean =>
    declaring.some((dataset) => {
      const compared = comparedIn(dataset, condition.field, context)!;
      return (
        fits(value, compared.field) && (knownValues(compared)?.includes(String(value)) ?? true)
      );
    });
  const values = 'values' in condition ? condition.values : [];
  if (declaring.length === 1 || !values.every(isSomewhere)) checkFound(condition, only, context);
}

/** Returns a field of a dataset with its facts; undefined when it is not declared. */
function comparedIn(dataset: Dataset, name: string, context: CheckContext): Compared | undefined {
  const field = dataset.fields.get(name);
  return field && { field, dataset, found: foundField(dataset, name, context) };
}

/**
 * Returns the possible values of a field: the declared ones, or else those found; undefined for any
 * value.
 */
function knownValues({ field, found }: Compared): readonly string[] | undefined {
  return field.values?.map(String) ?? found?.values?.map(([value]) => String(value));
}

/** Checks a condition against the declared and found values. */
function checkFound(condition: Condition, dataset: Dataset, context: CheckContext): void {
  const compared = comparedIn(dataset, condition.field, context);
  if (compared) checkCondition(condition, compared, context);
}

function checkCondition(condition: Condition, compared: Compared, context: CheckContext): void {
  const { field, dataset } = compared;
  const target = valueAt(condition, field.name, context);
  if (condition.kind === 'range' && !requireNumber(field, { ...target, part: 'key' }, context))
    return;
  if (leavesNothing(condition, compared, context))
    context.report.error('filter-matches-nothing', target, {
      field: field.name,
      dataset: dataset.id,
    });
}

/** Returns whether no found value meets a condition, and adds diagnostics for impossible values. */
function leavesNothing(condition: Condition, compared: Compared, context: CheckContext): boolean {
  const { found } = compared;
  switch (condition.kind) {
    case 'equals':
    case 'not': {
      const possible = possibleValues(condition, compared, context);
      const occurs = (value: Scalar): boolean =>
        !found?.values || found.values.some(([other]) => String(other) === String(value));
      return condition.kind === 'equals' && possible.length > 0 && !possible.some(occurs);
    }
    case 'range': {
      const { min, max } = found ?? {};
      if (typeof min !== 'number' || typeof max !== 'number') return false;
      return (condition.min ?? -Infinity) > max || (condition.max ?? Infinity) < min;
    }
    case 'present':
      return condition.present && found !== undefined && found.count === found.nulls;
  }
}

/**
 * Returns the values of a condition that its field can have, and adds diagnostics for the others.
 */
function possibleValues(
  condition: Condition & { readonly values: readonly Scalar[] },
  compared: Compared,
  context: CheckContext,
): readonly Scalar[] {
  const target = valueAt(condition, condition.field, context);
  const test = target.node[target.key];
  return condition.values.filter((value) => {
    const place = Array.isArray(test) ? { node: test, key: test.indexOf(value) } : target;
    return isPossible(value, compared, place, context);
  });
}

/** Returns whether the field can have the value, and adds a diagnostic if not. */
function isPossible(
  value: Scalar,
  compared: Compared,
  target: Target,
  { report }: CheckContext,
): boolean {
  const { field, dataset } = compared;
  const params = { found: String(value), field: field.name };
  if (!fits(value, field)) {
    report.error('value-type', target, { ...params, type: field.type });
    return false;
  }
  const known = knownValues(compared);
  if (!known || known.includes(String(value))) return true;
  report.error('impossible-value', target, {
    ...params,
    dataset: dataset.id,
    from: field.values ? 'declared' : 'found',
    nearest: suggest(String(value), known),
    known: known.slice(0, 30),
  });
  return false;
}

/** Returns whether a YAML value fits the field's type. */
export function fits(value: Scalar, field: Field): boolean {
  switch (field.type) {
    case 'integer':
      return Number.isInteger(Number(value)) && typeof value !== 'boolean';
    case 'number':
      return Number.isFinite(Number(value)) && typeof value !== 'boolean';
    case 'boolean':
      return typeof value === 'boolean' || value === 'true' || value === 'false';
    default:
      return true;
  }
}

function checkExpression(expression: Json, dataset: Dataset, context: CheckContext): void {
  if (!Array.isArray(expression)) return;
  const list = expression as readonly Json[];
  for (const { name, holder, values } of comparisons(list)) {
    const compared = comparedIn(dataset, name, context);
    if (!compared) continue;
    for (const value of values)
      isPossible(value, compared, { node: holder, key: holder.indexOf(value) }, context);
  }
  if (list[0] !== 'literal') for (const item of list) checkExpression(item, dataset, context);
}
