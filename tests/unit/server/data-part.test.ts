import { describe, expect, it } from 'vitest';
import type { Condition } from 'atlas-engine';
import { containsMore, type DataPart } from '../../../server/store/data-part.ts';

const ALL: DataPart = { only: [], bounds: null, key: null };
const part = (of: Partial<DataPart>): DataPart => ({ ...ALL, ...of });
const only = (...conditions: Condition[]): DataPart => part({ only: conditions });
const equals = (...values: string[]): Condition => ({ field: 'kind', kind: 'equals', values });
const not = (...values: string[]): Condition => ({ field: 'kind', kind: 'not', values });
const range = (limits: { min?: number; max?: number }): Condition => ({
  field: 'year',
  kind: 'range',
  ...limits,
});
const present = (is: boolean): Condition => ({ field: 'kind', kind: 'present', present: is });

describe('stored data', () => {
  it('contain no more than the same part, a larger one or an unknown one', () => {
    const parts: (DataPart | undefined)[] = [ALL, only(equals('a')), undefined];
    for (const one of parts) {
      expect(containsMore(one, one)).toBe(false);
      expect(containsMore(one, ALL)).toBe(false);
      expect(containsMore(undefined, one)).toBe(false);
    }
  });

  it.each([
    ['fewer values', only(equals('a', 'b')), only(equals('a'))],
    ['more excluded values', only(not('a')), only(not('a', 'b'))],
    ['a smaller range', only(range({ min: 1, max: 9 })), only(range({ min: 2, max: 9 }))],
    ['a range with an end', only(range({ min: 1 })), only(range({ min: 1, max: 9 }))],
    ['one more condition', only(equals('a')), only(equals('a'), range({ min: 1 }))],
    ['a smaller extent', part({ bounds: [0, 0, 2, 2] }), part({ bounds: [0, 0, 1, 2] })],
    ['an extent', ALL, part({ bounds: [0, 0, 1, 1] })],
  ])('contain more than a part with %s, and not the other way round', (_, large, small) => {
    expect(containsMore(large, small)).toBe(true);
    expect(containsMore(small, large)).toBe(false);
  });

  it('contain more than a part with another condition, or without their key', () => {
    expect(containsMore(only(equals('a')), only(not('b')))).toBe(true);
    expect(containsMore(only(present(true)), only(present(false)))).toBe(true);
    expect(containsMore(only(present(true)), only(present(true)))).toBe(false);
    expect(containsMore(part({ key: 'number' }), ALL)).toBe(true);
    expect(containsMore(ALL, part({ key: 'number' }))).toBe(false);
  });
});
