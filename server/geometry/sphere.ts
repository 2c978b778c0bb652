/**
 * Places on the unit sphere, as vectors: neither the antimeridian nor the poles are special there. The
 * latitude is taken as it is, as PostGIS does for a geography. The distance of two places is compared
 * as the square of their chord.
 */
import type { Bounds } from 'atlas-engine';
import geodesic from 'geographiclib-geodesic';
import { UNITS_PER_DEGREE } from './packed.ts';

/** Number of values of a box: the least x, y and z, and the greatest. */
export const BOX_SIZE = 6;

const RADIANS_PER_UNIT = Math.PI / 180 / UNITS_PER_DEGREE;
const QUARTER = 90 * UNITS_PER_DEGREE;
const DEGREES_PER_RADIAN = 180 / Math.PI;
/**
 * The least radius of curvature of WGS 84 in metres, at the equator to the north. A distance on the
 * ellipsoid is at least the angle on the sphere times this, and at most 1.01 times as long.
 */
const LEAST_RADIUS = 6_335_439;
/** How far an edge may be outside of the box of its ends, about 6 m. It is 1 m at most. */
const SLACK = 1e-6;

/** Adds the vector of a place in units to a list. */
export function addPlace(list: number[], x: number, y: number): void {
  const lat = y * RADIANS_PER_UNIT;
  const lng = x * RADIANS_PER_UNIT;
  const width = Math.cos(lat);
  list.push(width * Math.cos(lng), width * Math.sin(lng), Math.sin(lat));
}

/** Returns the box around all that is inside bounds in units, and around edges between such places. */
export function boxOnSphere([west, south, east, north]: Bounds): Float64Array {
  const [wide, narrow] = widthsOf(south, north);
  const [leastX, mostX] = rangeOf(west, east, { peak: 0, turn: Math.cos });
  const [leastY, mostY] = rangeOf(west, east, { peak: QUARTER, turn: Math.sin });
  return Float64Array.of(
    leastX * (leastX < 0 ? wide : narrow) - SLACK,
    leastY * (leastY < 0 ? wide : narrow) - SLACK,
    Math.sin(south * RADIANS_PER_UNIT) - SLACK,
    mostX * (mostX > 0 ? wide : narrow) + SLACK,
    mostY * (mostY > 0 ? wide : narrow) + SLACK,
    Math.sin(north * RADIANS_PER_UNIT) + SLACK,
  );
}

/** Returns the largest and the smallest radius of the parallels between two latitudes. */
function widthsOf(south: number, north: number): readonly [wide: number, narrow: number] {
  const [a, b] = [Math.cos(south * RADIANS_PER_UNIT), Math.cos(north * RADIANS_PER_UNIT)];
  return [south < 0 && north > 0 ? 1 : Math.max(a, b), Math.min(a, b)];
}

/** Returns the least and the greatest value of a sine or cosine, which is 1 at `peak`. */
function rangeOf(
  west: number,
  east: number,
  { peak, turn }: { readonly peak: number; readonly turn: (angle: number) => number },
): readonly [least: number, most: number] {
  const [a, b] = [turn(west * RADIANS_PER_UNIT), turn(east * RADIANS_PER_UNIT)];
  const trough = peak - 2 * QUARTER;
  return [
    west <= trough && east >= trough ? -1 : Math.min(a, b),
    west <= peak && east >= peak ? 1 : Math.max(a, b),
  ];
}

/** Returns the square of the distance of two boxes, each at an index of a list; 0 if they overlap. */
export function squareOfBoxes(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = Math.max(0, a[i]! - b[j + 3]!, b[j]! - a[i + 3]!);
  const y = Math.max(0, a[i + 1]! - b[j + 4]!, b[j + 1]! - a[i + 4]!);
  const z = Math.max(0, a[i + 2]! - b[j + 5]!, b[j + 2]! - a[i + 5]!);
  return x * x + y * y + z * z;
}

/** Returns the square of the longest chord whose distance on the ellipsoid may be this, in metres. */
export function squareOfMetres(metres: number): number {
  const angle = metres / LEAST_RADIUS;
  return angle < Math.PI ? (2 * Math.sin(angle / 2)) ** 2 : Infinity;
}

/** The shortest line on the ellipsoid from one place to another. */
export interface ShortestLine {
  readonly metres: number;
  /** The direction at its begin, in degrees from the north over the east, from 0 to 360. */
  readonly bearing: number;
  /** Its end in degrees. */
  readonly end: readonly [lng: number, lat: number];
}

/** Returns the line between two places, which are in one list. */
export function lineBetween(places: Float64Array): ShortestLine {
  const end = [lngOf(places, 3), latOf(places, 3)] as const;
  const { s12 = Infinity, azi1 = 0 } = geodesic.Geodesic.WGS84.Inverse(
    latOf(places, 0),
    lngOf(places, 0),
    end[1],
    end[0],
  );
  return { metres: s12, bearing: (azi1 + 360) % 360, end };
}

function latOf(places: Float64Array, at: number): number {
  return Math.atan2(places[at + 2]!, Math.hypot(places[at]!, places[at + 1]!)) * DEGREES_PER_RADIAN;
}

function lngOf(places: Float64Array, at: number): number {
  return Math.atan2(places[at + 1]!, places[at]!) * DEGREES_PER_RADIAN;
}
