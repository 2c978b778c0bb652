import type { Bounds, Raster } from '../../../store/store.ts';

const EARTH_RADIUS = 6_378_137;
const DEGREE = Math.PI / 180;

const longitudeOf = (x: number): number => x / EARTH_RADIUS / DEGREE;
const latitudeOf = (y: number): number => Math.atan(Math.sinh(y / EARTH_RADIUS)) / DEGREE;
const yOf = (latitude: number): number => EARTH_RADIUS * Math.asinh(Math.tan(latitude * DEGREE));

/** The grid in degrees that a raster in Web Mercator is resampled to. */
export interface DegreeGrid {
  readonly bounds: Bounds;
  /**
   * Number of rows of the new raster. Its rows are as high as the lowest rows of the old raster.
   */
  readonly height: number;
}

/** Returns the grid in degrees for a raster of `height` rows in Web Mercator; `bounds` in metres. */
export function degreeGridOf([west, south, east, north]: Bounds, height: number): DegreeGrid {
  const step = (north - south) / height;
  const finest = Math.min(
    latitudeOf(north) - latitudeOf(north - step),
    latitudeOf(south + step) - latitudeOf(south),
  );
  const [bottom, top] = [latitudeOf(south), latitudeOf(north)];
  return {
    bounds: [longitudeOf(west), bottom, longitudeOf(east), top],
    height: Math.max(1, Math.round((top - bottom) / finest)),
  };
}

/**
 * Resamples a raster in Web Mercator (`bounds` in metres) to degrees. Each new row is a copy of the
 * old row at its centre. Values are not interpolated, since they may be classes.
 */
export function layOnDegrees(raster: Raster, grid: DegreeGrid): Raster {
  const { width, height: oldHeight } = raster;
  const [, south, , north] = raster.bounds;
  const [, bottom, , top] = grid.bounds;
  const values = new Uint8Array(width * grid.height);
  for (let row = 0; row < grid.height; row += 1) {
    const y = yOf(top - ((row + 0.5) / grid.height) * (top - bottom));
    const old = Math.floor(((north - y) / (north - south)) * oldHeight);
    const from = Math.max(0, Math.min(oldHeight - 1, old)) * width;
    values.set(raster.values.subarray(from, from + width), row * width);
  }
  return { bounds: grid.bounds, width, height: grid.height, values };
}
