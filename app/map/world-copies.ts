import type { Bounds } from 'atlas-engine/runtime';

/**
 * Returns whether the map repeats the world beside itself. Otherwise it ends at 180°, and the lowest
 * zoom fills it with the world. This needs as much room beside a region as the region is wide, so that
 * a view around it does not reach the end.
 */
export function needsCopies([west, , east]: Bounds): boolean {
  const width = east - west;
  return west - width < -180 || east + width > 180;
}
