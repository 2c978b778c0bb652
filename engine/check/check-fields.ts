import { suggest } from '../diagnostics/suggest.ts';
import type { ClassList, Dataset, Field, StyleValue, Sublayer } from '../model/model.ts';
import type { RelatedTarget, Target } from '../model/report.ts';
import { readsOfExpression } from '../values/fields-read.ts';
import { valuesIn } from '../values/value-tree.ts';
import { checkClassFields, namesOwnField } from './check-class-fields.ts';
import { checkSearch } from './check-search.ts';
import { nodeOf, sublayersOf, type CheckContext } from './context.ts';
import { reportUnknownField } from './unknown-field.ts';

/**
 * Holds every field a sublayer or popup reads against what its source declares. Diagnostics:
 * `unknown-field`, `unchecked-field` (a foreign source that declares none), `wrong-field-type`,
 * `ramp-on-vector`, `heights-without-ramp`.
 */
export function checkFields(context: CheckContext): void {
  const withLists = { ...context, wrongLists: checkClassFields(context) };
  for (const { sublayer } of sublayersOf(context.model)) {
    checkValues(sublayer, withLists);
    for (const condition of sublayer.where) {
      requireField(
        condition.field,
        sublayer,
        { node: nodeOf(condition, context), key: condition.field, part: 'key' },
        context,
      );
    }
    if (sublayer.filter !== null && sublayer.outlineOf === null) {
      for (const { field, node } of readsOfExpression(sublayer.filter))
        requireField(field, sublayer, { node, key: 1 }, context);
    }
  }
  for (const group of context.model.groups) {
    if (group.project !== null) continue;
    if (!context.incomplete.has(nodeOf(group, context)))
      checkPopup(group.popup, group.sublayers, context);
    for (const sublayer of group.sublayers) checkPopup(sublayer.popup, [sublayer], context);
  }
  for (const dataset of context.model.datasets.values())
    if (!dataset.cut) checkDatasetNames(dataset, context);
}

/** `wrongLists` are class lists whose own field was reported. */
type ValueContext = CheckContext & { readonly wrongLists: ReadonlySet<ClassList> };

function checkValues(sublayer: Sublayer, context: ValueContext): void {
  for (const part of ['paint', 'layout'] as const) {
    for (const [name, value] of Object.entries(sublayer[part])) {
      const holder = nodeOf(sublayer, context)[part];
      const target: Target =
        typeof holder === 'object' && holder !== null && name in holder
          ? { node: holder, key: name }
          : { node: nodeOf(sublayer, context) };
      for (const inner of valuesIn(value)) checkValue(inner, sublayer, target, context);
    }
  }
}

/** Checks what a value reads itself, apart from the values inside it. */
function checkValue(
  value: StyleValue,
  sublayer: Sublayer,
  target: Target,
  context: ValueContext,
): void {
  const node = context.nodes.get(value);
  switch (value.kind) {
    case 'literal':
      for (const read of readsOfExpression(value.value))
        requireField(read.field, sublayer, { node: read.node, key: 1 }, context);
      break;
    case 'classes': {
      const relief = sublayer.type === 'color-relief';
      if (relief !== (value.classes.kind === 'ramp')) {
        const code = relief ? 'heights-without-ramp' : 'ramp-on-vector';
        context.report.error(code, node ? { node, key: 'classes' } : target, {
          classes: value.classes.id,
        });
      }
      if (relief || value.classes.kind === 'ramp') break;
      const isOwn = namesOwnField(value, context);
      if (!isOwn && context.wrongLists.has(value.classes)) break;
      const field = requireField(
        value.field,
        sublayer,
        node ? { node, key: isOwn ? 'field' : 'classes' } : target,
        context,
        isOwn
          ? []
          : [
              {
                target: { node: nodeOf(value.classes, context), key: 'field' },
                note: 'named-here',
              },
            ],
      );
      if (field && value.classes.kind === 'steps')
        requireNumber(field, node ? { node, key: 'classes' } : target, context);
      break;
    }
    case 'field':
      requireField(value.field, sublayer, node ? { node, key: 'field' } : target, context);
      break;
    case 'field-by-locale':
      for (const [locale, field] of [
        ...Object.entries(value.byLocale),
        ...(value.default === null ? [] : [['default', value.default] as const]),
      ]) {
        requireField(field, sublayer, node ? { node, key: locale } : target, context);
      }
      break;
    case 'by-value': {
      const field = requireField(
        value.field,
        sublayer,
        node ? { node, key: 'field' } : target,
        context,
      );
      if (field) requireNumber(field, node ? { node, key: 'field' } : target, context);
    }
  }
}

