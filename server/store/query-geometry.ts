import type { Bounds } from 'atlas-engine';
import type { Geometry } from 'geojson';
import { packGeoJson } from '../geometry/pack-geojson.ts';
import { UNITS_PER_DEGREE, type PackedGeometry } from '../geometry/packed.ts';
import { toWkb } from './postgis/wkb.ts';

/**
 * The geometry of a query in the forms in which the stores search with it. The work to make them
 * grows with the request, so a thread makes them, and one object serves all searches of a request.
 */
export interface QueryGeometry {
  readonly packed: PackedGeometry;
  readonly wkb: Uint8Array<ArrayBuffer>;
}

const WORLD: Bounds = [-1.8e9, -0.9e9, 1.8e9, 0.9e9];

/** Returns the forms of a checked geometry. */
export function toQuery(packed: PackedGeometry): QueryGeometry {
  // A copy, because small buffers of Node are parts of a larger one, which would be sent too.
  return { packed, wkb: new Uint8Array(toWkb(packed)) };
}

/** Packs a geometry of a few vertices. Throws a `TypeError` with the reason and without values. */
export function packQuery(geometry: Geometry): QueryGeometry {
  const packed = packGeoJson(geometry);
  if ('rejected' in packed) throw new TypeError(`the geometry is invalid: ${packed.rejected}`);
  return toQuery(packed.ok);
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
