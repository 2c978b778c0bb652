/** Returns all polygons of features as one area; null when they have none. */
export function areaOf(
  features: readonly GeoJSON.Feature<GeoJSON.Geometry>[],
): GeoJSON.Polygon | GeoJSON.MultiPolygon | null {
  const coordinates = features.flatMap(({ geometry }) => polygonsOf(geometry));
  const [only] = coordinates;
  if (!only) return null;
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates };
}

function polygonsOf(geometry: GeoJSON.Geometry): GeoJSON.Position[][][] {
  switch (geometry.type) {
    case 'Polygon':
      return [geometry.coordinates];
    case 'MultiPolygon':
      return geometry.coordinates;
    case 'GeometryCollection':
      return geometry.geometries.flatMap(polygonsOf);
    default:
      return [];
  }
}
