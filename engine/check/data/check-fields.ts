import { datasetsOf } from '../../model/datasets-of.ts';
import type {
  ClassList,
  Dataset,
  Popup,
  Project,
  StyleValue,
  Sublayer,
} from '../../model/model.ts';
import type { Target } from '../../model/report.ts';
import { readsOfExpression, tokensOf } from '../../values/fields-read.ts';
import { checkClassFields, namesOwnField } from '../values/check-class-fields.ts';
import { checkKeep } from './check-keep.ts';
import { checkSearch } from './check-search.ts';
import { checkSums } from './check-sums.ts';
import { generalGroups, nodeOf, wholeDatasets, type CheckContext, type Drawn } from '../context.ts';
import {
  fieldsNamedAt,
  fieldsNamedIn,
  insideOf,
  itemAt,
  keyAt,
  propertyAt,
  valueAt,
} from '../places.ts';
import { requireField, requireNumber } from '../require-field.ts';
import { reportUnknownField } from '../unknown-field.ts';

/**
 * Checks every field that a sublayer or popup reads against the fields of its source. Diagnostics:
 * `unknown-field`, `unchecked-field` (an external source without declared fields),
 * `wrong-field-type`, `ramp-on-vector`, `heights-without-ramp`.
 */
export function checkFields(context: CheckContext): void {
  const withLists = { ...context, wrongLists: checkClassFields(context) };
  for (const drawn of context.drawn) {
    const { sublayer } = drawn;
    checkValues(drawn, withLists);
    for (const condition of sublayer.where)
      requireField(condition.field, sublayer, keyAt(condition, condition.field, context), context);
    if (sublayer.outlineOf !== null) continue;
    for (const { field, node } of readsOfExpression(sublayer.filter))
      requireField(field, sublayer, { node, key: 1 }, context);
  }
  for (const group of generalGroups(context.model)) {
    if (!context.incomplete.has(nodeOf(group, context)))
      checkPopup(group.popup, group.sublayers, context);
    for (const sublayer of group.sublayers) checkPopup(sublayer.popup, [sublayer], context);
  }
  for (const dataset of wholeDatasets(context.model)) checkDatasetNames(dataset, context);
  for (const project of context.model.projects) checkOutline(project, context);
}

function checkOutline({ outline }: Project, context: CheckContext): void {
  if (!outline) return;
  const { dataset, where } = outline;
  for (const condition of where) {
    const { field } = condition;
    if (!dataset.fields.has(field))
      reportUnknownField(field, [dataset], keyAt(condition, field, context), context);
  }
}

/** The context of a check, with the class lists whose field was already reported as unknown. */
type ValueContext = CheckContext & { readonly wrongLists: ReadonlySet<ClassList> };

function checkValues({ sublayer, values }: Drawn, context: ValueContext): void {
  for (const { property, value } of values) {
    const at = (key?: string): Target => {
      const node = context.nodes.get(value);
      return node && key !== undefined ? { node, key } : propertyAt(sublayer, property, context);
    };
    checkValue(value, sublayer, at, context);
  }
}

/** Checks the fields that a value reads, without nested values; `target` is a key of it, or the property. */
function checkValue(
  value: StyleValue,
  sublayer: Sublayer,
  target: (key?: string) => Target,
  context: ValueContext,
): void {
  switch (value.kind) {
    case 'literal':
      for (const read of readsOfExpression(value.value))
        requireField(read.field, sublayer, { node: read.node, key: 1 }, context);
      for (const field of tokensOf(value.value)) requireField(field, sublayer, target(), context);
      break;
    case 'classes':
      checkClassUse(value, sublayer, target, context);
      break;
    case 'field':
      requireField(value.field, sublayer, target('field'), context);
      break;
    case 'field-by-locale':
      for (const [field, at] of fieldsNamedIn(context.nodes.get(value) ?? {}))
        requireField(field, sublayer, at, context);
      break;
    case 'by-value': {
      const field = requireField(value.field, sublayer, target('field'), context);
      if (field) requireNumber(field, target('field'), context);
    }
  }
}

function checkClassUse(
  value: StyleValue & { readonly kind: 'classes' },
  sublayer: Sublayer,
  target: (key: string) => Target,
  context: ValueContext,
): void {
  const { classes } = value;
  const isRelief = sublayer.type === 'color-relief';
  const isRamp = classes.kind === 'ramp';
  if (isRelief !== isRamp) {
    const code = isRelief ? 'heights-without-ramp' : 'ramp-on-vector';
    context.report.error(code, target('classes'), { classes: classes.id });
  }
  if (isRelief || isRamp) return;
  const isOwn = namesOwnField(value, context);
  if (!isOwn && context.wrongLists.has(classes)) return;
  const named = isOwn
    ? target('field')
    : {
        ...target('classes'),
        related: [{ target: valueAt(classes, 'field', context), note: 'named-here' as const }],
      };
  const field = requireField(value.field, sublayer, named, context);
  if (field && classes.kind === 'steps') requireNumber(field, target('classes'), context);
}

function checkPopup(
  popup: Popup | null,
  sublayers: readonly Sublayer[],
  context: CheckContext,
): void {
  if (!popup) return;
  const datasets = datasetsOf(sublayers);
  const isForeign = sublayers.some(({ source }) => source.kind === 'source');
  if (isForeign && datasets.length === 0) return;
  const check = (field: string, target: Target): void => {
    if (!datasets.some(({ fields }) => fields.has(field)))
      reportUnknownField(field, datasets, target, context);
  };
  const node = nodeOf(popup, context);
  for (const [field, target] of fieldsNamedAt(node, 'title')) check(field, target);
  popup.fields?.forEach((field, i) => check(field, itemAt(node, 'fields', i)));
  popup.sections?.forEach(({ fields }, i) => {
    const section = insideOf(node, 'sections', i);
    fields.forEach((field, j) =>
      check(field, section ? itemAt(section, 'fields', j) : { node, key: 'sections' }),
    );
  });
}

function checkDatasetNames(dataset: Dataset, context: CheckContext): void {
  const check = (field: string, target: Target): void => {
    if (!dataset.fields.has(field)) reportUnknownField(field, [dataset], target, context);
  };
  if (dataset.key !== null) check(dataset.key, valueAt(dataset, 'key', context));
  for (const condition of dataset.only)
    check(condition.field, keyAt(condition, condition.field, context));
  for (const field of dataset.fields.values()) {
    const node = insideOf(nodeOf(field, context), 'language');
    if (typeof field.language === 'object' && node)
      check(field.language.field, { node, key: 'field' });
  }
  checkSearch(dataset, context);
  checkKeep(dataset, context);
  checkSums(dataset, context);
}
