import { readFileSync } from 'node:fs';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Bounds } from './geometry.ts';

/** A grid of numbers in a box, row by row from the north-west corner. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly bounds: Bounds;
  readonly values: Float32Array;
}

/** Red, green and blue of a picture of the whole globe (plate carrée), cropped to a box. */
export interface Photo {
  readonly width: number;
  readonly height: number;
  readonly bounds: Bounds;
  readonly rgba: Uint8ClampedArray;
}

/** Crops a picture of the globe to a box, extended to whole pixels. */
export async function readPhoto(path: string, [west, south, east, north]: Bounds): Promise<Photo> {
  const image = await loadImage(withoutProfile(readFileSync(path)));
  const perDegree = image.width / 360;
  const left = Math.floor((west + 180) * perDegree);
  const top = Math.floor((90 - north) * perDegree);
  const width = Math.ceil((east + 180) * perDegree) - left;
  const height = Math.ceil((90 - south) * perDegree) - top;
  const context: SKRSContext2D = createCanvas(width, height).getContext('2d');
  context.drawImage(image, -left, -top);
  const bounds: Bounds = [
    left / perDegree - 180,
    90 - (top + height) / perDegree,
    (left + width) / perDegree - 180,
    90 - top / perDegree,
  ];
  return { width, height, bounds, rgba: context.getImageData(0, 0, width, height).data };
}

/**
 * Removes the colour profile from a PNG, since a canvas would change the grey levels by it; other files
 * are returned unchanged.
 */
function withoutProfile(file: Buffer): Buffer {
  if (file.toString('latin1', 1, 4) !== 'PNG') return file;
  const kept = [file.subarray(0, 8)];
  for (let at = 8; at < file.length;) {
    // Length, type, data, checksum (PNG specification, 5.3).
    const end = at + 12 + file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) !== 'iCCP') kept.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** Classes of forest, lightest first; each area is inside the previous one. */
export const FOREST_CLASSES = ['mosaic', 'forest', 'dense'] as const;

/**
 * Classifies a satellite photo by its greenness: 0 savanna and bare ground, 1 mosaic, 2 forest, 3
 * dense humid forest,
 * -1 water. The thresholds are for the 8-bit values of NASA's Blue Marble in the package: forest is
 * dark, and more green than red.
 */
export function gradeForest(photo: Photo): Grid {
  const { width, height, bounds, rgba } = photo;
  const values = new Float32Array(width * height);
  for (let i = 0; i < values.length; i += 1) {
    const [red, green, blue] = [rgba[4 * i]!, rgba[4 * i + 1]!, rgba[4 * i + 2]!];
    values[i] = grade(red, green, blue);
  }
  return { width, height, bounds, values };
}

function grade(red: number, green: number, blue: number): number {
  if (blue > red && blue > green) return -1;
  const sum = red + green + blue;
  if (green - red > 3) return sum < 92 ? 3 : sum < 116 ? 2 : 1;
  return green - red > 2 ? 1 : 0;
}

/**
 * Blurs the values of `pick` for the grades of land cells and extends them into the water, so that
 * forest reaches the shore; cells far from land are 0.
 */
export function blurOnLand(grades: Grid, sigma: number, pick: (grade: number) => number): Grid {
  const part = grades.values.map((grade) => (grade < 0 ? 0 : pick(grade)));
  const land = blur(
    { ...grades, values: grades.values.map((grade) => (grade < 0 ? 0 : 1)) },
    sigma,
  );
  const sums = blur({ ...grades, values: part }, sigma);
  return { ...sums, values: sums.values.map((sum, i) => sum / Math.max(land.values[i]!, 0.02)) };
}

/** Blurs a grid with a Gaussian of `sigma` cells; the edge is repeated outwards. */
export function blur(grid: Grid, sigma: number): Grid {
  const { width, height } = grid;
  const reach = Math.ceil(sigma * 3);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const pass = (from: Float32Array, dx: number, dy: number): Float32Array => {
    const to = new Float32Array(from.length);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        let sum = 0;
        weights.forEach((weight, i) => {
          const px = clamp(x + (i - reach) * dx, width);
          const py = clamp(y + (i - reach) * dy, height);
          sum += weight * from[py * width + px]!;
        });
        to[y * width + x] = sum / total;
      }
    }
    return to;
  };
  return { ...grid, values: pass(pass(grid.values, 1, 0), 0, 1) };
}

/** Returns the value at a position by cubic interpolation (Catmull and Rom); the edge is repeated. */
export function sampleCubic(grid: Grid, lng: number, lat: number): number {
  const [west, south, east, north] = grid.bounds;
  const x = ((lng - west) / (east - west)) * grid.width - 0.5;
  const y = ((north - lat) / (north - south)) * grid.height - 0.5;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [wx, wy] = [cubicWeights(x - left), cubicWeights(y - top)];
  let sum = 0;
  for (let j = 0; j < 4; j += 1) {
    const row = clamp(top + j - 1, grid.height) * grid.width;
    for (let i = 0; i < 4; i += 1) {
      sum += wx[i]! * wy[j]! * grid.values[row + clamp(left + i - 1, grid.width)]!;
    }
  }
  return sum;
}

function cubicWeights(t: number): [number, number, number, number] {
  return [
    ((2 - t) * t - 1) * t * 0.5,
    (t * t * (3 * t - 5) + 2) * 0.5,
    ((4 - 3 * t) * t + 1) * t * 0.5,
    (t - 1) * t * t * 0.5,
  ];
}

const clamp = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));
