import { hashInRow, hashRow, hashName } from './random.ts';

/** A smooth noise field: takes degrees, returns a number in (0, 1), on average about 0.5. */
export type Noise = (lng: number, lat: number) => number;

/**
 * Creates smooth noise: the sum of `octaves` interpolated lattices of random values. The first has
 * cells of `wavelength` degrees; each of the others has half the cell size and half the amplitude.
 */
export function createNoise(seed: string, wavelength: number, octaves = 3): Noise {
  const start = hashName(seed);
  return (lng, lat) => {
    let sum = 0;
    let total = 0;
    let strength = 1;
    let width = wavelength;
    for (let octave = 0; octave < octaves; octave++) {
      sum += strength * lattice(start + octave * 7919, lng / width, lat / width);
      total += strength;
      strength /= 2;
      width /= 2;
    }
    return sum / total;
  };
}

function lattice(seed: number, x: number, y: number): number {
  const left = Math.floor(x);
  const below = Math.floor(y);
  const across = ease(x - left);
  const up = ease(y - below);
  const lowRow = hashRow(below);
  const highRow = hashRow(below + 1);
  const low = blend(hashInRow(seed, left, lowRow), hashInRow(seed, left + 1, lowRow), across);
  const high = blend(hashInRow(seed, left, highRow), hashInRow(seed, left + 1, highRow), across);
  return blend(low, high, up);
}

const blend = (from: number, to: number, share: number): number => from + (to - from) * share;

/**
 * Returns the smoothstep of a number, whose derivative is continuous at the cells of the lattice.
 */
const ease = (t: number): number => t * t * (3 - 2 * t);
