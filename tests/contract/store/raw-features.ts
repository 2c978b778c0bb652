/** Raw features for tests of stores, as in files. */
import type { Feature, Geometry } from 'geojson';

export const point = (x: number, y: number, properties: object | null): unknown => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [x, y] },
  properties,
});

export const box = (west: number, south: number, east: number, north: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
export const feature = (geometry: Geometry, properties: Feature['properties'] = {}): unknown => ({
  type: 'Feature',
  geometry,
  properties,
});
