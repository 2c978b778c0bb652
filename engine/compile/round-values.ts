/** The largest number of significant digits of a round value. */
const MOST_DIGITS = 12;

/**
 * Returns up to three round values of a range, in ascending order: the smallest and the largest, and
 * one in the middle. They have as few significant digits as the range allows.
 */
export function roundValues(least: number, greatest: number): readonly number[] {
  for (let digits = 1; digits <= MOST_DIGITS; digits++) {
    const low = roundTo(least, digits, Math.ceil);
    const high = roundTo(greatest, digits, Math.floor);
    if (low > high) continue;
    const middle = Number(((low + high) / 2).toPrecision(digits));
    return [...new Set([low, middle, high])].sort((a, b) => a - b);
  }
  return [...new Set([least, greatest])];
}

function roundTo(value: number, digits: number, round: (value: number) => number): number {
  if (value === 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) - digits + 1);
  // A value that is round already must not move because of the division.
  const steps = Number((value / step).toPrecision(MOST_DIGITS));
  return Number((round(steps) * step).toPrecision(MOST_DIGITS));
}
