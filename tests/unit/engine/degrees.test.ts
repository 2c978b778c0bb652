import { describe, expect, test } from 'vitest';
import { degreesFrom } from '../../../engine/diagnostics/degrees.ts';

describe('an angle in degrees, minutes and seconds', () => {
  test.each([
    [`4°15'30"N`, 4.258333],
    ['4 15 30 N', 4.258333],
    ['4 15 30', 4.258333],
    ['-4° 15′ 30″', -4.258333],
    ['18°25′12″ W', -18.42],
    [`S 4° 15.5'`, -4.258333],
    [`4°15,5'S`, -4.258333],
    [`11d30'E`, 11.5],
    ['11:30:00 E', 11.5],
    ['11°30’00’’ O', -11.5],
    ['11° 30 00 ouest', -11.5],
    ['11.5° est', 11.5],
    ['11.5N', 11.5],
  ])('%s is %d', (text, degrees) => {
    expect(degreesFrom(text)).toBe(degrees);
  });

  test.each([
    '4.25',
    '-18',
    '4,25',
    '20,000',
    '12 500',
    '1 500 000',
    '4 15',
    '4 75 30 N',
    'east',
    '',
  ])('%j is none', (text) => {
    expect(degreesFrom(text)).toBeUndefined();
  });
});
