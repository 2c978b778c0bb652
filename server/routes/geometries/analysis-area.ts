/** Reads the body of an analysis: GeoJSON of an area, and the source of the feature. */
import {
  checkGeoJsonQuery,
  geodesicArea,
  parseGeoJsonText,
  UNITS_PER_DEGREE,
  type PackedGeometry,
} from '../../geometry/index.ts';
import { toQuery, type QueryGeometry } from '../../store/query-geometry.ts';

/** Maximum characters of the name of the source. */
const MAX_NAME = 200;

const BAD_BODY =
  'The body must be JSON such as {"geometry":{"type":"Polygon","coordinates":[…]},"feature":"drawn"}.';

/** The area of an analysis. */
export interface AnalysisArea {
  readonly geometry: QueryGeometry;
  /** Its size on the ellipsoid in m². */
  readonly size: number;
}

/**
 * Reads the area of an analysis. Returns a sentence when the body has another form, or the geometry
 * is not a valid polygon.
 */
export function readAnalysisArea(
  body: Uint8Array,
): { readonly ok: AnalysisArea } | { readonly fault: string } {
  const geometry = geometryOf(body);
  if (geometry === null) return { fault: BAD_BODY };
  const parsed = checkGeoJsonQuery(geometry);
  if (!('ok' in parsed)) return { fault: parsed.message };
  const packed = parsed.ok;
  if (packed.kind !== 'polygon') return { fault: 'The geometry must be a polygon.' };
  if (hasLongEdge(packed))
    return { fault: 'An edge of the polygon is 180 degrees of longitude long, or longer.' };
  return { ok: { geometry: toQuery(packed), size: geodesicArea(packed) } };
}

/** Returns the geometry in a body, unchecked; null when the body has another form. */
function geometryOf(body: Uint8Array): object | null {
  const { geometry, feature } = membersOf(new TextDecoder().decode(body));
  if (typeof geometry !== 'object' || geometry === null) return null;
  const isNamed = typeof feature === 'string' && feature !== '' && feature.length <= MAX_NAME;
  return isNamed ? geometry : null;
}

function membersOf(text: string): { readonly geometry?: unknown; readonly feature?: unknown } {
  try {
    const body = parseGeoJsonText(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** Returns whether an edge is so long that the shortest way between its ends is another one. */
function hasLongEdge({ coords, ends }: PackedGeometry): boolean {
  let start = 0;
  for (const end of ends) {
    for (let v = start, before = end - 1; v < end; before = v++)
      if (Math.abs(coords[2 * v]! - coords[2 * before]!) >= 180 * UNITS_PER_DEGREE) return true;
    start = end;
  }
  return false;
}
