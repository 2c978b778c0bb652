import { describe, expect, expectTypeOf, it } from 'vitest';
import { present } from '../../../../engine/runtime/present.ts';

describe('present', () => {
  it('leaves out the keys whose value is undefined and keeps the order of the others', () => {
    const made = present({ last: null, maxzoom: undefined, first: 0, empty: '' });
    expect(Object.entries(made)).toEqual([
      ['last', null],
      ['first', 0],
      ['empty', ''],
    ]);
  });

  it('gives a type in which only what may be undefined is optional', () => {
    const minzoom = undefined as number | undefined;
    expectTypeOf(present({ id: 'a', minzoom })).branded.toEqualTypeOf<{
      readonly id: 'a';
      readonly minzoom?: number;
    }>();
  });
});
