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
  /** The dataset whose features are listed instead; null to analyse. */
  readonly objects: string | null;
}

/**
 * Reads the area of an analysis. Returns a sentence when the body has another form, or the geometry
 * is not a valid polygon.
 */
export function readAnalysisArea(
  body: Uint8Array,
): { readonly ok: AnalysisArea } | { readonly fault: string } {
  const question = questionOf(body);
  if (question === null) return { fault: BAD_BODY };
  const { geometry, objects } = question;
  const parsed = checkGeoJsonQuery(geometry);
  if (!('ok' in parsed)) return { fault: parsed.message };
  const packed = parsed.ok;
  if (packed.kind !== 'polygon') return { fault: 'The geometry must be a polygon.' };
  if (hasLongEdge(packed))
    return { fault: 'An edge of the polygon is 180 degrees of longitude long, or longer.' };
  return { ok: { geometry: toQuery(packed), size: geodesicArea(packed), objects } };
}

/** Returns the geometry in a body, unchecked, and what is asked; null when it has another form. */
function questionOf(
  body: Uint8Array,
): { readonly geometry: object; readonly objects: string | null } | null {
  const { geometry, feature, objects = null } = membersOf(new TextDecoder().decode(body));
  if (typeof geometry !== 'object' || geometry === null) return null;
  if (!isName(feature) || !(objects === null || isName(objects))) return null;
  return { geometry, objects };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME;
}

/** Returns the members of a body of JSON with a geometry; none if it is something else. */
export function membersOf(text: string): {
  readonly geometry?: unknown;
  readonly feature?: unknown;
  readonly objects?: unknown;
} {
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
