import { _, type CodeKeywordDefinition, type KeywordDefinition } from 'ajv';

/**
 * The words of the sources that JSON Schema lacks, for `ajv.addKeyword`. Three of them check, and
 * give one error where a union would give one for each branch; the others only say something.
 *
 * - `x-exactly-one: [a, b]`: an object holds exactly one of these keys; `params` of the error are
 *   `{ keys, found }`, `found` the keys that are there (none or several)
 * - `x-at-least-one: [a, b]`: an object holds one of these keys or more; `params` `{ keys, found }`
 * - `x-words: [a, b]`: where a value may be a word or something else, the words it may be;
 *   `params` `{ allowedValues }`, as those of `enum`
 * - `x-refers-to: datasets`: the string is the id of such a thing; `x-unit`: the unit of a number
 * - `x-forms: [classes, field]`: a mapping is one of these parts of the same file; each begins with
 *   a key of its own
 * - `x-call: ref`: an author may write a template call in its place
 * - `x-use: ref`: an author may write this under the key `use` of the mapping
 * - `x-written: ref`: what an author writes, where only its frame is checked before expansion
 * - `x-defaults-of: ref`: an author writes keys of such a thing, apart from `id`; only the frame is
 *   checked before expansion
 * - `x-needed: [a, b]`: the keys that an atlas has in one of its files
 */
export const keywords: readonly KeywordDefinition[] = [
  countingKeys('x-exactly-one'),
  countingKeys('x-at-least-one'),
  {
    keyword: 'x-words',
    type: 'string',
    schemaType: 'array',
    error: {
      message: 'must be a word',
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
    code: (cxt) => cxt.fail(_`!${cxt.schemaCode}.includes(${cxt.data})`),
  },
  ...['x-refers-to', 'x-unit', 'x-call', 'x-use', 'x-written', 'x-defaults-of'].map((keyword) => ({
    keyword,
    schemaType: 'string' as const,
  })),
  ...['x-forms', 'x-needed'].map((keyword) => ({ keyword, schemaType: 'array' as const })),
];

/** A keyword that counts which of its keys an object has. */
function countingKeys(keyword: 'x-exactly-one' | 'x-at-least-one'): CodeKeywordDefinition {
  return {
    keyword,
    type: 'object',
    schemaType: 'array',
    error: {
      message: 'must have some of these keys',
      params: ({ schemaCode, params }) => _`{keys: ${schemaCode}, found: ${params['found']}}`,
    },
    code(cxt) {
      const { gen, data, schemaCode } = cxt;
      const has = _`${schemaCode}.filter((key) => Object.hasOwn(${data}, key))`;
      const found = gen.const('found', has);
      cxt.setParams({ found });
      cxt.fail(keyword === 'x-exactly-one' ? _`${found}.length !== 1` : _`${found}.length === 0`);
    },
  };
}
