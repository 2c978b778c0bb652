import { hashName, type Random } from '../random.ts';

const DAY = 86_400_000;
const SUNDAY = 0;
const SATURDAY = 6;

/** Returns the number of a day since 1970. `month` counts from 0. */
export function dayOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month, day) / DAY;
}

/** Returns the ISO date of the number of a day. */
export function dateText(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** Returns the day of the week, from 0 for Sunday. */
export function weekdayOf(day: number): number {
  return new Date(day * DAY).getUTCDay();
}

/**
 * Draws an ISO date from the start of `first` to the end of `last`, on which an office is open: not
 * on a Saturday or Sunday.
 */
export function drawDate(random: Random, first: number, last: number): string {
  const year = random.integer(first, last);
  const month = random.integer(0, 11);
  const length = dayOf(year, month + 1, 1) - dayOf(year, month, 1);
  const drawn = dayOf(year, month, random.integer(1, length));
  const near = [0, 1, 2, -1, -2].map((step) => drawn + step);
  const open = near.find(
    (day) => ![SUNDAY, SATURDAY].includes(weekdayOf(day)) && dateText(day).startsWith(`${year}-`),
  );
  return dateText(open!);
}

/** Most days by which a title may end before and after its anniversary. */
const OFF = { before: 50, after: 70 } as const;

/**
 * Returns the day on which a title of some years ends, in the year of its anniversary: often the day
 * before, at times weeks earlier or later. It depends on the date only.
 */
export function yearsAfter(date: string, years: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const same = dayOf(year + years, month - 1, day);
  const share = (hashName(`term-${date}-${years}`) % 1000) / 1000;
  const off =
    share < 0.55
      ? -1
      : share < 0.75
        ? 0
        : Math.round(((share - 0.75) / 0.25) * (OFF.before + OFF.after)) - OFF.before;
  const end = dateText(same + off);
  return end.startsWith(`${year + years}-`) ? end : dateText(same);
}
