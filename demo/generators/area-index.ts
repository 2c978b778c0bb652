import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { Place } from './distance.ts';

/** Finds which of many areas a place lies in. */
export interface AreaIndex {
  /** Number of the first area that holds the place, or -1. */
  at(place: Place): number;
  /** True when any area holds the place. */
  holds(place: Place): boolean;
}

/** Degrees of latitude in a band of edges. */
const BAND = 0.05;

/**
 * Makes an index over areas (holes respected, even-odd): their edges lie in bands of latitude, so
 * that a question looks only at the edges of one band.
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

/** Writes each edge as five numbers (from lng, lat, to lng, lat, area) into every band it meets. */
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
