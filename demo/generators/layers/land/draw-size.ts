import type { Random } from '../../random.ts';

/** A log-normal distribution of areas in km², or of lengths in km, truncated at `most` (and at `least`). */
export interface SizeLaw {
  /** Mean of the natural logarithm of the size. */
  readonly mu: number;
  /** Standard deviation of the natural logarithm. */
  readonly sigma: number;
  readonly most: number;
  readonly least?: number;
}

/** Draws a size. Values outside the limits are drawn again. */
export function drawSize(random: Random, { mu, sigma, most, least = 0 }: SizeLaw): number {
  for (;;) {
    const size = exponential(mu + sigma * drawNormal(random));
    if (size <= most && size >= least) return size;
  }
}

/**
 * Returns a standard normal number as the sum of twelve uniform ones (Irwin-Hall), without
 * logarithm or cosine.
 */
function drawNormal(random: Random): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random.next();
  return sum;
}

/**
 * Returns e^x (|x| below 10), by halving and the series, accurate to 1e-8. The result is the same
 * on every machine; that of `Math.exp` may differ.
 */
function exponential(x: number): number {
  const halvings = 10;
  const small = x / 2 ** halvings;
  let value = 1 + small * (1 + (small / 2) * (1 + (small / 3) * (1 + small / 4)));
  for (let i = 0; i < halvings; i++) value *= value;
  return value;
}
