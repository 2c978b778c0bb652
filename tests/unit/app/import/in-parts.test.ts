import { expect, it } from 'vitest';
import { inParts } from '../../../../app/tools/import/read/in-parts.ts';
import type { ImportFeature } from '../../../../app/stores/bundle/import-types.ts';

/** A line with this many corners. */
function line(corners: number): ImportFeature {
  const coordinates = Array.from({ length: corners }, (_, i) => [i / 1000, 0]);
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}

it('features pass to the page in parts of about 10 000 corners and values, in their order', () => {
  const features = [6_000, 4_500, 50_000, 3, 4].map(line);
  const parts = [...inParts(features)];
  expect(parts.map((part) => part.length)).toEqual([2, 1, 2]);
  expect(parts.flat()).toEqual(features);
});

it('values count like corners', () => {
  const properties = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i}`, i]));
  const features = Array.from({ length: 400 }, () => ({ ...line(1), properties }));
  expect([...inParts(features)].map((part) => part.length)).toEqual([193, 193, 14]);
});

it('the corners of polygons and collections count', () => {
  const ring = line(7_500).geometry as GeoJSON.LineString;
  const polygon: GeoJSON.Polygon = { type: 'Polygon', coordinates: [ring.coordinates] };
  const both: GeoJSON.Geometry = { type: 'GeometryCollection', geometries: [polygon, polygon] };
  const features = [polygon, both, polygon, polygon].map((geometry): ImportFeature => ({
    type: 'Feature',
    properties: {},
    geometry,
  }));
  expect([...inParts(features)].map((part) => part.length)).toEqual([2, 2]);
});
