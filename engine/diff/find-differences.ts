import type { Text } from '../model/model.ts';

/** The last key of the path of a list whose entries changed places. */
export const ORDER = 'order of entries';

/** A value of a thing that differs between two atlases. */
export interface Difference {
  /** The keys that lead to the value. An entry of a list is named by its id, or by its place. */
  readonly path: readonly string[];
  /** Undefined if there was or is none. */
  readonly before: unknown;
  readonly after: unknown;
  /** For a text: its language. */
  readonly language?: string;
}

export interface DifferenceOptions {
  /** The languages of both atlases, by which texts are known. */
  readonly languages: ReadonlySet<string>;
  /** Returns the name of a thing that is compared elsewhere; undefined for other values. */
  readonly reference: (value: object, path: readonly string[]) => string | undefined;
  /** Keys whose values follow from others. */
  readonly derived: ReadonlySet<string>;
}

/**
 * Returns every value that differs between two versions of a thing. Lists of entries with an `id`,
 * a `name` or a `key` are compared entry by entry, other lists by place.
 */
export function findDifferences(
  before: unknown,
  after: unknown,
  options: DifferenceOptions,
): Difference[] {
  return compare(before, after, [], options);
}

function compare(
  was: unknown,
  is: unknown,
  path: readonly string[],
  options: DifferenceOptions,
): Difference[] {
  const [before, after] = [literalOf(was), literalOf(is)];
  if (Object.is(before, after)) return [];
  const differs: Difference[] = [{ path, before, after }];
  if (!isObject(before) || !isObject(after)) {
    const text = [before, after].find((each) => isText(each, options.languages));
    return text ? ofTexts(before as Text, after as Text, path) : differs;
  }
  if (path.length > 0) {
    const names = [options.reference(before, path), options.reference(after, path)];
    if (names.some((name) => name !== undefined)) return names[0] === names[1] ? [] : differs;
  }
  if (isText(before, options.languages) && isText(after, options.languages))
    return ofTexts(before, after, path);
  if (isPlainList(before) && isPlainList(after))
    return JSON.stringify(before) === JSON.stringify(after) ? [] : differs;
  if (kindOf(before) !== kindOf(after)) return differs;
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const keys = [...new Set([...old.keys(), ...now.keys()])].filter(
    (key) => !options.derived.has(key),
  );
  const found = keys.flatMap((key) => compare(old.get(key), now.get(key), [...path, key], options));
  if (isList(before) && isList(after)) return [...found, ...ofOrder(old, now, path)];
  return isSameForAll(found, keys, path) ? [{ ...found[0]!, path }] : found;
}

/** Returns whether all parts of an object changed in the same way, such as a colour on each ground. */
function isSameForAll(
  found: readonly Difference[],
  keys: readonly string[],
  path: readonly string[],
): boolean {
  const [first] = found;
  return (
    first !== undefined &&
    path.length > 0 &&
    found.length > 1 &&
    found.length === keys.length &&
    found.every(
      (each) =>
        each.path.length === path.length + 1 &&
        typeof each.before === 'string' &&
        each.before === first.before &&
        each.after === first.after,
    )
  );
}

/** A literal value of a style is as good as the value itself. */
function literalOf(value: unknown): unknown {
  return isObject(value) && kindOf(value) === 'literal'
    ? (value as { value: unknown }).value
    : value;
}

function kindOf(value: object): unknown {
  return (value as { readonly kind?: unknown }).kind;
}

function isPlainList(value: object): boolean {
  return Array.isArray(value) && value.every((each) => !isObject(each));
}

/** Returns whether the order of an object's parts has a meaning. */
function isList(value: object): boolean {
  return Array.isArray(value) || value instanceof Map;
}

function ofOrder(
  old: ReadonlyMap<string, unknown>,
  now: ReadonlyMap<string, unknown>,
  path: readonly string[],
): Difference[] {
  const before = [...old.keys()].filter((key) => now.has(key));
  const after = [...now.keys()].filter((key) => old.has(key));
  const isSame = before.every((key, place) => key === after[place]);
  return isSame ? [] : [{ path: [...path, ORDER], before, after }];
}

function ofTexts(before: Text | null, after: Text | null, path: readonly string[]): Difference[] {
  const languages = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...languages]
    .map((language) => ({
      path,
      before: before?.[language],
      after: after?.[language],
      language,
    }))
    .filter((text) => text.before !== text.after);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown, languages: ReadonlySet<string>): value is Text {
  if (!isObject(value) || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length > 0 &&
    entries.every(([key, text]) => languages.has(key) && typeof text === 'string')
  );
}

/** Returns the parts of an object by names that do not depend on the order of the files. */
function entriesOf(value: object): ReadonlyMap<string, unknown> {
  if (value instanceof Map) return value as ReadonlyMap<string, unknown>;
  if (value instanceof Set) return new Map([...value].map((each) => [String(each), true]));
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const names = value.map(nameOf);
  const named = names.every((name) => name !== undefined) && new Set(names).size === names.length;
  return new Map(
    value.map((each: unknown, place) => [named ? names[place]! : String(place + 1), each]),
  );
}

/** Classes are named by their value, steps and stops by their number. */
function nameOf(entry: unknown): string | undefined {
  if (!isObject(entry)) return undefined;
  if (Array.isArray(entry)) return typeof entry[0] === 'number' ? String(entry[0]) : undefined;
  const { id, name, key, field, values } = entry as Record<string, unknown>;
  const found = [id, key, name, field].find((each) => typeof each === 'string');
  if (found !== undefined) return found as string;
  return Array.isArray(values) && values.length > 0 ? String(values[0]) : undefined;
}
