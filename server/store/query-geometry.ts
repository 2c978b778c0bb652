import type { Bounds } from 'atlas-engine';
import type { Geometry } from 'geojson';
import { packGeoJson } from '../geometry/pack-geojson.ts';
import { boundsOf, UNITS_PER_DEGREE, type PackedGeometry } from '../geometry/packed.ts';
import { toWkb } from './postgis/wkb.ts';

/**
 * The geometry of a query in the forms in which the stores search with it. The work to make them
 * grows with the request, so a thread makes them, and one object serves all searches of a request.
 */
export interface QueryGeometry {
  readonly packed: PackedGeometry;
  readonly wkb: Uint8Array<ArrayBuffer>;
}

/** A query with the bounds of its geometry in degrees, and its kind. */
export interface QueryShape {
  readonly geometry: QueryGeometry;
  readonly bounds: Bounds;
  readonly kind: PackedGeometry['kind'];
}

const WORLD: Bounds = [-1.8e9, -0.9e9, 1.8e9, 0.9e9];

/** Returns the forms of a checked geometry. */
export function toQuery(packed: PackedGeometry): QueryGeometry {
  // A copy, because small buffers of Node are parts of a larger one, which would be sent too.
  return { packed, wkb: new Uint8Array(toWkb(packed)) };
}

/** Returns a checked geometry as a query, with its bounds and kind. */
export function toShape(packed: PackedGeometry): QueryShape {
  return { geometry: toQuery(packed), bounds: degreesOf(boundsOf(packed)), kind: packed.kind };
}

/** Returns the shape of a stored geometry with buffers of its own, which can be moved to another thread. */
export function toMovable({ kind, coords, ends, polygons }: PackedGeometry): {
  readonly shape: QueryShape;
  readonly buffers: readonly ArrayBuffer[];
} {
  const own = { kind, coords: coords.slice(), ends: ends.slice(), polygons: polygons.slice() };
  const shape = toShape(own);
  const arrays = [own.coords, own.ends, own.polygons, shape.geometry.wkb];
  return { shape, buffers: arrays.map(({ buffer }) => buffer) };
}

/** Packs a geometry of a few vertices. Throws a `TypeError` with the reason and without values. */
export function packQuery(geometry: Geometry): QueryGeometry {
  const packed = packGeoJson(geometry);
  if ('rejected' in packed) throw new TypeError(`the geometry is invalid: ${packed.rejected}`);
  return toQuery(packed.ok);
}

/** Converts the units of the stores to degrees. */
export function degreesOf([west, south, east, north]: Bounds): Bounds {
  const degrees = (units: number): number => units / UNITS_PER_DEGREE;
  return [degrees(west), degrees(south), degrees(east), degrees(north)];
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
