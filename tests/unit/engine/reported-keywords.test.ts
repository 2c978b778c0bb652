import { expect, it } from 'vitest';
import { REPORTERS } from '../../../engine/shape/check-shape.ts';
import { schemas } from '../../../schemas/index.ts';

/** The keywords of JSON Schema that refuse a value by itself. */
const ASSERTIONS = [
  'type',
  'enum',
  'const',
  'multipleOf',
  'pattern',
  'format',
  'not',
  'contains',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'required',
  'dependentRequired',
];
/** Their values are schemas by name, so the keys below them are not keywords. */
const NAMED = ['properties', '$defs', 'patternProperties'];
/** Their values are data, names of keys, or conditions that refuse nothing. */
const SKIPPED = ['examples', 'default', 'const', 'enum', 'dependentRequired', 'if'];

/** Returns the keywords of a schema and of the schemas in it. */
function keywordsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(keywordsOf);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([keyword, value]) => {
    if (SKIPPED.includes(keyword)) return [keyword];
    const inside = NAMED.includes(keyword) ? Object.values(value as object) : value;
    return [keyword, ...keywordsOf(inside)];
  });
}

it('every keyword with which the schemas refuse a value is reported', () => {
  const used = new Set(keywordsOf(Object.values(schemas)));
  const refusing = ASSERTIONS.filter((keyword) => used.has(keyword));
  expect(refusing).toContain('exclusiveMinimum');
  expect(refusing.filter((keyword) => !(keyword in REPORTERS))).toEqual([]);
});
