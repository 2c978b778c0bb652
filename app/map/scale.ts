/** Metres per px at the equator at zoom 0 (512 px tiles, WGS 84). */
const METRES_PER_PIXEL_AT_ZERO = 40_075_016.686 / 512;

/** Returns the metres per px in Web Mercator at a zoom and a latitude in degrees. */
export function metresPerPixel(zoom: number, latitude: number): number {
  return (METRES_PER_PIXEL_AT_ZERO * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom;
}

/** Returns the largest of 1, 2, 5, 10, 20, 50 … that is at most `longest` metres; at least 1. */
export function niceDistance(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, longest)));
  const step = [5, 2, 1].find((factor) => factor * power <= longest) ?? 1;
  return step * power;
}
