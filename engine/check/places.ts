import type { Dataset } from '../model/model.ts';
import type { RawNode, Target } from '../model/report.ts';
import { nodeOf, type CheckContext } from './context.ts';

/** A key of a node, as the place of a diagnostic. */
export interface Place extends Target {
  readonly node: RawNode;
  readonly key: string;
}

/** Returns the place of a key's value in an entry. */
export function valueAt(thing: object, key: string, context: CheckContext): Place {
  return { node: nodeOf(thing, context), key };
}

/** Returns the place of a key in an entry. */
export function keyAt(thing: object, key: string, context: CheckContext): Target {
  return { node: nodeOf(thing, context), key, part: 'key' };
}

/** Returns the place of item `i` of the list under a key; the key when its value is not a list. */
export function itemAt(node: object, key: string, i: number): Target {
  const list = insideOf(node, key);
  return Array.isArray(list) ? { node: list, key: i } : { node, key };
}

/** Returns the mapping or list under a path of keys in a node. */
export function insideOf(node: object, ...path: readonly (string | number)[]): object | undefined {
  let value: unknown = node;
  for (const key of path) value = (value as Readonly<Record<string, unknown>> | null)?.[key];
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** Returns the place of a dataset's `load`; the whole dataset without one. */
export function loadAt(dataset: Dataset, context: CheckContext): Target {
  const node = nodeOf(dataset, context);
  return { node: insideOf(node, 'load') ?? node };
}

/**
 * Returns the place of a field's name in the `fields` of a dataset or source. A field `name_en` may
 * be declared by the entry `name` with `languages`.
 */
export function fieldAt(owner: object, field: string, context: CheckContext): Target {
  const node = nodeOf(owner, context);
  const fields = insideOf(node, 'fields') ?? node;
  const base = field.replace(/_[^_]+$/, '');
  const key = !(field in fields) && base in fields ? base : field;
  return { node: fields, key, part: 'key' };
}

/**
 * Returns the place of a property under the `paint` or `layout` of a sublayer; undefined when it is
 * not there.
 */
export function writtenProperty(
  sublayer: object,
  property: string,
  context: CheckContext,
): Target | undefined {
  const node = nodeOf(sublayer, context);
  const holder = [insideOf(node, 'paint'), insideOf(node, 'layout')].find(
    (each) => each && property in each,
  );
  return holder && { node: holder, key: property };
}

/**
 * Returns the place of a property of a sublayer, or the place of the whole sublayer if the property
 * is set elsewhere.
 */
export function propertyAt(sublayer: object, property: string, context: CheckContext): Target {
  return writtenProperty(sublayer, property, context) ?? { node: nodeOf(sublayer, context) };
}

type NamedField = readonly [field: string, target: Target];

/** Returns the field names under a key of a node: one name, a list, or `{ by-language }`. */
export function fieldsNamedAt(node: RawNode, key: string): readonly NamedField[] {
  const value = node[key];
  if (typeof value === 'string') return [[value, { node, key }]];
  const inside = insideOf(node, key);
  return inside ? fieldsNamedIn(inside) : [];
}

/**
 * Returns the field names in a list, or in `{ by-language, fallback }`. The fields of `by-language:
 * name` are not included, because they are always declared.
 */
export function fieldsNamedIn(node: object): readonly NamedField[] {
  if (Array.isArray(node)) return namesIn(node, node.keys());
  const names = insideOf(node, 'by-language') ?? {};
  return [...namesIn(names, Object.keys(names)), ...namesIn(node, ['fallback'])];
}

function namesIn(node: object, keys: Iterable<string | number>): readonly NamedField[] {
  return [...keys].flatMap((key): readonly NamedField[] => {
    const name = (node as Readonly<Record<string | number, unknown>>)[key];
    return typeof name === 'string' && !String(key).startsWith('x-') ? [[name, { node, key }]] : [];
  });
}

/** Returns the place of the field of a language in `{ by-language, fallback }`. */
export function languageAt(node: object, locale: string): Target {
  const names = insideOf(node, 'by-language');
  return names ? { node: names, key: locale } : { node, key: 'by-language' };
}