function requireNumber(field: Field, target: Target, { report }: CheckContext): void {
  if (field.type === 'integer' || field.type === 'number') return;
  report.error('wrong-field-type', target, {
    field: field.name,
    found: field.type,
    expected: 'integer or number',
  });
}

/** The declared field; undefined when there is none, or its source is not ours (reported). */
function requireField(
  name: string,
  sublayer: Sublayer,
  target: Target,
  context: CheckContext,
  related: readonly RelatedTarget[] = [],
): Field | undefined {
  const { source } = sublayer;
  if (source.kind === 'dataset') {
    const field = source.dataset.fields.get(name);
    if (!field) reportUnknownField(name, [source.dataset], target, context, related);
    return field;
  }
  if (source.kind === 'none') return undefined;
  const fields = source.source.fields?.get(source.sourceLayer ?? '');
  if (!fields) {
    if (source.source.type !== 'style')
      context.report.warn('unchecked-field', target, { field: name, source: source.source.id });
  } else if (!fields.has(name)) {
    const known = [...fields.keys()];
    context.report.error('unknown-field', target, {
      found: name,
      owner: [[source.source.id, ...(source.sourceLayer ? [source.sourceLayer] : [])].join(' / ')],
      nearest: suggest(name, known),
      known,
    });
  }
  return undefined;
}

function checkPopup(
  popup: {
    readonly title: string | null;
    readonly fields: readonly string[];
    readonly sections: readonly { readonly fields: readonly string[] }[];
  } | null,
  sublayers: readonly Sublayer[],
  context: CheckContext,
): void {
  if (!popup) return;
  const node = nodeOf(popup, context);
  const datasets = sublayers.flatMap(({ source }) =>
    source.kind === 'dataset' ? [source.dataset] : [],
  );
  const foreign = sublayers.some(({ source }) => source.kind === 'source');
  const known = new Set(datasets.flatMap((dataset) => [...dataset.fields.keys()]));
  const check = (field: string, target: Target): void => {
    if (known.has(field) || (foreign && datasets.length === 0)) return;
    reportUnknownField(field, datasets, target, context);
  };
  if (popup.title !== null) check(popup.title, { node, key: 'title' });
  const list = node['fields'];
  popup.fields.forEach((field, i) =>
    check(field, Array.isArray(list) ? { node: list, key: i } : { node, key: 'fields' }),
  );
  const sections = node['sections'];
  popup.sections.forEach((section, i) => {
    const raw: unknown = Array.isArray(sections) ? sections[i] : null;
    const fields: unknown = (raw as { fields?: unknown } | null)?.fields;
    section.fields.forEach((field, j) =>
      check(field, Array.isArray(fields) ? { node: fields, key: j } : { node, key: 'sections' }),
    );
  });
}

function checkDatasetNames(dataset: Dataset, context: CheckContext): void {
  const node = nodeOf(dataset, context);
  if (dataset.key !== null && !dataset.fields.has(dataset.key))
    reportUnknownField(dataset.key, [dataset], { node, key: 'key' }, context);
  for (const condition of dataset.only) {
    if (!dataset.fields.has(condition.field)) {
      reportUnknownField(
        condition.field,
        [dataset],
        { node: nodeOf(condition, context), key: condition.field, part: 'key' },
        context,
      );
    }
  }
  checkSearch(dataset, context);
}
