/** Metres on the ground that one px covers at the equator at zoom 0 (512 px tiles, WGS 84). */
const METRES_PER_PIXEL_AT_ZERO = 40_075_016.686 / 512;

/** Metres that one px covers in Web Mercator at a zoom and a latitude in degrees. */
export function metresPerPixel(zoom: number, latitude: number): number {
  return (METRES_PER_PIXEL_AT_ZERO * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom;
}

/** The largest of 1, 2, 5, 10, 20, 50 … that is not longer than so many metres; at least 1. */
export function niceDistance(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, longest)));
  const step = [5, 2, 1].find((factor) => factor * power <= longest) ?? 1;
  return step * power;
}
