import type { Core } from '../../stores/places/area-around.ts';

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

/** Returns all lines of features, or else all their places; null when they have neither. */
export function coreOf(features: readonly GeoJSON.Feature<GeoJSON.Geometry>[]): Core | null {
  const lines = features.flatMap(({ geometry }) => linesOf(geometry));
  if (lines.length > 0) return { type: 'MultiLineString', coordinates: lines };
  const places = features.flatMap(({ geometry }) => placesOf(geometry));
  return places.length > 0 ? { type: 'MultiPoint', coordinates: places } : null;
}

function linesOf(geometry: GeoJSON.Geometry): GeoJSON.Position[][] {
  switch (geometry.type) {
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
      return geometry.coordinates;
    case 'GeometryCollection':
      return geometry.geometries.flatMap(linesOf);
    default:
      return [];
  }
}

function placesOf(geometry: GeoJSON.Geometry): GeoJSON.Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'MultiPoint':
      return geometry.coordinates;
    case 'GeometryCollection':
      return geometry.geometries.flatMap(placesOf);
    default:
      return [];
  }
}
