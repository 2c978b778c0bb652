import type { Dataset } from '../model/model.ts';
import type { RawNode, Target } from '../model/report.ts';
import { nodeOf, type CheckContext } from './context.ts';

/** A key of a node. */
export interface Place extends Target {
  readonly node: RawNode;
  readonly key: string;
}

/** The value of a key of a thing. */
export function valueAt(thing: object, key: string, context: CheckContext): Place {
  return { node: nodeOf(thing, context), key };
}

/** A key of a thing, without its value. */
export function keyAt(thing: object, key: string, context: CheckContext): Target {
  return { node: nodeOf(thing, context), key, part: 'key' };
}

/** Item `i` of the list under a key of a node; the key where the list is written otherwise. */
export function itemAt(node: object, key: string, i: number): Target {
  const list = insideOf(node, key);
  return Array.isArray(list) ? { node: list, key: i } : { node, key };
}

/** The mapping or list under a path of keys in a node. */
export function insideOf(node: object, ...path: readonly (string | number)[]): object | undefined {
  let value: unknown = node;
  for (const key of path) value = (value as Readonly<Record<string, unknown>> | null)?.[key];
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** How a dataset is loaded; the whole dataset where that is not written. */
export function loadAt(dataset: Dataset, context: CheckContext): Target {
  const node = nodeOf(dataset, context);
  return { node: insideOf(node, 'load') ?? node };
}

/** The name of a field in the `fields` of a dataset or source. */
export function fieldAt(owner: object, field: string, context: CheckContext): Target {
  const node = nodeOf(owner, context);
  return { node: insideOf(node, 'fields') ?? node, key: field, part: 'key' };
}

/** A property of a sublayer that is written under its `paint` or `layout`; else undefined. */
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

/** A property of a sublayer; the whole sublayer where something else sets the property. */
export function propertyAt(sublayer: object, property: string, context: CheckContext): Target {
  return writtenProperty(sublayer, property, context) ?? { node: nodeOf(sublayer, context) };
}

type NamedField = readonly [field: string, target: Target];

/** The names of fields under a key of a node: one, a list of them or one for each language. */
export function fieldsNamedAt(node: RawNode, key: string): readonly NamedField[] {
  const value = node[key];
  if (typeof value === 'string') return [[value, { node, key }]];
  const inside = insideOf(node, key);
  return inside ? fieldsNamedIn(inside) : [];
}

/**
 * The names of fields in a list, or in a mapping from languages to fields. Those that `by-language`
 * reads are declared.
 */
export function fieldsNamedIn(node: object): readonly NamedField[] {
  return Object.entries(node).flatMap(([key, name]: [string, unknown]): readonly NamedField[] =>
    typeof name === 'string' && !key.startsWith('x-') && key !== 'by-language'
      ? [[name, { node, key: Array.isArray(node) ? Number(key) : key }]]
      : [],
  );
}
