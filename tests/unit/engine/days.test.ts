import { expect, test } from 'vitest';
import { dayAt, endOfDay, isTimeZone } from '../../../engine/basics/days.ts';

test.each([
  ['2027-03-14', 'UTC', '2027-03-15T00:00:00Z'],
  ['2027-03-14', 'Africa/Kinshasa', '2027-03-14T23:00:00Z'],
  ['2027-03-14', 'Pacific/Kiritimati', '2027-03-14T10:00:00Z'],
  ['2027-03-14', 'Pacific/Pago_Pago', '2027-03-15T11:00:00Z'],
  // The day on which clocks go forward has 23 hours.
  ['2027-03-28', 'Europe/Brussels', '2027-03-28T22:00:00Z'],
  ['2028-02-29', 'Africa/Douala', '2028-02-29T23:00:00Z'],
])('%s ends in %s at %s', (day, zone, end) => {
  const time = endOfDay(day, zone);
  expect(new Date(time).toISOString()).toBe(new Date(end).toISOString());
  expect(dayAt(time - 1, zone)).toBe(day);
  expect(dayAt(time, zone) > day).toBe(true);
});

test('a misspelt time zone is recognised', () => {
  expect(isTimeZone('Africa/Kinshasa')).toBe(true);
  expect(isTimeZone('Africa/Kinsasa')).toBe(false);
});
