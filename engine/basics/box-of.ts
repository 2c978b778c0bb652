import type { Bounds } from './values.ts';

/** Returns the rectangle around the coordinates of a GeoJSON geometry, in degrees. */
export function boxOf(geometry: { readonly type: string }): Bounds {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (part: unknown): void => {
    if (!Array.isArray(part)) return;
    const [lng, lat]: unknown[] = part;
    if (typeof lng !== 'number' || typeof lat !== 'number') {
      part.forEach(include);
      return;
    }
    box[0] = Math.min(box[0], lng);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lng);
    box[3] = Math.max(box[3], lat);
  };
  if ('coordinates' in geometry) include(geometry.coordinates);
  return box;
}

/** Returns the rectangle around two rectangles. */
export function joinBoxes(a: Bounds, b: Bounds): Bounds {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
