import type { Bounds } from 'atlas-engine/runtime';
import type { Place } from './place.ts';

/** Mean radius of the earth in metres. */
const EARTH_M = 6_371_008.8;

export function middleOf([west, south, east, north]: Bounds): Place {
  return [(west + east) / 2, (south + north) / 2];
}

/** Returns the distance between two places in metres, on a sphere. */
export function distance([lng1, lat1]: Place, [lng2, lat2]: Place): number {
  const rad = Math.PI / 180;
  const half = (a: number, b: number): number => Math.sin(((b - a) * rad) / 2) ** 2;
  const chord = half(lat1, lat2) + Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * half(lng1, lng2);
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(chord)));
}
