/**
 * Returns the median of a list. For an even number of values, it is the lower of the two middle
 * values.
 */
export function medianOf(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the value below which the given share of the values of the list is. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Formats milliseconds with the significant digits only. */
export function milliseconds(time: number): string {
  return `${time.toFixed(time < 10 ? 2 : time < 100 ? 1 : 0)} ms`;
}

/** Runs `work`, and returns its duration in milliseconds and its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ time: number; value: T }> {
  const start = performance.now();
  const value = await work();
  return { time: performance.now() - start, value };
}
