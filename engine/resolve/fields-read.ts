import type { Json, StyleValue, Sublayer } from '../model/model.ts';

/** Names of the fields a style value or MapLibre expression reads. */
export function fieldsOfValue(value: StyleValue, into: Set<string> = new Set()): Set<string> {
  switch (value.kind) {
    case 'literal':
      for (const { field } of readsOfExpression(value.value)) into.add(field);
      break;
    case 'classes':
      if (value.field !== '') into.add(value.field);
      break;
    case 'field':
      into.add(value.field);
      break;
    case 'field-by-locale':
      for (const field of Object.values(value.byLocale)) into.add(field);
      if (value.default !== null) into.add(value.default);
      break;
    case 'by-value':
      into.add(value.field);
      for (const [, out] of value.stops) fieldsOfValue(out, into);
      break;
    case 'by-zoom':
      for (const [, out] of value.stops) fieldsOfValue(out, into);
      break;
    case 'by-ground':
      for (const out of Object.values(value.values)) fieldsOfValue(out, into);
      break;
  }
  return into;
}

/** Operators whose first argument names a field; the legacy filter forms name it too. */
const READING = new Set(['get', 'has', '!has']);
const LEGACY = new Set(['==', '!=', '<', '<=', '>', '>=', 'in', '!in']);

/** A place in an expression where a field is named: `node[1]`. */
export interface FieldRead {
  readonly field: string;
  readonly node: object;
}

/** The places where a MapLibre expression or filter names a field; `$type` and `$id` are none. */
export function readsOfExpression(value: Json, into: FieldRead[] = []): FieldRead[] {
  if (!Array.isArray(value)) return into;
  const [operator, first] = value as readonly Json[];
  if (operator === 'literal') return into;
  if (typeof operator === 'string' && typeof first === 'string' && !first.startsWith('$')) {
    const legacy = LEGACY.has(operator) && value.length >= 3 && !value.slice(1).some(Array.isArray);
    if (READING.has(operator) || legacy) into.push({ field: first, node: value });
  }
  for (const item of value as readonly Json[]) readsOfExpression(item, into);
  return into;
}

/** Names of all fields that the drawing of a sublayer reads: paint, layout, filter and where. */
export function fieldsOfSublayer(sublayer: Sublayer): Set<string> {
  const fields = new Set<string>();
  for (const value of [...Object.values(sublayer.paint), ...Object.values(sublayer.layout)])
    fieldsOfValue(value, fields);
  for (const condition of sublayer.where) fields.add(condition.field);
  for (const { field } of readsOfExpression(sublayer.filter)) fields.add(field);
  return fields;
}
