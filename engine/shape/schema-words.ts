import { languagesIn } from '../diagnostics/languages-in.ts';
import { suggest } from '../diagnostics/suggest.ts';
import { flowText } from '../diagnostics/yaml-text.ts';
import { isMapping, nameOfType } from '../parse/node-type.ts';
import type { SchemaPart, ShapeFault } from './shape-fault.ts';

/** Returns the title of a schema in lower case, or the name. */
export function titleOf({ title }: SchemaPart, name: string): string {
  return title === undefined ? name : title.toLowerCase();
}

/** Returns the description of a schema as a hint. */
export function hintOf(schema: SchemaPart | undefined): { hint?: string } {
  return schema?.description === undefined ? {} : { hint: schema.description };
}

/** Returns the first example of a schema, if it is a text. */
export function exampleOf({ examples }: SchemaPart): { example?: string } {
  const example = examples?.[0];
  return typeof example === 'string' ? { example } : {};
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  object: 'a mapping',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: '`true` or `false`',
  null: 'nothing',
};

/**
 * Returns the types of a schema in words: `a text or a list`. `null` is omitted, because it means
 * an absent value.
 */
export function expectedTypes({ type = [], 'x-words': choices }: SchemaPart): string {
  const names = (Array.isArray(type) ? type : [type]).flatMap((name: string) =>
    name === 'string' && choices ? choices.map((word) => `\`${word}\``) : TYPE_WORDS[name]!,
  );
  const words = names.length > 1 ? names.filter((name) => name !== TYPE_WORDS['null']) : names;
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : words[0]!;
}

/** Returns the allowed tags of a union. */
export function choicesOf({ oneOf = [] }: SchemaPart, tag: string): string[] {
  return oneOf.flatMap(({ properties }) => {
    const spec = properties?.[tag];
    return spec?.const === undefined ? (spec?.enum ?? []).map(String) : [String(spec.const)];
  });
}

/** Returns the keys that a mapping may have. */
export function knownKeys({ schema }: ShapeFault): string[] {
  return Object.keys(schema.properties ?? {});
}

/** Words that people write for keys of the language, and keys of earlier versions. */
const OTHER_KEYS: Readonly<Record<string, string>> = {
  theme: 'category',
  heading: 'category',
  folder: 'category',
  layers: 'sublayers',
  style: 'paint',
  title: 'name',
  license: 'licence',
  alias: 'label',
  else: 'fallback',
};

/** Returns the intended key: `type` for `tpye`, and for `type:fill`, which lacks a space. */
export function nearestKey(key: string, known: readonly string[]): string | undefined {
  const glued = /^([\w-]+):./.exec(key)?.[1];
  if (glued !== undefined && known.includes(glued)) return glued;
  return OTHER_KEYS[key] !== undefined && known.includes(OTHER_KEYS[key])
    ? OTHER_KEYS[key]
    : suggest(key, known);
}

/**
 * Returns the key of the list whose entries are those of a missing list: `roles`, if the levels are
 * written there.
 */
export function keyOfMovedList({ keyword, params, schema, data }: ShapeFault): string | undefined {
  const items = schema.properties?.[String(params['missingProperty'])]?.items;
  const needed = items ? (items.required ?? []) : [];
  if (keyword !== 'required' || needed.length === 0 || !isMapping(data)) return undefined;
  const fits = (entry: unknown): boolean => isMapping(entry) && needed.every((key) => key in entry);
  return Object.keys(data).find((key) => {
    const list = data[key];
    return Array.isArray(list) && list.length > 0 && list.every(fits);
  });
}

/**
 * Returns the fields by language that a mapping contains without the key `by-language`, as they are
 * and as they should be written; undefined for other errors.
 */
export function fieldsByLanguage({ schema, data }: ShapeFault): ReturnType<typeof languagesIn> {
  const isPlace = isMapping(data) && schema.properties?.['by-language'] !== undefined;
  if (!isPlace || 'by-language' in data) return undefined;
  const isMisspelt = Object.keys(data).some(
    (key) => nearestKey(key, ['by-language']) !== undefined,
  );
  return isMisspelt ? undefined : languagesIn(data);
}

/** Keys of a mapping that belong under `fields`, and the mapping as it is and as it should be. */
interface KeysOutsideFields {
  readonly keys: readonly string[];
  readonly found: string;
  readonly expected: string;
}

/** Returns the keys of a mapping that belong under its key `fields`; undefined for other errors. */
export function outsideFields({
  keyword,
  params,
  schema,
  data,
}: ShapeFault): KeysOutsideFields | undefined {
  const { properties = {} } = schema;
  const inside = properties['fields']?.properties;
  const isInside = (key: string): boolean => inside?.[key] !== undefined && !properties[key];
  if (keyword !== 'additionalProperties' || !isInside(String(params['additionalProperty'])))
    return undefined;
  const all = Object.entries(data as object) as [string, unknown][];
  const moved = all.filter(([key]) => isInside(key));
  const fields = { ...(data as { readonly fields?: object }).fields, ...Object.fromEntries(moved) };
  const rest = all.filter(([key]) => key !== 'fields' && !isInside(key));
  return {
    keys: moved.map(([key]) => key),
    found: flowText(data),
    expected: flowText({ ...Object.fromEntries(rest), fields }),
  };
}

/** Formats a value for a message. */
export function show(value: unknown): string {
  return typeof value === 'object' ? nameOfType(value) : String(value);
}

/**
 * Returns whether a key can only be a part that was split off at a comma: `000` of `1,000`, or `3)` of
 * `(1, 2, 3)`.
 */
export function isSplitOff(key: string): boolean {
  return /^[\d.]+\)?$/.test(key);
}
