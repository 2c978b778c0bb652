import type { ImportFeature } from '../../../stores/bundle/import-types.ts';

/** The page can copy this many corners in a few milliseconds. A feature is never divided. */
const CORNERS = 20_000;

/** Cuts features into parts, so that the page is not blocked while it receives them. */
export function* inParts(features: readonly ImportFeature[]): Iterable<readonly ImportFeature[]> {
  let start = 0;
  let corners = 0;
  for (const [index, { geometry }] of features.entries()) {
    // Features without corners also take time.
    corners += 1 + cornersOf(geometry);
    if (corners < CORNERS) continue;
    yield features.slice(start, index + 1);
    start = index + 1;
    corners = 0;
  }
  if (start < features.length) yield features.slice(start);
}

function cornersOf(geometry: GeoJSON.Geometry): number {
  if (geometry.type === 'GeometryCollection')
    return geometry.geometries.reduce((sum, part) => sum + cornersOf(part), 0);
  return cornersIn(geometry.coordinates);
}

function cornersIn(coordinates: readonly unknown[]): number {
  const [first] = coordinates;
  if (!Array.isArray(first)) return 1;
  if (!Array.isArray(first[0])) return coordinates.length;
  return coordinates.reduce<number>(
    (sum, part) => sum + (Array.isArray(part) ? cornersIn(part) : 0),
    0,
  );
}
