/** Reads a raster between the centres of its cells. */
import type { Raster } from '../store/store.ts';

export const NO_DATA = 255;

/** Returns the value at a position inside the raster, in cells from its north-west corner. */
export type Sampler = (x: number, y: number) => number;

/** Returns the value of the cell. */
export function sampleNearest({ width, values }: Raster): Sampler {
  return (x, y) => values[Math.floor(y) * width + Math.floor(x)]!;
}

/**
 * Interpolates between the four cells around. Cells without data have no weight; where they are
 * nearer than the others, there is no data, so that coasts do not grow into the sea.
 */
export function sampleBetween({ width, height, values }: Raster): Sampler {
  return (x, y) => {
    const left = Math.floor(x - 0.5);
    const top = Math.floor(y - 0.5);
    const right = x - 0.5 - left;
    const down = y - 0.5 - top;
    let sum = 0;
    let weights = 0;
    for (let corner = 0; corner < 4; corner += 1) {
      const column = Math.max(0, Math.min(width - 1, left + (corner & 1)));
      const row = Math.max(0, Math.min(height - 1, top + (corner >> 1)));
      const value = values[row * width + column]!;
      if (value === NO_DATA) continue;
      const weight = (corner & 1 ? right : 1 - right) * (corner >> 1 ? down : 1 - down);
      sum += value * weight;
      weights += weight;
    }
    return weights >= 0.5 ? Math.round(sum / weights) : NO_DATA;
  };
}

/**
 * Returns the class with the most weight among the nine cells around; no data counts as a class.
 * The weights are those of a quadratic B-spline, so that the borders of classes are smooth curves
 * where a cell is larger than a pixel, and no colours are mixed.
 */
export function sampleClass(raster: Raster): Sampler {
  const near = new Uint8Array(9);
  const sums = new Float64Array(NO_DATA + 1);
  const across = new Float64Array(3);
  const down = new Float64Array(3);
  // Neighbouring pixels are mostly in one cell, whose neighbours are read once.
  let cell = -1;
  let isEven = false;
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const at = row * raster.width + column;
    if (at !== cell) isEven = readAround(raster, column, row, near);
    cell = at;
    if (isEven) return near[4]!;
    setWeights(across, x - column);
    setWeights(down, y - row);
    for (let i = 0; i < 9; i += 1) sums[near[i]!]! += across[i % 3]! * down[(i / 3) | 0]!;
    let best = near[4]!;
    for (const value of near) if (sums[value]! > sums[best]!) best = value;
    for (const value of near) sums[value] = 0;
    return best;
  };
}

/**
 * Reads the cells around one into `near`; outside of the raster they have the value of its edge.
 * Returns whether all are equal.
 */
function readAround(
  { width, height, values }: Raster,
  column: number,
  row: number,
  near: Uint8Array,
): boolean {
  const own = values[row * width + column]!;
  let isEven = true;
  for (let i = 0; i < 9; i += 1) {
    const from = Math.max(0, Math.min(width - 1, column - 1 + (i % 3)));
    const line = Math.max(0, Math.min(height - 1, row - 1 + ((i / 3) | 0)));
    const value = values[line * width + from]!;
    near[i] = value;
    if (value !== own) isEven = false;
  }
  return isEven;
}

/** Sets the weights of the three cells along an axis, for a position in the middle one (0 to 1). */
function setWeights(weights: Float64Array, position: number): void {
  weights[0] = (1 - position) ** 2 / 2;
  weights[1] = 0.75 - (position - 0.5) ** 2;
  weights[2] = position ** 2 / 2;
}
