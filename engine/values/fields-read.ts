import type { Json, StyleValue, Sublayer } from '../model/model.ts';
import { propertiesOf, valuesIn } from './value-tree.ts';

/** Names of the fields a style value reads, those in its MapLibre expressions included. */
export function fieldsOfValue(value: StyleValue): Set<string> {
  return new Set(valuesIn(value).flatMap(ownFields));
}

/** The fields a value reads itself, apart from those of the values inside it. */
function ownFields(value: StyleValue): readonly string[] {
  switch (value.kind) {
    case 'literal':
      return readsOfExpression(value.value).map(({ field }) => field);
    case 'classes':
      return value.field === '' ? [] : [value.field];
    case 'field':
    case 'by-value':
      return [value.field];
    case 'field-by-locale':
      return [...Object.values(value.byLocale), ...(value.default === null ? [] : [value.default])];
    default:
      return [];
  }
}

/** Operators whose first argument names a field; the legacy filter forms name it too. */
const READING = new Set<Json>(['get', 'has', '!has']);
const LEGACY = new Set<Json>(['==', '!=', '<', '<=', '>', '>=', 'in', '!in']);

/** A place in an expression where a field is named: `node[1]`. */
export interface FieldRead {
  readonly field: string;
  readonly node: object;
}

/** The places where a MapLibre expression or filter names a field; `$type` and `$id` are none. */
export function readsOfExpression(value: Json): FieldRead[] {
  if (!Array.isArray(value)) return [];
  const list = value as readonly Json[];
  const [operator = null, first] = list;
  if (operator === 'literal') return [];
  const inner = list.flatMap(readsOfExpression);
  if (typeof first !== 'string' || first.startsWith('$')) return inner;
  const legacy = LEGACY.has(operator) && list.length >= 3 && !list.slice(1).some(Array.isArray);
  return READING.has(operator) || legacy ? [{ field: first, node: list }, ...inner] : inner;
}

/** Names of all fields that the drawing of a sublayer reads: paint, layout, filter and where. */
export function fieldsOfSublayer(sublayer: Sublayer): Set<string> {
  return new Set([
    ...propertiesOf(sublayer).flatMap((value) => [...fieldsOfValue(value)]),
    ...sublayer.where.map(({ field }) => field),
    ...readsOfExpression(sublayer.filter).map(({ field }) => field),
  ]);
}
