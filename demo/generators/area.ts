import type { MultiPolygon, Polygon, Position } from 'geojson';
import { KM_PER_DEGREE, shrink } from './distance.ts';

/**
 * Returns the size of an area in whole hectares. The error is less than 1 % of the geodesic area
 * within the region.
 */
export function hectares(area: Polygon | MultiPolygon): number {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  const km2 = polygons.flat().reduce((sum, ring) => sum + signedKm2(ring), 0);
  return Math.round(km2 * 100);
}

function signedKm2(ring: readonly Position[]): number {
  const lat0 = ring[0]![1]!;
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1]!, ring[i]!];
    // The trapezium between the edge and the parallel of the first corner. The width of a degree
    // depends on the latitude.
    const width = (from[0]! - to[0]!) * shrink((from[1]! + to[1]! + 2 * lat0) / 4);
    sum += width * ((from[1]! + to[1]!) / 2 - lat0);
  }
  return sum * KM_PER_DEGREE * KM_PER_DEGREE;
}
