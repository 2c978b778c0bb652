import geodesic from 'geographiclib-geodesic';
import { tick } from './deadline.ts';
import type { PackedGeometry } from './packed.ts';
import { UNITS_PER_DEGREE } from './packed.ts';
import { firstRing, partStart } from './rings.ts';

/**
 * Longest edge along an axis, in units, that is measured as it is: 0.09 degrees, which are at most
 * 10.05 km. A longer one is divided, so that it follows the straight line in degrees, as on the map:
 * the geodesic between its ends is another line.
 */
const LONGEST_EDGE = 9e5;

/** Steps that adding a vertex takes. */
const STEPS_PER_VERTEX = 4;

/**
 * Returns the area of polygons on the WGS 84 ellipsoid in square metres, without holes. Edges are
 * straight in degrees. In PostGIS, it is `ST_Area(ST_Segmentize(shape, 0.09)::geography)`. Points and
 * lines give 0. Throws `DeadlineExceeded`.
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
  for (let v = start, before = end - 1; v < end; before = v++) {
    tick(STEPS_PER_VERTEX);
    const [x0, y0] = [coords[2 * before]!, coords[2 * before + 1]!];
    const [x, y] = [coords[2 * v]!, coords[2 * v + 1]!];
    const parts = Math.ceil(Math.max(Math.abs(x - x0), Math.abs(y - y0)) / LONGEST_EDGE);
    for (let part = 1; part < parts; part++) {
      const [lng, lat] = [x0 + ((x - x0) * part) / parts, y0 + ((y - y0) * part) / parts];
      ring.AddPoint(lat / UNITS_PER_DEGREE, lng / UNITS_PER_DEGREE);
    }
    ring.AddPoint(y / UNITS_PER_DEGREE, x / UNITS_PER_DEGREE);
  }
  return Math.abs(ring.Compute(false, true).area ?? 0);
}
