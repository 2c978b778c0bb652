/** From pixels of a picture to degrees and back, for the reference systems of the service. */
import type { Bounds } from 'atlas-engine';
import type { Crs } from './parameters.ts';

/** Metres on the sphere of web mercator. */
const EARTH_RADIUS = 6_378_137;

const DEGREE = Math.PI / 180;

/** The latitude at which web mercator is a square. */
const MAX_LATITUDE = 85.051128779806604;

export interface View {
  readonly width: number;
  readonly height: number;
  /** Degrees of a place in the picture, in pixels from the left and the top. */
  toDegrees(x: number, y: number): readonly [longitude: number, latitude: number];
  /** Pixels from the left. */
  columnOf(longitude: number): number;
  /** Pixels from the top. */
  rowOf(latitude: number): number;
}

/** Makes the view of a box in units of its reference system. */
export function createView({
  crs,
  box: [minx, miny, maxx, maxy],
  width,
  height,
}: {
  readonly crs: Crs;
  readonly box: Bounds;
  readonly width: number;
  readonly height: number;
}): View {
  const pixelWidth = (maxx - minx) / width;
  const pixelHeight = (maxy - miny) / height;
  const { toLongitude, toLatitude, toX, toY } = crs === 'EPSG:3857' ? MERCATOR : DEGREES;
  return {
    width,
    height,
    toDegrees: (x, y) => [toLongitude(minx + x * pixelWidth), toLatitude(maxy - y * pixelHeight)],
    columnOf: (longitude) => (toX(longitude) - minx) / pixelWidth,
    rowOf: (latitude) => (maxy - toY(latitude)) / pixelHeight,
  };
}

/** Metres of web mercator; latitudes beyond its square are at its edge. */
export function toMercator(longitude: number, latitude: number): readonly [x: number, y: number] {
  return [MERCATOR.toX(longitude), MERCATOR.toY(latitude)];
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
    const sine = Math.sin(bounded * DEGREE);
    // The same as asinh(tan(…)), in a third of its time.
    return (Math.log((1 + sine) / (1 - sine)) / 2) * EARTH_RADIUS;
  },
};
