import type { ImportFeature } from '../../../stores/bundle/import-types.ts';

/** The page can copy this many corners and values in a few milliseconds. A feature is never divided. */
const VALUES = 10_000;

/** Cuts features into parts, so that the page is not blocked while it receives them. */
export function* inParts(features: readonly ImportFeature[]): Iterable<readonly ImportFeature[]> {
  let start = 0;
  let values = 0;
  for (const [index, { geometry, properties }] of features.entries()) {
    // The feature itself takes time too.
    values += 1 + cornersOf(geometry) + Object.keys(properties).length;
    if (values < VALUES) continue;
    yield features.slice(start, index + 1);
    start = index + 1;
    values = 0;
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
