import { expect, it } from 'vitest';
import { inParts } from '../../../../app/tools/import/read/in-parts.ts';
import type { ImportFeature } from '../../../../app/stores/bundle/import-types.ts';

/** A line with this many corners. */
function line(corners: number): ImportFeature {
  const coordinates = Array.from({ length: corners }, (_, i) => [i / 1000, 0]);
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}

it('features pass to the page in parts of about 20 000 corners, in their order', () => {
  const features = [12_000, 9_000, 50_000, 3, 4].map(line);
  const parts = [...inParts(features)];
  expect(parts.map((part) => part.length)).toEqual([2, 1, 2]);
  expect(parts.flat()).toEqual(features);
});

it('the corners of polygons and collections count', () => {
  const ring = line(15_000).geometry as GeoJSON.LineString;
  const polygon: GeoJSON.Polygon = { type: 'Polygon', coordinates: [ring.coordinates] };
  const both: GeoJSON.Geometry = { type: 'GeometryCollection', geometries: [polygon, polygon] };
  const features = [polygon, both, polygon, polygon].map((geometry): ImportFeature => ({
    type: 'Feature',
    properties: {},
    geometry,
  }));
  expect([...inParts(features)].map((part) => part.length)).toEqual([2, 2]);
});
