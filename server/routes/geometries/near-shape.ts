/** Reads the body of a question about what is near a geometry of the visitor. */
import {
  boundsOf,
  checkGeoJsonQuery,
  UNITS_PER_DEGREE,
  type PackedGeometry,
} from '../../geometry/index.ts';
import { toQuery, type QueryGeometry } from '../../store/query-geometry.ts';
import type { Bounds } from '../../store/store.ts';
import { membersOf } from './analysis-area.ts';

const BAD_BODY =
  'The body must be JSON such as {"geometry":{"type":"LineString","coordinates":[…]}}.';

/** A geometry, its bounds in degrees and its kind. */
export interface NearShape {
  readonly geometry: QueryGeometry;
  readonly bounds: Bounds;
  readonly kind: PackedGeometry['kind'];
}

/** Returns a sentence when the body has another form, or its geometry is not valid. */
export function readNearShape(
  body: Uint8Array,
): { readonly ok: NearShape } | { readonly fault: string } {
  const { geometry } = membersOf(new TextDecoder().decode(body));
  if (typeof geometry !== 'object' || geometry === null) return { fault: BAD_BODY };
  const parsed = checkGeoJsonQuery(geometry);
  if (!('ok' in parsed)) return { fault: parsed.message };
  const packed = parsed.ok;
  const [west, south, east, north] = boundsOf(packed);
  const bounds = [west, south, east, north].map((units) => units / UNITS_PER_DEGREE);
  return {
    ok: { geometry: toQuery(packed), bounds: bounds as unknown as Bounds, kind: packed.kind },
  };
}
