import { _, type CodeKeywordDefinition, type KeywordDefinition } from 'ajv';

/**
 * Additional keywords of the schemas, for `ajv.addKeyword`. Three of them validate, and give one
 * error where a union would give one for each branch; the others are annotations.
 *
 * - `x-exactly-one: [a, b]`: an object has exactly one of these keys; `params` of the error are
 *   `{ keys, found }`, where `found` lists the keys that exist (none or several)
 * - `x-at-least-one: [a, b]`: an object has at least one of these keys; `params` `{ keys, found }`
 * - `x-words: [a, b]`: if the value is a string, it is one of these words; `params`
 *   `{ allowedValues }`, as for `enum`
 * - `x-refers-to: datasets`: the string is the id of a dataset; `x-unit`: the unit of a number
 * - `x-forms: [classes, field]`: a mapping is one of these parts of the same file, distinguished
 *   by its first key
 * - `x-call: ref`: an author may write the use of a template instead
 * - `x-use: ref`: an author may write this under the key `use` of the mapping
 * - `x-written: ref`: the form that an author writes, if only its outline is validated before
 *   expansion
 * - `x-defaults-of: ref`: an author may write any keys of such an entry except `id`; only the outline
 *   is validated before expansion
 * - `x-needed: [a, b]`: the keys that must exist in one of the files of an atlas
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

/** Creates a keyword that counts how many of its keys an object has. */
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
