/** Converts pixels of a picture to degrees and back, for the reference systems of the service. */
import type { Bounds } from 'atlas-engine';

/** Radius of the sphere of Web Mercator, metres. */
const EARTH_RADIUS = 6_378_137;

const DEGREE = Math.PI / 180;

/** The latitude at which the world in Web Mercator is a square. */
const MAX_LATITUDE = 85.051128779806604;

/** A reference system in which a picture can be asked for. */
export type Crs = 'EPSG:3857' | 'EPSG:4326' | 'CRS:84';

export interface View {
  readonly width: number;
  readonly height: number;
  /** Returns the degrees of a position in pixels from the left and the top. */
  toDegrees(x: number, y: number): readonly [longitude: number, latitude: number];
  /** Returns the column of a longitude, in pixels from the left. */
  columnOf(longitude: number): number;
  /** Returns the row of a latitude, in pixels from the top. */
  rowOf(latitude: number): number;
}

/** Creates the view of a box in units of its reference system. */
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

/** Converts degrees to metres of Web Mercator; latitudes beyond its square are clamped to its edge. */
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
    // Equals asinh(tan(…)), in a third of the time.
    return (Math.log((1 + sine) / (1 - sine)) / 2) * EARTH_RADIUS;
  },
};
