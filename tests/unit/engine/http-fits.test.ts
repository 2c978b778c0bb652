import { describe, expect, it } from 'vitest';
import { fits } from '../../../engine/http/fits.ts';
import * as shape from '../../../engine/http/shape.ts';

const { integer, list, nullable, object, optional, text, words } = shape;

const PLACE = object({
  name: text,
  size: optional(integer),
  kind: nullable(words('town', 'village')),
  at: shape.numbers<readonly [number, number]>(2),
  names: shape.record(text),
  ids: list(shape.either(text, integer)),
});
const TOWN = { name: 'A', kind: 'town', at: [9, 4], names: { en: 'A' }, ids: ['a', 1] };

describe('a value fits its schema', () => {
  it.each([
    ['as it is', {}],
    ['with an optional key', { size: 3 }],
    ['with null where it is allowed', { kind: null }],
    ['with a key that the schema lacks', { more: true }],
  ])('%s', (_, change) => {
    expect(fits(PLACE, { ...TOWN, ...change })).toBe(true);
  });

  it.each([
    ['a number in place of a text', { name: 1 }],
    ['null where it is not allowed', { name: null }],
    ['an optional key with null', { size: null }],
    ['a fraction in place of an integer', { size: 1.5 }],
    ['an unknown word', { kind: 'city' }],
    ['too few numbers', { at: [9] }],
    ['an object in place of a list', { ids: {} }],
    ['a list in place of an object', { names: ['A'] }],
    ['a wrong value of a record', { names: { en: 1 } }],
    ['neither of two types', { ids: [true] }],
  ])('but not with %s', (_, change) => {
    expect(fits(PLACE, { ...TOWN, ...change })).toBe(false);
  });

  it('but not without a key that is required', () => {
    const { name: _, ...rest } = TOWN;
    expect(fits(PLACE, rest)).toBe(false);
    expect(fits(PLACE, null)).toBe(false);
  });
});
