import type { Bounds } from './values.ts';

/**
 * Returns a box that crosses 180 degrees, whose east is then above 180. `[177, -20, -178, -15]`, as
 * RFC 7946 writes it, is `[177, -20, 182, -15]`. Other boxes stay as they are.
 */
export function unwrapped([west, south, east, north]: Bounds): Bounds {
  return [west, south, west > east ? east + 360 : east, north];
}

/** Returns a box as an author writes it: `177, -20, -178, -15` where it crosses 180 degrees. */
export function writtenBounds([west, south, east, north]: Bounds): string {
  return [west, south, east > 180 ? east - 360 : east, north].join(', ');
}

/** Returns whether a box crosses 180 degrees: then a side is beyond it (`unwrapped`). */
function isAcross([west, , east]: Bounds): boolean {
  return west < -180 || east > 180;
}

/** Returns a box that is moved along the equator by some turns around the world, to the east. */
function turned([west, south, east, north]: Bounds, turns: number): Bounds {
  return [west + 360 * turns, south, east + 360 * turns, north];
}

/** Returns the parts of a box on each side of 180 degrees, within the world; one for most boxes. */
export function sidesOf(box: Bounds): readonly Bounds[] {
  if (!isAcross(box)) return [box];
  const [west, south, east, north] = box[0] < -180 ? turned(box, 1) : box;
  return [
    [west, south, 180, north],
    [-180, south, east - 360, north],
  ];
}

/** Returns whether two boxes have a point in common. Boxes may cross 180 degrees (`unwrapped`). */
export function touches(a: Bounds, b: Bounds): boolean {
  const meet = (one: Bounds, other: Bounds): boolean =>
    one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1];
  if (meet(a, b)) return true;
  return (isAcross(a) || isAcross(b)) && (meet(a, turned(b, 1)) || meet(a, turned(b, -1)));
}

/**
 * Returns whether the first box is inside the second, which may cross 180 degrees (`unwrapped`). They
 * may share a side.
 */
export function isWithin(inner: Bounds, outer: Bounds): boolean {
  const fits = (box: Bounds): boolean =>
    box[0] >= outer[0] && box[1] >= outer[1] && box[2] <= outer[2] && box[3] <= outer[3];
  if (fits(inner)) return true;
  return isAcross(outer) && (fits(turned(inner, 1)) || fits(turned(inner, -1)));
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
