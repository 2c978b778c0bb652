import type { KeywordDefinition } from 'ajv';

/**
 * The words of the schemas that JSON Schema lacks, for `ajv.addKeyword`. Three of them check, and
 * give one error where a union would give one for each branch; the others only say something.
 *
 * - `x-exactly-one: [a, b]`: an object holds exactly one of these keys; `params` of the error are
 *   `{ keys, found }`, `found` the keys that are there (none or several)
 * - `x-at-least-one: [a, b]`: an object holds one of these keys or more; `params` `{ keys }`
 * - `x-words: [a, b]`: where a value may be a word or something else, the words it may be;
 *   `params` `{ allowedValues }`, as those of `enum`
 * - `x-refers-to: datasets`: the string is the id of such a thing; `x-unit`: the unit of a number
 * - `x-forms: [classes, field]`: a mapping is one of these parts of the same file; each begins with
 *   a key of its own
 * - `x-call: ref`: an author may write a template call in its place
 * - `x-written: ref`: what an author writes, where only its frame is checked before expansion
 */
export const keywords: readonly KeywordDefinition[] = [
  checking('x-exactly-one', 'object', (keys, data) => {
    const found = keys.filter((key) => Object.hasOwn(data as object, key));
    return found.length === 1 ? null : { keys, found };
  }),
  checking('x-at-least-one', 'object', (keys, data) =>
    keys.some((key) => Object.hasOwn(data as object, key)) ? null : { keys },
  ),
  checking('x-words', 'string', (words, data) =>
    words.includes(data as string) ? null : { allowedValues: words },
  ),
  { keyword: 'x-refers-to', schemaType: 'string' },
  { keyword: 'x-unit', schemaType: 'string' },
  { keyword: 'x-forms', schemaType: 'array' },
  { keyword: 'x-call', schemaType: 'string' },
  { keyword: 'x-written', schemaType: 'string' },
];

/** A keyword that holds a list of words against the data; null means it passes. */
function checking(
  keyword: string,
  type: 'object' | 'string',
  check: (words: readonly string[], data: unknown) => Record<string, unknown> | null,
): KeywordDefinition {
  const validate = (words: readonly string[], data: unknown, parentSchema: unknown): boolean => {
    const params = check(words, data);
    (validate as { errors?: unknown }).errors = params
      ? [{ keyword, message: `must pass ${keyword}`, params, parentSchema }]
      : undefined;
    return params === null;
  };
  return {
    keyword,
    type,
    schemaType: 'array',
    metaSchema: { type: 'array', items: { type: 'string' }, minItems: 1 },
    errors: 'full',
    validate,
  };
}
