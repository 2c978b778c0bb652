import type { Json, StyleValue, Sublayer } from '../model/model.ts';

/** Names of the fields a style value or MapLibre expression reads. */
export function fieldsOfValue(value: StyleValue, into: Set<string> = new Set()): Set<string> {
  switch (value.kind) {
    case 'literal':
      fieldsOfExpression(value.value, into);
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

/** Names of the fields a MapLibre expression or filter reads; `$type` and `$id` are none. */
export function fieldsOfExpression(value: Json, into: Set<string> = new Set()): Set<string> {
  if (!Array.isArray(value)) return into;
  const [operator, first] = value as readonly Json[];
  if (operator === 'literal') return into;
  if (typeof operator === 'string' && typeof first === 'string' && !first.startsWith('$')) {
    if (READING.has(operator)) into.add(first);
    else if (LEGACY.has(operator) && value.length >= 3 && !value.slice(1).some(Array.isArray))
      into.add(first);
  }
  for (const item of value as readonly Json[]) fieldsOfExpression(item, into);
  return into;
}

/** Names of all fields that the drawing of a sublayer reads: paint, layout, filter and where. */
export function fieldsOfSublayer(sublayer: Sublayer): Set<string> {
  const fields = new Set<string>();
  for (const value of [...Object.values(sublayer.paint), ...Object.values(sublayer.layout)])
    fieldsOfValue(value, fields);
  for (const condition of sublayer.where) fields.add(condition.field);
  if (sublayer.filter !== null) fieldsOfExpression(sublayer.filter, fields);
  return fields;
}
