/** From pixels of a picture to degrees and back, for the reference systems of the service. */
import type { Crs, MapBox } from './parameters.ts';

/** Metres on the sphere of web mercator. */
const EARTH_RADIUS = 6_378_137;

const DEGREE = Math.PI / 180;

/** The latitude at which web mercator is a square. */
const MAX_LATITUDE = 85.051128779806604;

export interface View {
  readonly width: number;
  readonly height: number;
  /** Longitude of the middle of each column, degrees. */
  readonly longitudes: Float64Array;
  /** Latitude of the middle of each row from the top, degrees. */
  readonly latitudes: Float64Array;
  /** Pixels from the left and the top. */
  toPixel(longitude: number, latitude: number): readonly [x: number, y: number];
}

/** Makes the view of a box in units of its reference system. */
export function createView(crs: Crs, box: MapBox, width: number, height: number): View {
  const [minx, miny, maxx, maxy] = box;
  const pixelWidth = (maxx - minx) / width;
  const pixelHeight = (maxy - miny) / height;
  const { toLongitude, toLatitude, toX, toY } = crs === 'EPSG:3857' ? MERCATOR : DEGREES;
  return {
    width,
    height,
    longitudes: Float64Array.from({ length: width }, (_, column) =>
      toLongitude(minx + (column + 0.5) * pixelWidth),
    ),
    latitudes: Float64Array.from({ length: height }, (_, row) =>
      toLatitude(maxy - (row + 0.5) * pixelHeight),
    ),
    toPixel: (longitude, latitude) => [
      (toX(longitude) - minx) / pixelWidth,
      (maxy - toY(latitude)) / pixelHeight,
    ],
  };
}

interface Axes {
  toLongitude(x: number): number;
  toLatitude(y: number): number;
  toX(longitude: number): number;
  toY(latitude: number): number;
}

const identity = (value: number): number => value;

const DEGREES: Axes = { toLongitude: identity, toLatitude: identity, toX: identity, toY: identity };

const MERCATOR: Axes = {
  toLongitude: (x) => x / EARTH_RADIUS / DEGREE,
  toLatitude: (y) => Math.atan(Math.sinh(y / EARTH_RADIUS)) / DEGREE,
  toX: (longitude) => longitude * DEGREE * EARTH_RADIUS,
  toY: (latitude) => {
    const bounded = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
    return Math.asinh(Math.tan(bounded * DEGREE)) * EARTH_RADIUS;
  },
};
