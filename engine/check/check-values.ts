import { suggest } from '../diagnostics/suggest.ts';
import type { Condition, Dataset, Field, Json, Sublayer } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { kindIn, propertiesOf } from '../values/value-tree.ts';
import { nodeOf, sublayersOf, type CheckContext } from './context.ts';
import type { FoundField } from '../model/profile.ts';
import { reportUnknownField } from './unknown-field.ts';

type Scalar = string | number | boolean;

/**
 * Holds every value a condition, filter or expression compares with a field against the values the
 * field can have: the declared ones, else those found at the last load. Diagnostics:
 * `impossible-value`, `filter-matches-nothing`, `value-type`.
 */
export function checkComparedValues(context: CheckContext): void {
  for (const dataset of context.model.datasets.values()) {
    if (dataset.cut) continue;
    // `only` is held against declared values alone: what was found has passed it already.
    for (const condition of dataset.only)
      checkCondition(condition, dataset, context, { found: false });
  }
  for (const { sublayer } of sublayersOf(context.model)) {
    if (sublayer.source.kind !== 'dataset' || sublayer.outlineOf !== null) continue;
    const { dataset } = sublayer.source;
    for (const condition of sublayer.where)
      checkCondition(condition, dataset, context, { found: true });
    if (sublayer.filter !== null) checkExpression(sublayer.filter, dataset, context);
    for (const value of propertiesOf(sublayer))
      for (const literal of kindIn('literal', value))
        checkExpression(literal.value, dataset, context);
  }
  for (const project of context.model.projects) {
    for (const [id, conditions] of project.filters) {
      const group = context.model.groups.find((candidate) => candidate.id === id);
      for (const condition of conditions)
        checkOverDatasets(condition, group?.sublayers ?? [], context);
    }
  }
  for (const group of context.model.groups) {
    if (group.project === null) continue;
    const original = new Set(group.sublayers.flatMap((sublayer) => sublayer.where));
    for (const condition of original) checkOverDatasets(condition, group.sublayers, context);
  }
}

function checkOverDatasets(
  condition: Condition,
  sublayers: readonly Sublayer[],
  context: CheckContext,
): void {
  // A cut has the values of what it was cut from, as far as is known.
  const datasets = [
    ...new Set(
      sublayers.flatMap(({ source }) => {
        if (source.kind !== 'dataset') return [];
        const { cut } = source.dataset;
        return (cut && context.model.datasets.get(cut.of)) ?? source.dataset;
      }),
    ),
  ];
  const declaring = datasets.filter((dataset) => dataset.fields.has(condition.field));
  const [first] = datasets;
  if (first && declaring.length === 0) {
    const target = { node: nodeOf(condition, context), key: condition.field, part: 'key' } as const;
    reportUnknownField(condition.field, datasets, target, context);
    return;
  }
  // A value that one of several countries knows is right; one that none knows is wrong.
  const scalars = condition.kind === 'equals' || condition.kind === 'not' ? condition.values : [];
  const somewhere = (value: Scalar): boolean =>
    declaring.some((dataset) => {
      const field = dataset.fields.get(condition.field)!;
      const known = knownValues(field, dataset, context);
      return fits(value, field) && (known?.includes(String(value)) ?? true);
    });
  const [only] = declaring;
  if (only && (declaring.length === 1 || !scalars.every(somewhere)))
    checkCondition(condition, only, context, { found: true });
}

/** The values a field can have: declared, else found at the last load; undefined when any may be. */
function knownValues(
  field: Field,
  dataset: Dataset,
  { facts }: CheckContext,
): readonly string[] | undefined {
  const found = facts.profiles.get(dataset.id)?.fields[field.name];
  return field.values?.map(String) ?? found?.values?.map(([item]) => String(item));
}

function checkCondition(
  condition: Condition,
  dataset: Dataset,
  context: CheckContext,
  use: { readonly found: boolean },
): void {
  const field = dataset.fields.get(condition.field);
  if (!field) return;
  const target: Target = { node: nodeOf(condition, context), key: condition.field };
  const profile = use.found
    ? context.facts.profiles.get(dataset.id)?.fields[field.name]
    : undefined;
  if (condition.kind === 'equals' || condition.kind === 'not') {
    const test = nodeOf(condition, context)[condition.field];
    const possible = condition.values.filter((value) => {
      const place = Array.isArray(test) ? { node: test, key: test.indexOf(value) } : target;
      return checkValue(value, field, dataset, place, context, profile);
    });
    if (
      condition.kind === 'equals' &&
      possible.length > 0 &&
      profile?.values &&
      !possible.some((value) => occurs(value, profile))
    ) {
      context.report.error('filter-matches-nothing', target, {
        field: field.name,
        dataset: dataset.id,
      });
    }
  } else if (condition.kind === 'range') {
    if (field.type !== 'integer' && field.type !== 'number') {
      context.report.error(
        'wrong-field-type',
        { ...target, part: 'key' },
        { field: field.name, found: field.type, expected: 'integer or number' },
      );
    } else if (profile && typeof profile.min === 'number' && typeof profile.max === 'number') {
      const outside =
        (condition.min !== undefined && condition.min > profile.max) ||
        (condition.max !== undefined && condition.max < profile.min);
      if (outside)
        context.report.error('filter-matches-nothing', target, {
          field: field.name,
          dataset: dataset.id,
        });
    }
  } else if (condition.present && profile && profile.count === profile.nulls) {
    context.report.error('filter-matches-nothing', target, {
      field: field.name,
      dataset: dataset.id,
    });
  }
}

