import type { Condition, Field, Group, Json, Sublayer } from '../../model/model.ts';
import type { Target } from '../../model/report.ts';
import { strictFields } from '../../model/strict-fields.ts';
import { fieldsOfValue, readsOfExpression, unnamedReads } from '../../values/fields-read.ts';
import { nodeOf, type CheckContext, type Drawn } from '../context.ts';
import { keyAt, propertyAt } from '../places.ts';

/**
 * Reports styles and conditions that read fields which some viewers of the group may not see.
 * Diagnostics: `field-by-expression`, `style-reads-restricted`, `where-reads-restricted`.
 */
export function checkAccess(context: CheckContext): void {
  const { groups, projects } = context.model;
  for (const drawn of context.drawn) checkNamed(drawn, context);
  for (const group of groups) {
    if (group.project !== null)
      for (const { where } of group.sublayers) checkProjectWhere(where, group, context);
    else if (nodeOf(group, context)['permission'] === undefined)
      for (const sublayer of group.sublayers) checkReads(sublayer, group, context);
  }
  for (const { filters } of projects)
    for (const [id, where] of filters) {
      const group = groups.find((candidate) => candidate.id === id);
      if (group) checkProjectWhere(where, group, context);
    }
}

/**
 * Reports style expressions that read a field whose name is not constant, because the level of a
 * group depends on the fields that its style reads.
 */
function checkNamed({ sublayer, dataset, values }: Drawn, context: CheckContext): void {
  if (!dataset || sublayer.outlineOf !== null) return;
  const check = (expression: Json): void => {
    for (const node of unnamedReads(expression)) {
      const by = node[0] === 'properties' ? 'properties' : 'name';
      const target = { node, key: by === 'name' ? 1 : 0 };
      context.report.error('field-by-expression', target, { dataset: dataset.id, by });
    }
  };
  for (const { value } of values) if (value.kind === 'literal') check(value.value);
  check(sublayer.filter);
}

/**
 * Reports restricted fields in styles and conditions, because such a field locks the whole group
 * for visitors below the level of the field.
 */
function checkReads(sublayer: Sublayer, group: Group, context: CheckContext): void {
  if (sublayer.source.kind !== 'dataset' || sublayer.outlineOf !== null) return;
  const { dataset } = sublayer.source;
  const strict = strictFields(dataset);
  for (const { name, target } of strict.length === 0 ? [] : readsOf(sublayer, context)) {
    const field = strict.find((each) => each.name === name);
    if (!field) continue;
    context.report.warn('style-reads-restricted', target, {
      field: name,
      dataset: dataset.id,
      level: field.permission.id,
      group: group.id,
    });
  }
}

function* readsOf(
  sublayer: Sublayer,
  context: CheckContext,
): Generator<{ readonly name: string; readonly target: Target }> {
  for (const [property, value] of Object.entries({ ...sublayer.paint, ...sublayer.layout })) {
    const target = propertyAt(sublayer, property, context);
    for (const name of fieldsOfValue(value)) yield { name, target };
  }
  for (const condition of sublayer.where)
    yield { name: condition.field, target: keyAt(condition, condition.field, context) };
  for (const { field, node: list } of readsOfExpression(sublayer.filter))
    yield { name: field, target: { node: list, key: 1 } };
}

/**
 * Reports conditions of a project on a restricted field. A project does not change the level of a
 * group, so visitors who may not view the field would see no features.
 */
function checkProjectWhere(where: readonly Condition[], group: Group, context: CheckContext): void {
  for (const condition of where) {
    const field = strictestField(condition.field, group);
    if (!field || field.permission.rank <= group.permission.rank) continue;
    context.report.error('where-reads-restricted', keyAt(condition, field.name, context), {
      field: field.name,
      level: field.permission.id,
      group: group.id,
      open: group.permission.id,
    });
  }
}

/** Returns the field with this name and the strictest permission, among the datasets of a group. */
function strictestField(name: string, { sublayers }: Group): Field | undefined {
  return sublayers
    .flatMap(({ source }) => (source.kind === 'dataset' ? [source.dataset.fields.get(name)] : []))
    .reduce((a, b) => ((a?.permission.rank ?? -1) < (b?.permission.rank ?? -1) ? b : a), undefined);
}
