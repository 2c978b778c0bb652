/** Draws a raster dataset. */
import type { Rgba, WmsStyle } from '../access/atlas-snapshot.ts';
import type { Raster } from '../store/store.ts';
import { TimeSlices } from '../time/time-slices.ts';
import { FULL, inkOf, type PixelBuffer } from './pixel-buffer.ts';
import {
  NO_DATA,
  sampleBetween,
  sampleClass,
  sampleNearest,
  type Sampler,
} from './sample-raster.ts';
import type { View } from './view.ts';

/** Rows drawn between two checks of the clock. */
const ROWS_PER_LOOK = 16;

/** Width of a pixel in cells. Below it, the borders of classes are drawn as smooth curves. */
const SMOOTHED_BELOW = 1.2;

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
  const sample = samplerFor(raster, style.interpolate, columns);
  const slices = new TimeSlices();
  for (let row = 0; row < height; row += 1) {
    if (row % ROWS_PER_LOOK === 0 && slices.over) await slices.pause();
    const y = rows[row]!;
    if (!(y >= 0 && y < raster.height)) continue;
    for (let column = 0; column < width; column += 1) {
      const x = columns[column]!;
      if (!(x >= 0 && x < raster.width)) continue;
      const value = sample(x, y);
      if (value !== NO_DATA) pixels.blend(row * width + column, inks[value]!, FULL);
    }
  }
}

/** `columns` are the positions of the pixels, in cells. */
function samplerFor(raster: Raster, interpolate: boolean, columns: Float64Array): Sampler {
  if (interpolate) return sampleBetween(raster);
  const cellsInPixel = columns.length > 1 ? columns[1]! - columns[0]! : 0;
  return cellsInPixel < SMOOTHED_BELOW ? sampleClass(raster) : sampleNearest(raster);
}

/** Returns the value of the cell at a position in degrees; null outside and without data. */
export function valueAt(raster: Raster, longitude: number, latitude: number): number | null {
  const [west, south, east, north] = raster.bounds;
  const x = ((longitude - west) / (east - west)) * raster.width;
  const y = ((north - latitude) / (north - south)) * raster.height;
  if (!(x >= 0 && x < raster.width && y >= 0 && y < raster.height)) return null;
  const value = sampleNearest(raster)(x, y);
  return value === NO_DATA ? null : value;
}
