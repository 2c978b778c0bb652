import type { Point } from '../../cli/geography/geometry.ts';

/** Kilometres in a degree of latitude. */
const KM_PER_DEGREE = 111.2;

/**
 * Returns the estimated radius of a town in kilometres: 0.7 for 10 000 inhabitants, 6 for a million,
 * 14 for Kinshasa. The map draws the same areas (`built-up` in `atlas.config/templates/base-maps.yaml`).
 */
export function extentOf(population: number): number {
  return 0.7 * (population / 10_000) ** 0.45;
}

/** Returns the distance of two places in kilometres; a few hundred at most. */
export function kilometres([lng1, lat1]: Point, [lng2, lat2]: Point): number {
  const across = (lng2 - lng1) * Math.cos(((lat1 + lat2) / 2 / 180) * Math.PI);
  return KM_PER_DEGREE * Math.hypot(across, lat2 - lat1);
}
