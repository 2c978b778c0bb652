/** Reads the body of an analysis: GeoJSON of an area, and the source of the feature. */
import { parseGeoJsonText, UNITS_PER_DEGREE, type PackedGeometry } from '../../geometry/index.ts';
import { HttpError } from '../../http/errors.ts';
import type { GeometryReader } from '../geodata/geometry-reader.ts';

/** Maximum characters of the name of the source. */
const MAX_NAME = 200;

/** Parses the JSON of a body within the limits of a geometry. Throws `HttpError` 400. */
export function parseAnalysis(text: string): unknown {
  try {
    return parseGeoJsonText(text);
  } catch {
    throw badBody();
  }
}

/**
 * Reads the area of an analysis. Throws `HttpError` 400 when the body has another form, or the
 * geometry is not a valid polygon.
 */
export async function readAnalysis(
  body: unknown,
  geometries: GeometryReader,
  gone: AbortSignal,
): Promise<PackedGeometry> {
  const { geometry, feature } = (typeof body === 'object' && body !== null ? body : {}) as {
    geometry?: unknown;
    feature?: unknown;
  };
  if (typeof geometry !== 'object' || geometry === null) throw badBody();
  if (typeof feature !== 'string' || feature === '' || feature.length > MAX_NAME) throw badBody();
  const parsed = await geometries.read(JSON.stringify(geometry), gone, 'geojson');
  if (!('ok' in parsed)) throw new HttpError('bad-request', { detail: parsed.message });
  if (parsed.ok.kind !== 'polygon')
    throw new HttpError('bad-request', { detail: 'The geometry must be a polygon.' });
  if (hasLongEdge(parsed.ok))
    throw new HttpError('bad-request', {
      detail: 'An edge of the polygon is 180 degrees of longitude long, or longer.',
    });
  return parsed.ok;
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

function badBody(): HttpError {
  return new HttpError('bad-request', {
    detail:
      'The body must be JSON such as {"geometry":{"type":"Polygon","coordinates":[…]},"feature":"drawn"}.',
  });
}
