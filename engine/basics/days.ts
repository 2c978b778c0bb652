/** Milliseconds between the midnight of UTC and that of any time zone, at most. */
const FARTHEST = 15 * 3_600_000;

const DAY = 86_400_000;

/** Returns whether `Intl` knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** Returns the day of a time in a time zone, as `YYYY-MM-DD`. */
export function dayAt(time: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(time);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Returns the first millisecond after a day in a time zone. */
export function endOfDay(day: string, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`) + DAY;
  let [before, after] = [utc - FARTHEST, utc + FARTHEST];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayAt(middle, timeZone) > day) after = middle;
    else before = middle;
  }
  return after;
}
