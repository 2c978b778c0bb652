import area from '@turf/area';

/** Returns the size in m², fast enough for each frame of a drawing. */
export function liveSize(geometry: GeoJSON.Polygon | GeoJSON.MultiPolygon): number {
  return area(geometry);
}
