import type { Geometry } from 'geojson';
import { packGeoJson } from '../geometry/pack-geojson.ts';
import { UNITS_PER_DEGREE, type PackedBounds, type PackedGeometry } from '../geometry/packed.ts';
import type { Bounds } from './store.ts';

const WORLD: PackedBounds = [-1.8e9, -0.9e9, 1.8e9, 0.9e9];

/** Packs the geometry of a question; throws a `TypeError` that names the reason, never the value. */
export function packQuery(geometry: Geometry): PackedGeometry {
  const packed = packGeoJson(geometry);
  if ('rejected' in packed) throw new TypeError(`the geometry is refused: ${packed.rejected}`);
  return packed.ok;
}

/** Rounds degrees to the units of the stores and keeps them inside the world. */
export function unitsOf([west, south, east, north]: Bounds): PackedBounds {
  const round = (degrees: number, least: number, most: number): number =>
    Math.min(most, Math.max(least, Math.round(degrees * UNITS_PER_DEGREE)));
  return [
    round(west, WORLD[0], WORLD[2]),
    round(south, WORLD[1], WORLD[3]),
    round(east, WORLD[0], WORLD[2]),
    round(north, WORLD[1], WORLD[3]),
  ];
}
