/**
 * Schemas of JSON in the dialect of OpenAPI 3.0, each with the TypeScript type of its values. A name
 * that is changed in a schema changes in the type.
 */

/** A schema as the OpenAPI description shows it. */
export interface SchemaNode {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly description?: string;
  readonly nullable?: true;
  readonly enum?: readonly (string | boolean | null)[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaNode;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly SchemaNode[];
}

declare const VALUE: unique symbol;

/** A schema with the type of its values. The type exists only for the compiler. */
export interface Shape<T> extends SchemaNode {
  readonly [VALUE]?: T;
}

/** The type of the values of a schema. */
export type ValueOf<S> = S extends Shape<infer T> ? T : never;

/** A key that an object may lack. */
export interface Optional<T> {
  readonly optional: Shape<T>;
}

type Keys = Readonly<Record<string, Shape<unknown> | Optional<unknown>>>;

type RequiredKey<K extends Keys> = {
  [Name in keyof K]: K[Name] extends Optional<unknown> ? never : Name;
}[keyof K];

type Flat<T> = { [Name in keyof T]: T[Name] };

type ObjectOf<K extends Keys> = Flat<
  { readonly [Name in RequiredKey<K>]: ValueOf<K[Name]> } & {
    readonly [Name in Exclude<keyof K, RequiredKey<K>>]?: K[Name] extends Optional<infer T>
      ? T
      : never;
  }
>;

export const text: Shape<string> = { type: 'string' };
export const number: Shape<number> = { type: 'number' };
export const integer: Shape<number> = { type: 'integer' };
export const boolean: Shape<boolean> = { type: 'boolean' };
/** True; a key that is otherwise absent. */
export const yes: Shape<true> = { type: 'boolean', enum: [true] };
/** Any JSON value. */
export const anything: Shape<unknown> = {};

/** One of these words. */
export function words<const W extends string>(...all: readonly W[]): Shape<W> {
  return { type: 'string', enum: all };
}

export function object<const K extends Keys>(keys: K): Shape<ObjectOf<K>> {
  const properties = Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [name, 'optional' in key ? key.optional : key]),
  );
  const required = Object.keys(keys).filter((name) => !('optional' in keys[name]!));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

export function optional<T>(shape: Shape<T>): Optional<T> {
  return { optional: shape };
}

export function list<T>(items: Shape<T>): Shape<readonly T[]> {
  return { type: 'array', items };
}

/** An object whose keys are not known, such as texts by language. */
export function record<T>(values: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return { type: 'object', additionalProperties: values };
}

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  // The words of OpenAPI 3.0 must contain null, too.
  const words = shape.enum && { enum: [...shape.enum, null] };
  return { ...shape, ...words, nullable: true } as Shape<T | null>;
}

export function either<const S extends readonly Shape<unknown>[]>(
  ...shapes: S
): Shape<ValueOf<S[number]>> {
  return { anyOf: shapes };
}

/** Numbers of a fixed count, such as the four of bounds. */
export function numbers<T extends readonly number[]>(count: T['length'] & number): Shape<T> {
  return { type: 'array', items: number, minItems: count, maxItems: count };
}

/** Adds a description for the OpenAPI document. */
export function described<T>(shape: Shape<T>, description: string): Shape<T> {
  return { ...shape, description };
}
