import type { Json, StyleValue, Sublayer } from '../model/model.ts';
import { propertiesOf, valuesIn } from './value-tree.ts';

/**
 * Returns the names of the fields that a style value reads, including those in its MapLibre
 * expressions.
 */
export function fieldsOfValue(value: StyleValue): Set<string> {
  return new Set(valuesIn(value).flatMap(ownFields));
}

/** Returns the fields that a value itself reads, without those of the values inside it. */
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
      return [
        ...Object.values(value.byLocale),
        ...(value.fallback === null ? [] : [value.fallback]),
      ];
    default:
      return [];
  }
}

/** Returns the fields that MapLibre inserts into a label text: `{name}`. */
export function tokensOf(value: Json): readonly string[] {
  return typeof value === 'string' ? (value.match(/(?<=\{)[^{}]+(?=\})/g) ?? []) : [];
}

/** Operators whose first argument is the name of a field. */
const READING = new Set<Json>(['get', 'has', '!has']);
/**
 * Filter operators whose first argument is the name of a field when no argument is an expression.
 */
const LEGACY = new Set<Json>(['==', '!=', '<', '<=', '>', '>=', 'in', '!in']);

type List = readonly Json[];

/** A field name in an expression, at `node[1]`. */
export interface FieldRead {
  readonly field: string;
  readonly node: object;
}

/** Returns the field names in a MapLibre expression or filter, except `$type` and `$id`. */
export function readsOfExpression(value: Json): readonly FieldRead[] {
  const reads: FieldRead[] = [];
  for (const node of listsIn(value)) {
    const field = fieldOf(node);
    if (typeof field === 'string') reads.push({ field, node });
  }
  return reads;
}

/**
 * Returns the parts of a MapLibre expression that may read any field: `get` and `has` with an
 * expression as name, and `properties`, unless `get` or `has` reads one name of it.
 */
export function unnamedReads(value: Json): readonly List[] {
  return listsIn(value).filter((node) => fieldOf(node) === null);
}

/**
 * Returns the field that a list reads, without its arguments: a text, null when the name is not
 * constant, or another value when it reads none.
 */
function fieldOf(list: List): Json | undefined {
  const [operator = null, first, second] = list;
  if (isProperties(list)) return null;
  if (READING.has(operator)) {
    // With a second argument, the expression reads another object, such as a lookup table.
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

/** Returns all lists inside a value that MapLibre evaluates, outer ones first. */
function listsIn(value: Json): readonly List[] {
  if (typeof value !== 'object' || value === null) return NO_LISTS;
  // The options of `format`, `collator` and `number-format` contain expressions.
  if (!isList(value)) return Object.values(value).flatMap(listsIn);
  const found = [value];
  for (const inner of evaluated(value)) found.push(...listsIn(inner));
  return found;
}

function isList(value: Json): value is List {
  return Array.isArray(value);
}

/** Returns the arguments of an expression that are, or contain, expressions. */
function evaluated([operator = null, ...args]: List): readonly Json[] {
  switch (operator) {
    case 'literal':
      return [];
    case 'semiliteral':
      return args.flat();
    case 'match':
      // The labels of `match` are plain values: every second argument except the last.
      return args.filter((_, i) => i % 2 === 0 || i === args.length - 1);
    case 'get':
    case 'has':
      return args.filter((arg) => !isProperties(arg));
    default:
      return args;
  }
}

/**
 * Returns the names of all fields that the style of a sublayer reads: paint, layout, filter and
 * where.
 */
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
