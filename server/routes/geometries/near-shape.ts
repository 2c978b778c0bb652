/** Reads the body of a question about what is near a geometry of the visitor. */
import { checkGeoJsonQuery } from '../../geometry/index.ts';
import { toShape, type QueryShape } from '../../store/query-geometry.ts';
import { membersOf } from './analysis-area.ts';

const BAD_BODY =
  'The body must be JSON such as {"geometry":{"type":"LineString","coordinates":[…]}}.';

/** Returns a sentence when the body has another form, or its geometry is not valid. */
export function readNearShape(
  body: Uint8Array,
): { readonly ok: QueryShape } | { readonly fault: string } {
  const { geometry } = membersOf(new TextDecoder().decode(body));
  if (typeof geometry !== 'object' || geometry === null) return { fault: BAD_BODY };
  const parsed = checkGeoJsonQuery(geometry);
  return 'ok' in parsed ? { ok: toShape(parsed.ok) } : { fault: parsed.message };
}
