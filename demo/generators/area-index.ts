import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { Place } from './distance.ts';

/** An index of areas, which finds the area that contains a place. */
export interface AreaIndex {
  /** Returns the number of the first area that contains the place, or -1. */
  at(place: Place): number;
  /** Returns true if any area contains the place. */
  holds(place: Place): boolean;
}

/** Height of a band of edges, in degrees of latitude. */
const BAND = 0.05;

/**
 * Creates an index over areas. Holes are respected (even-odd rule). The edges are grouped by bands
 * of latitude, so that a lookup examines the edges of one band only.
 */
export function createAreaIndex(areas: readonly (Polygon | MultiPolygon)[]): AreaIndex {
  const bands = new Map<number, number[]>();
  areas.forEach((area, number) => {
    const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
    for (const ring of polygons.flat()) addRing(bands, ring, number);
  });
  const inside = new Uint8Array(areas.length);
  const at = ([lng, lat]: Place): number => {
    const edges = bands.get(Math.floor(lat / BAND));
    if (!edges) return -1;
    inside.fill(0);
    for (let i = 0; i < edges.length; i += 5) {
      const fromLat = edges[i + 1]!;
      const toLat = edges[i + 3]!;
      if (fromLat > lat === toLat > lat) continue;
      const fromLng = edges[i]!;
      const crossing = fromLng + ((lat - fromLat) / (toLat - fromLat)) * (edges[i + 2]! - fromLng);
      if (crossing > lng) inside[edges[i + 4]!]! ^= 1;
    }
    return inside.indexOf(1);
  };
  return { at, holds: (place) => at(place) >= 0 };
}

/**
 * Adds each edge of a ring to every band that it crosses. An edge is five numbers: longitude and
 * latitude of its start, longitude and latitude of its end, and the number of the area.
 */
function addRing(bands: Map<number, number[]>, ring: readonly Position[], area: number): void {
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1]!, ring[i]!];
    const low = Math.floor(Math.min(from[1]!, to[1]!) / BAND);
    const high = Math.floor(Math.max(from[1]!, to[1]!) / BAND);
    for (let band = low; band <= high; band++) {
      const edges = bands.get(band);
      const edge = [from[0]!, from[1]!, to[0]!, to[1]!, area];
      if (edges) edges.push(...edge);
      else bands.set(band, edge);
    }
  }
}
