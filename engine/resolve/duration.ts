import type * as Config from '../../schemas/config.g.ts';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

/** Converts `120 s`, `2 min` or `500 ms` to milliseconds. */
export function durationOf(duration: Config.Duration): number {
  const [, count, unit] = /^([\d.]+) ?(\w+)$/.exec(duration)!;
  return Number(count) * UNITS[unit!]!;
}
