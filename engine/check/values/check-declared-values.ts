import { suggest } from '../../diagnostics/suggest.ts';
import type { Dataset, Field } from '../../model/model.ts';
import { groupBy } from '../../basics/group-by.ts';
import { present } from '../../basics/present.ts';
import { foundField, wholeDatasets, type CheckContext } from '../context.ts';
import { itemAt, valueAt } from '../places.ts';

/** A field with declared values, and its dataset. */
interface Declared {
  readonly dataset: Dataset;
  readonly field: Field;
  readonly values: NonNullable<Field['values']>;
}

/**
 * Checks the declared values of fields. Diagnostics: `boolean-in-text`, `declared-never-occurs`.
 */
export function checkDeclaredValues(context: CheckContext): void {
  const declared = wholeDatasets(context.model).flatMap((dataset) =>
    [...dataset.fields.values()].flatMap((field) =>
      field.values ? [{ dataset, field, values: field.values }] : [],
    ),
  );
  for (const each of declared) checkBooleans(each, context);
  // Several countries may share the values of a field.
  for (const alike of groupBy(declared, keyOf).values()) checkOccurrence(alike, context);
}

function keyOf({ field, values }: Declared): string {
  return JSON.stringify([field.name, field.type, values]);
}

function checkBooleans({ field, values }: Declared, { nodes, report }: CheckContext): void {
  const node = nodes.get(field);
  const place = values.findIndex((value) => typeof value === 'boolean');
  if (!node || field.type !== 'text' || place < 0) return;
  const params = { field: field.name, found: String(values[place]) };
  report.warn('boolean-in-text', itemAt(node, 'values', place), params);
}

/** Reports declared values that occur in none of the datasets that declare the same values. */
function checkOccurrence(alike: readonly Declared[], context: CheckContext): void {
  const { dataset, field, values } = alike[0]!;
  if (isDrawn(field, context)) return;
  const lists = alike.map((each) => foundField(each.dataset, each.field.name, context)?.values);
  if (lists.includes(undefined)) return;
  const seen = new Set(lists.flatMap((list) => list!.map(([value]) => String(value))));
  const unseen = values.map(String).filter((value) => !seen.has(value));
  if (seen.size === 0 || unseen.length === 0) return;
  const declared = new Set(values.map(String));
  const free = [...seen].filter((value) => !declared.has(value));
  const near = unseen.slice(0, MAX_COMPARED).flatMap((found) => {
    const nearest = suggest(found, free);
    return nearest === undefined ? [] : [{ found, nearest }];
  });
  const names = { dataset: dataset.id, field: field.name };
  // A code list may have words for values that do not occur yet.
  const isCodeList = field.classes?.id === '';
  if (isCodeList && near.length === 0) return;
  const reported = isCodeList ? near.map(({ found }) => found) : unseen;
  const params = present({ ...names, values: reported, near: near[0] });
  context.report.warn('declared-never-occurs', valueAt(field, 'values', context), params);
}

/** Maximum number of values that are compared with those that occur. */
const MAX_COMPARED = 50;

/** Returns whether a sublayer draws the class list of a field, which is checked with the list. */
function isDrawn({ classes }: Field, { drawn }: CheckContext): boolean {
  return drawn.some(({ uses }) => uses.some((use) => use.classes === classes));
}
