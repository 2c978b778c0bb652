import { isRecord } from './is-record.ts';
import type { SchemaNode, Shape } from './shape.ts';

/**
 * Returns whether a value has a shape. Keys that the shape lacks are allowed: a newer server may send
 * more.
 */
export function fits<T>(shape: Shape<T>, value: unknown): value is T {
  return check(shape, value);
}

function check(shape: SchemaNode, value: unknown): boolean {
  if (value === null) return shape.nullable === true || isAnything(shape);
  if (shape.anyOf) return shape.anyOf.some((one) => check(one, value));
  if (shape.enum && !(shape.enum as readonly unknown[]).includes(value)) return false;
  switch (shape.type) {
    case undefined:
      return true;
    case 'array':
      return Array.isArray(value) && checkItems(shape, value);
    case 'object':
      return isRecord(value) && checkKeys(shape, value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === shape.type;
  }
}

function isAnything({ type, anyOf }: SchemaNode): boolean {
  return type === undefined && anyOf === undefined;
}

function checkItems(shape: SchemaNode, value: readonly unknown[]): boolean {
  const { items, minItems = 0, maxItems = Infinity } = shape;
  if (value.length < minItems || value.length > maxItems) return false;
  return items === undefined || value.every((item) => check(items, item));
}

function checkKeys(shape: SchemaNode, value: Readonly<Record<string, unknown>>): boolean {
  const { properties = {}, required = [], additionalProperties: others } = shape;
  if (!required.every((name) => Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, one]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : others;
    return own === undefined || check(own, one);
  });
}
