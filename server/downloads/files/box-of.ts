import type { Geometry } from 'geojson';

export type Box = readonly [west: number, south: number, east: number, north: number];

/** Returns the bounds of a geometry in degrees. */
export function boxOf(geometry: Geometry): Box {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (part: unknown): void => {
    const list = part as readonly unknown[];
    const [x, y] = list;
    if (typeof x !== 'number' || typeof y !== 'number') {
      list.forEach(include);
      return;
    }
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  };
  if ('coordinates' in geometry) include(geometry.coordinates);
  return box;
}

/** Returns the bounds of two boxes. */
export function joinBoxes(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
