import type { Bounds } from 'atlas-engine';
import { allocateFloat64 } from './arrays.ts';
import { tick } from './deadline.ts';
import { UNITS_PER_DEGREE } from './packed.ts';

/** Steps along one side of a tile. */
export const TILE_EXTENT = 4096;
/** Steps of geometry kept beyond each side of a tile, so that outlines show no seams. */
export const TILE_BUFFER = 64;

/** Web Mercator goes to infinity towards the poles; no tile shows higher latitudes. */
const MAX_LATITUDE = 89.5;
const RADIANS_PER_UNIT = Math.PI / 180 / UNITS_PER_DEGREE;
const WORLD_UNITS = 360 * UNITS_PER_DEGREE;

/** Address of a tile in the XYZ scheme, y counted from the north. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Projects packed degrees to the grid of one tile (spherical Web Mercator), not rounded. */
export function projectToTile(
  coords: Int32Array,
  { z, x, y }: TileAddress,
  extent: number,
): Float64Array {
  tick(coords.length);
  const scale = 2 ** z * extent;
  const projected = allocateFloat64(coords.length);
  for (let i = 0; i < coords.length; i += 2) {
    projected[i] = (coords[i]! / WORLD_UNITS + 0.5) * scale - x * extent;
    projected[i + 1] = mercatorY(coords[i + 1]!) * scale - y * extent;
  }
  return projected;
}

/**
 * Returns the bounds of a tile with its buffer in packed degrees, rounded outwards and limited to
 * the world. Stores query their index with it.
 */
export function tileBounds(z: number, x: number, y: number): Bounds {
  const size = 2 ** z;
  const reach = TILE_BUFFER / TILE_EXTENT;
  const world = (at: number): number => Math.min(1, Math.max(0, at));
  const west = (world((x - reach) / size) - 0.5) * WORLD_UNITS;
  const east = (world((x + 1 + reach) / size) - 0.5) * WORLD_UNITS;
  const top = (y - reach) / size;
  const bottom = (y + 1 + reach) / size;
  const pole = 90 * UNITS_PER_DEGREE;
  return [
    Math.floor(west),
    bottom >= 1 ? -pole : Math.floor(latitudeOf(bottom)),
    Math.ceil(east),
    top <= 0 ? pole : Math.ceil(latitudeOf(top)),
  ];
}

/** Returns a place on the grid of a tile in packed degrees, rounded: the inverse of `projectToTile`. */
export function unprojectFromTile(
  [px, py]: readonly [x: number, y: number],
  { z, x, y }: TileAddress,
  extent: number,
): [x: number, y: number] {
  const scale = 2 ** z * extent;
  const east = ((px + x * extent) / scale - 0.5) * WORLD_UNITS;
  return [Math.round(east), Math.round(latitudeOf((py + y * extent) / scale))];
}

/** Returns the position of a latitude as a fraction of the world's height, 0 north to 1 south. */
function mercatorY(latitude: number): number {
  const limit = MAX_LATITUDE * UNITS_PER_DEGREE;
  const clamped = Math.min(limit, Math.max(-limit, latitude));
  const sine = Math.sin(clamped * RADIANS_PER_UNIT);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

function latitudeOf(y: number): number {
  return Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / RADIANS_PER_UNIT;
}
