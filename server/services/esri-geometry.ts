import type { Geometry, Position } from 'geojson';
import { polygonsOfRings } from 'atlas-engine/readers';
import { isRecord } from 'atlas-engine/http';

/**
 * Converts an ArcGIS geometry to GeoJSON: `{x, y}`, `points`, `paths`, `rings`. Returns null when it is
 * empty or of another type. The load checks the coordinates.
 */
export function geometryOfEsri(geometry: unknown): Geometry | null {
  if (!isRecord(geometry)) return null;
  const { x, y, points, paths, rings } = geometry;
  if (typeof x === 'number' && typeof y === 'number') {
    return { type: 'Point', coordinates: [x, y] };
  }
  if (isLines([points])) return { type: 'MultiPoint', coordinates: points as Position[] };
  if (isLines(paths)) return { type: 'MultiLineString', coordinates: paths };
  if (isLines(rings)) return { type: 'MultiPolygon', coordinates: polygonsOfRings(rings) };
  return null;
}

function isLines(value: unknown): value is Position[][] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((line) => Array.isArray(line) && line.length > 0 && line.every(Array.isArray))
  );
}
