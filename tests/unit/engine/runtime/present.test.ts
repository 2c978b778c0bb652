import { describe, expect, expectTypeOf, it } from 'vitest';
import { present } from '../../../../engine/basics/present.ts';

describe('present', () => {
  it('omits undefined keys and keeps the order of the others', () => {
    const made = present({ last: null, maxzoom: undefined, first: 0, empty: '' });
    expect(Object.entries(made)).toEqual([
      ['last', null],
      ['first', 0],
      ['empty', ''],
    ]);
  });

  it('has a type in which only properties that may be undefined are optional', () => {
    const minzoom = undefined as number | undefined;
    expectTypeOf(present({ id: 'a', minzoom })).branded.toEqualTypeOf<{
      readonly id: 'a';
      readonly minzoom?: number;
    }>();
  });
});
