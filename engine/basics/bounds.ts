import type { Bounds } from './values.ts';

/** Returns whether two boxes have a point in common. */
export function touches(a: Bounds, b: Bounds): boolean {
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}

/** Returns whether the first box is inside the second; they may share a side. */
export function isWithin(inner: Bounds, outer: Bounds): boolean {
  return (
    inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
  );
}

/** Returns what two boxes have in common; without anything in common, a part of the first one. */
export function overlap(a: Bounds, b: Bounds): Bounds {
  const west = Math.min(Math.max(a[0], b[0]), a[2]);
  const south = Math.min(Math.max(a[1], b[1]), a[3]);
  return [west, south, Math.max(west, Math.min(a[2], b[2])), Math.max(south, Math.min(a[3], b[3]))];
}

/** The valid longitudes and latitudes, in degrees. */
export const WORLD: Bounds = [-180, -90, 180, 90];

/** Returns the box with longitude and latitude swapped. */
export function exchanged([west, south, east, north]: Bounds): Bounds {
  return [south, west, north, east];
}

/**
 * Returns the box of numbers in the order west, east, south, north, in which GIS programs write
 * extents; null if they cannot have this order.
 */
export function fromPairs([west, east, south, north]: Bounds): Bounds | null {
  const box: Bounds = [west, south, east, north];
  return west < east && south < north && isWithin(box, WORLD) ? box : null;
}

/** Returns the box around all boxes; null for none. */
export function around(boxes: readonly Bounds[]): Bounds | null {
  if (boxes.length === 0) return null;
  const least = (side: 0 | 1): number => Math.min(...boxes.map((box) => box[side]));
  const most = (side: 2 | 3): number => Math.max(...boxes.map((box) => box[side]));
  return [least(0), least(1), most(2), most(3)];
}