function occurs(value: Scalar, profile: FoundField): boolean {
  return profile.values!.some(([found]) => String(found) === String(value));
}

/** False when the value cannot be, which is reported. */
function checkValue(
  value: Scalar,
  field: Field,
  dataset: Dataset,
  target: Target,
  context: CheckContext,
  profile: FoundField | undefined,
): boolean {
  if (!fits(value, field)) {
    context.report.error('value-type', target, {
      found: String(value),
      field: field.name,
      type: field.type,
    });
    return false;
  }
  const found = profile ?? context.facts.profiles.get(dataset.id)?.fields[field.name];
  const known =
    field.values?.map(String) ??
    (profile ? found?.values?.map(([item]) => String(item)) : undefined);
  if (!known || known.includes(String(value))) return true;
  context.report.error('impossible-value', target, {
    found: String(value),
    field: field.name,
    dataset: dataset.id,
    from: field.values ? 'declared' : 'found',
    nearest: suggest(String(value), known),
    known: known.slice(0, 30),
  });
  return false;
}

/** Whether a value of the YAML can be one of the field's type. */
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

/** Finds `[==, [get, f], v]`, `[in, [get, f], [literal, …]]`, `[match, [get, f], …]` and the legacy forms. */
function checkExpression(expression: Json, dataset: Dataset, context: CheckContext): void {
  if (!Array.isArray(expression)) return;
  const list = expression as readonly Json[];
  for (const { name, holder, values } of comparisons(list)) {
    const field = dataset.fields.get(name);
    if (!field) continue;
    const profile = context.facts.profiles.get(dataset.id)?.fields[name];
    for (const value of values) {
      const key = holder.indexOf(value);
      const target = { node: holder, key: Math.max(key, 0) };
      checkValue(value, field, dataset, target, context, profile);
    }
  }
  if (list[0] !== 'literal') for (const item of list) checkExpression(item, dataset, context);
}

/** Values compared with a field, and the list of the configuration that holds them. */
interface Comparison {
  readonly name: string;
  readonly holder: readonly Json[];
  readonly values: readonly Scalar[];
}

function comparisons(list: readonly Json[]): Comparison[] {
  const [operator, first, ...rest] = list;
  const field = fieldOf(first);
  if (operator === '==' || operator === '!=') {
    if (
      typeof first === 'string' &&
      !first.startsWith('$') &&
      rest.length === 1 &&
      isScalar(rest[0])
    )
      return [{ name: first, holder: list, values: [rest[0]] }];
    const other = field === null ? fieldOf(rest[0]) : field;
    const value = field === null ? first : rest[0];
    return other !== null && isScalar(value)
      ? [{ name: other, holder: list, values: [value] }]
      : [];
  }
  if (operator === 'in' || operator === '!in') {
    if (
      typeof first === 'string' &&
      !first.startsWith('$') &&
      rest.every(isScalar) &&
      rest.length > 1
    )
      return [{ name: first, holder: list, values: rest as Scalar[] }];
    const set = rest[0];
    if (field !== null && Array.isArray(set) && set[0] === 'literal' && Array.isArray(set[1]))
      return [
        { name: field, holder: set[1] as Json[], values: (set[1] as Json[]).filter(isScalar) },
      ];
    return [];
  }
  if (operator === 'match' && field !== null) {
    const labels = rest.slice(0, -1).filter((_, i) => i % 2 === 0);
    const lists = labels.filter((label) => Array.isArray(label)) as readonly Json[][];
    return [
      { name: field, holder: list, values: labels.filter(isScalar) },
      ...lists.map((each) => ({ name: field, holder: each, values: each.filter(isScalar) })),
    ];
  }
  return [];
}

function fieldOf(value: Json | undefined): string | null {
  if (!Array.isArray(value)) return null;
  const [operator, name] = value as readonly Json[];
  if (operator === 'get' && typeof name === 'string') return name;
  return operator === 'to-string' ? fieldOf(name) : null;
}

function isScalar(value: Json | undefined): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
