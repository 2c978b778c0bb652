import type { Geometry } from 'geojson';
import { packGeoJson } from '../geometry/pack-geojson.ts';
import { UNITS_PER_DEGREE, type PackedGeometry } from '../geometry/packed.ts';
import type { Bounds } from './store.ts';

const WORLD: Bounds = [-1.8e9, -0.9e9, 1.8e9, 0.9e9];

const known = new WeakMap<Geometry, PackedGeometry>();

/**
 * Packs the geometry of a query; throws a `TypeError` with the reason and without values. An object
 * that is used again for the next page is packed only once.
 */
export function packQuery(geometry: Geometry): PackedGeometry {
  let query = known.get(geometry);
  if (query === undefined) {
    const packed = packGeoJson(geometry);
    if ('rejected' in packed) throw new TypeError(`the geometry is invalid: ${packed.rejected}`);
    known.set(geometry, (query = packed.ok));
  }
  return query;
}

/** Rounds degrees to the units of the stores and limits them to the world. */
export function unitsOf([west, south, east, north]: Bounds): Bounds {
  const round = (degrees: number, least: number, most: number): number =>
    Math.min(most, Math.max(least, Math.round(degrees * UNITS_PER_DEGREE)));
  return [
    round(west, WORLD[0], WORLD[2]),
    round(south, WORLD[1], WORLD[3]),
    round(east, WORLD[0], WORLD[2]),
    round(north, WORLD[1], WORLD[3]),
  ];
}
