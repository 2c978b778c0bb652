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
      return [...tokensOf(value.value), ...namesIn(value.value)];
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

/** The fields that MapLibre writes into a plain text of a label: `{name}`. */
export function tokensOf(value: Json): readonly string[] {
  return typeof value === 'string' ? (value.match(/(?<=\{)[^{}]+(?=\})/g) ?? []) : [];
}

/** Operators whose first argument names a field. */
const READING = new Set<Json>(['get', 'has', '!has']);
/** Operators of filters whose first argument names a field when no argument is an expression. */
const LEGACY = new Set<Json>(['==', '!=', '<', '<=', '>', '>=', 'in', '!in']);

type List = readonly Json[];

/** A place in an expression where a field is named: `node[1]`. */
export interface FieldRead {
  readonly field: string;
  readonly node: object;
}

/** The places where a MapLibre expression or filter names a field; `$type` and `$id` are none. */
export function readsOfExpression(value: Json): readonly FieldRead[] {
  const reads: FieldRead[] = [];
  for (const node of listsIn(value)) {
    const field = fieldOf(node);
    if (typeof field === 'string') reads.push({ field, node });
  }
  return reads;
}

/**
 * The places where a MapLibre expression reads fields that only its evaluation shows: `get` and
 * `has` of a name that is an expression, and `properties`, unless it is what they read one name of.
 */
export function unnamedReads(value: Json): readonly List[] {
  return listsIn(value).filter((node) => fieldOf(node) === null);
}

/**
 * The field that a list reads, apart from what is in its arguments: a text; null where it is not
 * named; anything else where it reads none.
 */
function fieldOf(list: List): Json | undefined {
  const [operator = null, first, second] = list;
  if (isProperties(list)) return null;
  if (READING.has(operator)) {
    // A value of another object, such as a table of names.
    if (second !== undefined && !isProperties(second)) return undefined;
    return Array.isArray(first) ? null : first;
  }
  const legacy = LEGACY.has(operator) && list.length >= 3 && !list.some(Array.isArray);
  return legacy && first !== '$type' && first !== '$id' ? first : undefined;
}

function isProperties(value: Json): boolean {
  return Array.isArray(value) && value[0] === 'properties';
}

const NO_LISTS: readonly List[] = [];

/** All lists inside a value that MapLibre evaluates, each before what is inside it. */
function listsIn(value: Json): readonly List[] {
  if (typeof value !== 'object' || value === null) return NO_LISTS;
  // The options of `format`, `collator` and `number-format` are expressions.
  if (!isList(value)) return Object.values(value).flatMap(listsIn);
  const found = [value];
  for (const inner of evaluated(value)) found.push(...listsIn(inner));
  return found;
}

function isList(value: Json): value is List {
  return Array.isArray(value);
}

/** The arguments of an expression that are expressions themselves, or hold some. */
function evaluated([operator = null, ...args]: List): readonly Json[] {
  switch (operator) {
    case 'literal':
      return [];
    case 'semiliteral':
      return args.flat();
    case 'match':
      // Its labels are plain values: every second one, apart from the last.
      return args.filter((_, i) => i % 2 === 0 || i === args.length - 1);
    case 'get':
    case 'has':
      return args.filter((arg) => !isProperties(arg));
    default:
      return args;
  }
}

/** Names of all fields that the drawing of a sublayer reads: paint, layout, filter and where. */
export function fieldsOfSublayer(sublayer: Sublayer): Set<string> {
  return new Set([
    ...propertiesOf(sublayer).flatMap((value) => [...fieldsOfValue(value)]),
    ...sublayer.where.map(({ field }) => field),
    ...namesIn(sublayer.filter),
  ]);
}

function namesIn(expression: Json): readonly string[] {
  return readsOfExpression(expression).map(({ field }) => field);
}
