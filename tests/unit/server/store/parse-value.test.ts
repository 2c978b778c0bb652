import { describe, expect, it } from 'vitest';
import type { Field } from 'atlas-engine';
import { parseValue } from '../../../../server/load/parse-value.ts';
import { field } from '../../../contract/store/datasets.ts';

const UNREAD = { value: null, unread: true };
const NULL = { value: null, unread: false };
const read = (type: Field['type'], raw: unknown, more: Partial<Field> = {}) =>
  parseValue(raw, field('f', type, more));
const value = (...args: Parameters<typeof read>) => {
  const parsed = read(...args);
  expect(parsed.unread).toBe(false);
  return parsed.value;
};

describe('a value parsed by its field', () => {
  it.each(['text', 'integer', 'number', 'boolean', 'date', 'list'] as const)(
    'is null as %s when it is null, absent or empty',
    (type) => {
      for (const raw of [null, undefined, '', '  \n']) expect(read(type, raw)).toEqual(NULL);
    },
  );

  it('keeps text as it is, spaces and case included', () => {
    expect(value('text', ' Forêt ')).toBe(' Forêt ');
    expect(value('text', 12.5)).toBe('12.5');
    expect(value('text', false)).toBe('false');
    expect(read('text', ['a'])).toEqual(UNREAD);
  });

  it('composes the accents of text', () => {
    expect(value('text', 'he\u0302tre')).toBe('h\u00eatre');
  });

  it('reads whole numbers from numbers and text, and nothing else', () => {
    expect(value('integer', '0012')).toBe(12);
    expect(value('integer', '12.0')).toBe(12);
    expect(value('integer', -3)).toBe(-3);
    for (const raw of [1.5, '1.5', '12 ha', '1,000', 2 ** 53, true, NaN, '0x10']) {
      expect(read('integer', raw)).toEqual(UNREAD);
    }
  });

  it('reads numbers, and minus zero as zero', () => {
    expect(value('number', '-1.5e3')).toBe(-1500);
    expect(value('number', '.5')).toBe(0.5);
    expect(Object.is(value('number', -0), 0)).toBe(true);
    for (const raw of ['1,5', 'abc', Infinity, '-', '.'])
      expect(read('number', raw)).toEqual(UNREAD);
  });

  it('accepts the words of the atlas for yes and no, true and false, 1 and 0', () => {
    const more = { booleans: { ndiyo: true, hapana: false } };
    for (const raw of [true, ' Ndiyo', 'NDIYO', 1, '1', 'true'])
      expect(value('boolean', raw, more)).toBe(true);
    for (const raw of [false, 'hapana', 0, '0']) expect(value('boolean', raw, more)).toBe(false);
    for (const raw of [2, 'maybe', 'yes', 'constructor', '__proto__'])
      expect(read('boolean', raw, more)).toEqual(UNREAD);
  });

  it('reads dates in the declared formats, in their order', () => {
    const parse = ['dd/mm/yyyy', 'iso', 'epoch-ms'] as const;
    expect(value('date', '11/03/2018', { parse })).toBe('2018-03-11');
    expect(value('date', '11/03/2018', { parse: ['mm/dd/yyyy'] })).toBe('2018-11-03');
    for (const raw of ['11.03.2018', '11-3-2018'])
      expect(value('date', raw, { parse })).toBe('2018-03-11');
    expect(read('date', '11.03/2018', { parse })).toEqual(UNREAD);
    expect(value('date', 1366934400000, { parse })).toBe('2013-04-26');
    expect(value('date', 1366934401500, { parse })).toBe('2013-04-26T00:00:01Z');
    expect(value('date', 1366934400, { parse: ['epoch-s'] })).toBe('2013-04-26');
    expect(read('date', '31/02/2018', { parse })).toEqual(UNREAD);
    expect(read('date', '11/03/2018')).toEqual(UNREAD);
  });

  it('reads ISO 8601 with its precision, moments in UTC', () => {
    expect(value('date', '2024')).toBe('2024');
    expect(value('date', '2024-02')).toBe('2024-02');
    expect(value('date', '2024-02-29')).toBe('2024-02-29');
    expect(value('date', '2024/02/29')).toBe('2024-02-29');
    expect(value('date', '2036-08-03T00:00:00.000Z')).toBe('2036-08-03');
    expect(value('date', '2024-05-01T01:30:00+02:00')).toBe('2024-04-30T23:30:00Z');
    for (const raw of ['2023-02-29', '2024-13', '24-01-01', 'soon']) {
      expect(read('date', raw)).toEqual(UNREAD);
    }
  });

  it('reads lists from arrays, JSON text and text with semicolons', () => {
    expect(value('list', ['a', 1, null, ' b '])).toEqual(['a', '1', 'b']);
    expect(value('list', '["a","b"]')).toEqual(['a', 'b']);
    expect(value('list', 'a; b;')).toEqual(['a', 'b']);
    expect(read('list', [])).toEqual(NULL);
    expect(read('list', [{ url: 'x' }])).toEqual(UNREAD);
    expect(read('list', '[broken')).toEqual(UNREAD);
  });

  it('compares null values with the raw text and the parsed value', () => {
    const date = { parse: ['dd/mm/yyyy', 'epoch-ms'], nullValues: ['1899-12-30'] } as const;
    expect(read('date', '30/12/1899', date)).toEqual(NULL);
    expect(read('integer', '-999', { nullValues: [-999] })).toEqual(NULL);
    expect(read('integer', 'n/a', { nullValues: ['n/a'] })).toEqual(NULL);
    expect(read('text', 'Inconnu', { nullValues: ['Inconnu'] })).toEqual(NULL);
    expect(value('text', 'inconnu', { nullValues: ['Inconnu'] })).toBe('inconnu');
  });
});
