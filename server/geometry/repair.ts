import { geosIsValid, geosRepair } from './geos-polygons.ts';
import type { RejectionCode } from './pack-geojson.ts';
import { packGeoJson } from './pack-geojson.ts';
import type { GeometryKind, PackedGeometry } from './packed.ts';
import { orientRings } from './rings.ts';
import { checkPolygons } from './validity.ts';

/**
 * The kind of repair. `parts-repaired`: a ring was closed, or a part without length or area was
 * removed. `made-valid`: an invalid polygon was made valid.
 */
export type Repair = 'parts-repaired' | 'made-valid';

/** A valid geometry to store, or the reason for its rejection. */
export type NormaliseResult =
  | { readonly geometry: PackedGeometry; readonly repaired: Repair | null }
  | { readonly rejected: RejectionCode };

/**
 * Maximum number of repairs. In rare cases, a repaired polygon is invalid again after it is
 * snapped.
 */
const MAX_REPAIRS = 3;

/**
 * Returns whether the geometry is valid (OGC Simple Features); points and lines always are.
 * Throws `DeadlineExceeded`.
 */
export function isValid(geometry: PackedGeometry): boolean {
  if (geometry.kind !== 'polygon') return true;
  const validity = checkPolygons(geometry);
  // Rings that touch in points may be valid or split the interior; this is rare, so GEOS decides.
  return validity === 'touching' ? geosIsValid(geometry) : validity === 'valid';
}

/**
 * Converts a GeoJSON geometry to the form that is stored: packed, of the declared kind, valid, with
 * rings in RFC 7946 order. `repaired` is set if more than rounding and ring order had to change.
 */
export function normalise(geometry: unknown, declaredKind?: GeometryKind): NormaliseResult {
  const packed = packGeoJson(geometry);
  if ('rejected' in packed) return packed;
  if (declaredKind !== undefined && packed.ok.kind !== declaredKind) {
    return { rejected: 'wrong-kind' };
  }
  const partsRepaired = packed.repaired ? 'parts-repaired' : null;
  if (packed.ok.kind !== 'polygon') return { geometry: packed.ok, repaired: partsRepaired };
  let current = packed.ok;
  for (let repairs = 0; repairs <= MAX_REPAIRS; repairs++) {
    if (isValid(current)) {
      return {
        geometry: orientRings(current),
        repaired: repairs > 0 ? 'made-valid' : partsRepaired,
      };
    }
    const valid = geosRepair(current);
    if (valid === null) break;
    current = valid;
  }
  return { rejected: 'vanished-in-repair' };
}
