import { geosIsValid, geosRepair } from './geos-polygons.ts';
import type { RejectionCode } from './pack-geojson.ts';
import { packGeoJson } from './pack-geojson.ts';
import type { GeometryKind, PackedGeometry } from './packed.ts';
import { orientRings } from './rings.ts';
import { checkPolygons } from './validity.ts';

/**
 * What had to change: a ring was closed or a part without length or area left out, or an invalid
 * polygon was made valid.
 */
export type Repair = 'parts-repaired' | 'made-valid';

/** A geometry fit to be kept, or why it is not. */
export type NormaliseResult =
  | { readonly geometry: PackedGeometry; readonly repaired: Repair | null }
  | { readonly rejected: RejectionCode };

/** Snapping a repaired polygon can, rarely, need one more repair. */
const MAX_REPAIRS = 3;

/**
 * Tells whether the geometry is valid (OGC Simple Features); points and lines always are.
 * Throws `DeadlineExceeded`.
 */
export function isValid(geometry: PackedGeometry): boolean {
  if (geometry.kind !== 'polygon') return true;
  const validity = checkPolygons(geometry);
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
  const mended = packed.mended ? 'parts-repaired' : null;
  if (packed.ok.kind !== 'polygon') return { geometry: packed.ok, repaired: mended };
  let current = packed.ok;
  for (let repairs = 0; repairs <= MAX_REPAIRS; repairs++) {
    if (isValid(current)) {
      return { geometry: orientRings(current), repaired: repairs > 0 ? 'made-valid' : mended };
    }
    const valid = geosRepair(current);
    if (valid === null) break;
    current = valid;
  }
  return { rejected: 'vanished-in-repair' };
}
