/** Draws a raster dataset. */
import type { Rgba, WmsStyle } from '../../access/atlas-snapshot.ts';
import type { Raster } from '../../store/store.ts';
import { TimeSlices } from '../../time/time-slices.ts';
import { FULL, inkOf, type PixelBuffer } from './pixel-buffer.ts';
import type { View } from './view.ts';

const NO_DATA = 255;

/** Number of rows that are drawn between two checks of the clock. */
const ROWS_PER_LOOK = 16;

/**
 * Samples the raster at the centre of every pixel. Measured values are interpolated; for classes,
 * the nearest cell is used. Pixels outside the raster or without data are not changed.
 */
export async function drawRaster(
  pixels: PixelBuffer,
  raster: Raster,
  style: Extract<WmsStyle, { kind: 'raster' }>,
  view: View,
): Promise<void> {
  const { width, height } = view;
  const inks = Array.from({ length: NO_DATA }, (_, value) =>
    inkOf([...style.palette.subarray(4 * value, 4 * value + 4)] as unknown as Rgba),
  );
  const [west, south, east, north] = raster.bounds;
  // Positions of pixel centres, in cells from the north-west corner of the raster.
  const columns = Float64Array.from({ length: width }, (_, column) => {
    const [longitude] = view.toDegrees(column + 0.5, 0);
    return ((longitude - west) / (east - west)) * raster.width;
  });
  const rows = Float64Array.from({ length: height }, (_, row) => {
    const [, latitude] = view.toDegrees(0, row + 0.5);
    return ((north - latitude) / (north - south)) * raster.height;
  });
  const sample = style.interpolate ? sampleBetween : sampleClass;
  const slices = new TimeSlices();
  for (let row = 0; row < height; row += 1) {
    if (row % ROWS_PER_LOOK === 0 && slices.over) await slices.pause();
    const y = rows[row]!;
    if (!(y >= 0 && y < raster.height)) continue;
    for (let column = 0; column < width; column += 1) {
      const x = columns[column]!;
      if (!(x >= 0 && x < raster.width)) continue;
      const value = sample(raster, x, y);
      if (value !== NO_DATA) pixels.blend(row * width + column, inks[value]!, FULL);
    }
  }
}

/** Returns the value of the cell at a position in degrees; null outside and without data. */
export function valueAt(raster: Raster, longitude: number, latitude: number): number | null {
  const [west, south, east, north] = raster.bounds;
  const x = ((longitude - west) / (east - west)) * raster.width;
  const y = ((north - latitude) / (north - south)) * raster.height;
  if (!(x >= 0 && x < raster.width && y >= 0 && y < raster.height)) return null;
  const value = sampleNearest(raster, x, y);
  return value === NO_DATA ? null : value;
}

/**
 * Returns the value of the nearest cell. `x` and `y` are in cells from the north-west corner of the
 * raster.
 */
function sampleNearest(raster: Raster, x: number, y: number): number {
  return raster.values[Math.floor(y) * raster.width + Math.floor(x)]!;
}

/**
 * Interpolates between the four cells around. Cells without data have no weight; where they are
 * nearer than the others, there is no data, so that coasts do not grow into the sea.
 */
function sampleBetween(raster: Raster, x: number, y: number): number {
  const { width, height, values } = raster;
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
}

/** The values of the nine cells around a position, and their weights. */
const near = new Uint8Array(9);
const weights = new Float64Array(9);

/**
 * Returns the class with the most weight among the nine cells around a position; no data counts as
 * a class. The weights are those of a quadratic B-spline, so that the borders of classes are smooth
 * curves where a cell is larger than a pixel, and no colours are mixed.
 */
function sampleClass(raster: Raster, x: number, y: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const own = readAround(raster, column, row);
  if (near.every((value) => value === own)) return own;
  for (let i = 0; i < 9; i += 1)
    weights[i] = spline(x - column - (i % 3) + 0.5) * spline(y - row - Math.floor(i / 3) + 0.5);
  let best = own;
  let most = 0;
  for (const value of near) {
    let sum = 0;
    for (let i = 0; i < 9; i += 1) if (near[i] === value) sum += weights[i]!;
    if (sum > most) [best, most] = [value, sum];
  }
  return best;
}

/** Fills `near`, where cells outside have the value of the edge; returns the value in the middle. */
function readAround({ width, height, values }: Raster, column: number, row: number): number {
  for (let i = 0; i < 9; i += 1) {
    const at = Math.max(0, Math.min(width - 1, column - 1 + (i % 3)));
    const line = Math.max(0, Math.min(height - 1, row - 1 + Math.floor(i / 3)));
    near[i] = values[line * width + at]!;
  }
  return near[4]!;
}

/** The weight of a cell whose centre is `distance` cells away along one axis. */
function spline(distance: number): number {
  const far = Math.abs(distance);
  return far < 0.5 ? 0.75 - far ** 2 : 0.5 * Math.max(0, 1.5 - far) ** 2;
}
