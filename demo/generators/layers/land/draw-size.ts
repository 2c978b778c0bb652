import type { Random } from '../../random.ts';

/** A log-normal law of areas in km2, cut off at `most` (and at `least`). */
export interface SizeLaw {
  /** Mean of the natural logarithm of the area. */
  readonly mu: number;
  /** Standard deviation of the natural logarithm. */
  readonly sigma: number;
  readonly most: number;
  readonly least?: number;
}

/** Draws an area in km2; what falls beyond the limits is drawn again. */
export function drawSize(random: Random, { mu, sigma, most, least = 0 }: SizeLaw): number {
  for (;;) {
    const size = exponential(mu + sigma * drawNormal(random));
    if (size <= most && size >= least) return size;
  }
}

/** A standard normal number as the sum of twelve even ones (Irwin-Hall): no logarithm, no cosine. */
function drawNormal(random: Random): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random.next();
  return sum;
}

/**
 * e^x (|x| below 10) by halving and the series, within 1e-8: the same bits on every machine, which
 * `Math.exp` does not promise.
 */
function exponential(x: number): number {
  const halvings = 10;
  const small = x / 2 ** halvings;
  let value = 1 + small * (1 + (small / 2) * (1 + (small / 3) * (1 + small / 4)));
  for (let i = 0; i < halvings; i++) value *= value;
  return value;
}
