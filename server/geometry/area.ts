import geodesic from 'geographiclib-geodesic';
import type { PackedGeometry } from './packed.ts';
import { UNITS_PER_DEGREE } from './packed.ts';
import { firstRing, partStart } from './rings.ts';

/**
 * Returns the area of polygons on the WGS 84 ellipsoid in square metres, without holes. Edges are
 * geodesics, as in PostGIS `ST_Area(geography)`. Points and lines give 0.
 */
export function geodesicArea({ coords, ends, polygons }: PackedGeometry): number {
  let total = 0;
  for (let p = 0; p < polygons.length; p++) {
    const shell = firstRing(polygons, p);
    for (let ring = shell; ring < polygons[p]!; ring++) {
      const area = ringArea(coords, partStart(ends, ring), ends[ring]!);
      total += ring === shell ? area : -area;
    }
  }
  return total;
}

/** Returns the area of the smaller side of the ring, for either direction of its vertices. */
function ringArea(coords: Int32Array, start: number, end: number): number {
  const ring = geodesic.Geodesic.WGS84.Polygon(false);
  for (let v = start; v < end; v++) {
    ring.AddPoint(coords[2 * v + 1]! / UNITS_PER_DEGREE, coords[2 * v]! / UNITS_PER_DEGREE);
  }
  return Math.abs(ring.Compute(false, true).area ?? 0);
}
