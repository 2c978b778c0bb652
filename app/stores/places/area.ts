import { isWithin, type Bounds } from 'atlas-engine/runtime';
import type { View } from '../../address/address.ts';

/** An area whose sides are shorter than this on the map, in px, is too small to be noticed. */
const TINY_PX = 32;

/** Returns whether the middle of a view is inside an area, which may cross 180 degrees. */
export function contains(area: Bounds, { lng, lat }: View): boolean {
  return isWithin([lng, lat, lng, lat], area);
}

/** Returns whether an area is too small to be noticed at a zoom. */
export function isTiny([west, south, east, north]: Bounds, zoom: number): boolean {
  const pixelsPerDegree = (512 * 2 ** zoom) / 360;
  return Math.max(east - west, north - south) * pixelsPerDegree < TINY_PX;
}
