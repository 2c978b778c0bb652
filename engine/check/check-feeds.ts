import type { Condition, Group, StyleValue, Sublayer } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { fieldsOfValue, readsOfExpression } from '../values/fields-read.ts';
import { kindIn } from '../values/value-tree.ts';
import { nodeOf, sublayersOf, type CheckContext } from './context.ts';

/**
 * Finds what is declared and reaches nobody. Diagnostics: `tiles-of-raster`, `unused-dataset`,
 * `text-is-a-field`, `label-without-default`, `style-reads-restricted`, `where-reads-restricted`.
 */
export function checkFeeds(context: CheckContext): void {
  const { model, report } = context;
  const drawn = new Set<string>();
  for (const { sublayers } of [...model.groups, ...model.baseLayers])
    for (const { source } of sublayers)
      if (source.kind === 'dataset') drawn.add(source.dataset.cut?.of ?? source.dataset.id);
  for (const dataset of model.datasets.values()) {
    if (dataset.cut) continue;
    const node = nodeOf(dataset, context);
    const feeds = (node['feeds'] ?? {}) as Readonly<Record<string, unknown>>;
    if (dataset.geometry === 'raster' && feeds['tiles']) {
      report.error(
        'tiles-of-raster',
        { node: feeds, key: 'tiles', part: 'key' },
        { dataset: dataset.id },
      );
    }
    const others = Object.entries(feeds).some(([feed, value]) => feed !== 'tiles' && value);
    if (!drawn.has(dataset.id) && !others)
      report.warn('unused-dataset', { node, key: 'id' }, { dataset: dataset.id });
  }
  checkTexts(context);
  for (const group of model.groups) {
    if (group.project !== null)
      for (const { where } of group.sublayers) checkProjectWhere(where, group, context);
    else if (nodeOf(group, context)['permission'] === undefined)
      for (const sublayer of group.sublayers) checkReads(sublayer, group, context);
  }
  for (const { filters } of model.projects) {
    for (const [id, where] of filters) {
      const group = model.groups.find((candidate) => candidate.id === id);
      if (group) checkProjectWhere(where, group, context);
    }
  }
}

/** A style or condition that reads a field locks the whole group to those who may not see it. */
function checkReads(sublayer: Sublayer, group: Group, context: CheckContext): void {
  if (sublayer.source.kind !== 'dataset' || sublayer.outlineOf !== null) return;
  const { fields, id, permission } = sublayer.source.dataset;
  for (const { name, target } of readsOf(sublayer, context)) {
    const field = fields.get(name);
    if (!field || field.permission.rank <= permission.view.rank) continue;
    context.report.warn('style-reads-restricted', target, {
      field: name,
      dataset: id,
      level: field.permission.id,
      group: group.id,
    });
  }
}

function* readsOf(
  sublayer: Sublayer,
  context: CheckContext,
): Generator<{ readonly name: string; readonly target: Target }> {
  const node = nodeOf(sublayer, context);
  for (const part of ['paint', 'layout'] as const) {
    const holder = node[part] as object | undefined;
    for (const [property, value] of Object.entries(sublayer[part])) {
      const target = holder && property in holder ? { node: holder, key: property } : { node };
      for (const name of fieldsOfValue(value)) yield { name, target };
    }
  }
  for (const condition of sublayer.where)
    yield { name: condition.field, target: keyOf(condition, context) };
  for (const { field, node: list } of readsOfExpression(sublayer.filter))
    yield { name: field, target: { node: list, key: 1 } };
}

/** A project opens nothing and locks nothing: who may not see the field would see an empty group. */
function checkProjectWhere(where: readonly Condition[], group: Group, context: CheckContext): void {
  for (const condition of where) {
    const field = group.sublayers
      .flatMap(({ source }) => (source.kind === 'dataset' ? source.dataset : []))
      .map(({ fields }) => fields.get(condition.field))
      .find((found) => found !== undefined);
    if (!field || field.permission.rank <= group.permission.rank) continue;
    context.report.error('where-reads-restricted', keyOf(condition, context), {
      field: field.name,
      level: field.permission.id,
      group: group.id,
      open: group.permission.id,
    });
  }
}

function keyOf(condition: Condition, context: CheckContext): Target {
  return { node: nodeOf(condition, context), key: condition.field, part: 'key' };
}

function checkTexts(context: CheckContext): void {
  for (const { sublayer } of sublayersOf(context.model)) {
    const text = sublayer.layout['text-field'];
    if (!text || sublayer.source.kind !== 'dataset') continue;
    const { fields, id } = sublayer.source.dataset;
    checkLabel(text, sublayer, context);
    const field = kindIn('literal', text)
      .map(({ value }) => value)
      .find((value) => typeof value === 'string' && fields.has(value));
    if (typeof field !== 'string') continue;
    const node = nodeOf(sublayer, context);
    const layout = node['layout'] as object | undefined;
    context.report.warn(
      'text-is-a-field',
      layout && 'text-field' in layout ? { node: layout, key: 'text-field' } : { node },
      { field, dataset: id },
    );
  }
}

/** A label by language without a `default` is missing where the field of the language is empty. */
function checkLabel(text: StyleValue, { source, where }: Sublayer, context: CheckContext): void {
  if (text.kind !== 'field-by-locale' || text.default !== null || source.kind !== 'dataset') return;
  const profile = context.facts.profiles.get(source.dataset.id);
  for (const [locale, field] of Object.entries(text.byLocale)) {
    const found = profile?.fields[field];
    const asked = where.some((condition) => condition.field === field);
    if (!found || found.nulls === 0 || found.nulls === found.count || asked) continue;
    context.report.warn(
      'label-without-default',
      { node: nodeOf(text, context), key: locale },
      {
        field,
        dataset: source.dataset.id,
        nulls: found.nulls,
        count: found.count,
        locales: context.model.locales.available,
      },
    );
  }
}
