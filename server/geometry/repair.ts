import type { Deadline } from './deadline.ts';
import { geosIsValid, geosRepair } from './geos.ts';
import type { RejectionCode } from './pack-geojson.ts';
import { packGeoJson } from './pack-geojson.ts';
import type { GeometryKind, PackedGeometry } from './packed.ts';
import { orientRings } from './rings.ts';
import { checkPolygons } from './validity.ts';

/** A geometry fit to be kept, or why it is not. */
export type NormaliseResult =
  | { readonly geometry: PackedGeometry; readonly repaired: boolean }
  | { readonly rejected: RejectionCode };

/** Snapping a repaired polygon can, rarely, need one more repair. */
const MAX_REPAIRS = 3;

/**
 * Tells whether the geometry is valid (OGC Simple Features); points and lines always are.
 * Throws `DeadlineExceeded`.
 */
export function isValid(geometry: PackedGeometry, deadline?: Deadline): boolean {
  if (geometry.kind !== 'polygon') return true;
  const validity = checkPolygons(geometry, deadline);
  // Rings that touch in points may be fine or may cut the inside in two: rare enough to ask GEOS.
  return validity === 'touching' ? geosIsValid(geometry) : validity === 'valid';
}

/**
 * Makes of a GeoJSON geometry the one the server keeps: packed, of the declared kind, valid, rings
 * in RFC 7946 order. `repaired` tells that more than rounding and ring order had to change.
 */
export function normalise(geometry: unknown, declaredKind?: GeometryKind): NormaliseResult {
  const packed = packGeoJson(geometry);
  if ('rejected' in packed) return packed;
  if (declaredKind !== undefined && packed.ok.kind !== declaredKind) {
    return { rejected: 'wrong-kind' };
  }
  if (packed.ok.kind !== 'polygon') return { geometry: packed.ok, repaired: packed.mended };
  let current = packed.ok;
  for (let repairs = 0; repairs <= MAX_REPAIRS; repairs++) {
    if (isValid(current)) {
      return { geometry: orientRings(current), repaired: packed.mended || repairs > 0 };
    }
    const mended = geosRepair(current);
    if (mended === null) break;
    current = mended;
  }
  return { rejected: 'vanished-in-repair' };
}
