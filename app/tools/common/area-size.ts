import turfArea from '@turf/area';
import geodesic from 'geographiclib-geodesic';
import type { ChosenArea } from '../../stores/places/area-store.ts';

export const SQUARE_METRES_PER_KM2 = 1e6;

/** Returns the area in m² on a sphere: fast enough for every movement, up to 0.5 % too large. */
export function liveSize(geometry: ChosenArea['geometry']): number {
  return turfArea(geometry);
}

/**
 * The longest edge along an axis in degrees that is measured as it is. Longer ones are divided, because
 * they are straight in degrees, and the geodesic between their ends is another line.
 */
const LONGEST_EDGE = 0.09;

/** Returns the area in m² on the ellipsoid, as the server decides. */
export function exactSize({ type, coordinates }: ChosenArea['geometry']): number {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  const sizes = polygons.map(([shell = [], ...holes]) =>
    holes.reduce((size, hole) => size - ringSize(hole), ringSize(shell)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function ringSize(ring: readonly GeoJSON.Position[]): number {
  const shape = geodesic.Geodesic.WGS84.Polygon(false);
  // The last position repeats the first.
  for (const [v, [lng = 0, lat = 0]] of ring.slice(1).entries()) {
    const [lng0 = 0, lat0 = 0] = ring[v]!;
    const longest = Math.max(Math.abs(lng - lng0), Math.abs(lat - lat0));
    const parts = Math.max(1, Math.ceil(longest / LONGEST_EDGE));
    for (let part = 0; part < parts; part++)
      shape.AddPoint(lat0 + ((lat - lat0) * part) / parts, lng0 + ((lng - lng0) * part) / parts);
  }
  return Math.abs(shape.Compute(false, true).area ?? 0);
}
