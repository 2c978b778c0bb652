import type * as Config from '../../schemas/config.g.ts';

const HOUR = 3_600_000;
const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1e3,
  min: 6e4,
  h: HOUR,
  day: 24 * HOUR,
  days: 24 * HOUR,
};

/** Converts `120 s`, `2 min`, `3 days` or `500 ms` to milliseconds. */
export function durationOf(duration: Config.Duration): number {
  const [, count, unit] = /^([\d.]+) ?(\w+)$/.exec(duration)!;
  return Number(count) * UNITS[unit!]!;
}
