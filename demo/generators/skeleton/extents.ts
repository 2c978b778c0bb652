import type { Bounds } from 'atlas-engine';
import type { Place } from '../distance.ts';

/** The whole region of the demonstration data. */
export const REGION: Bounds = [8, -14, 32, 12];

/**
 * The four extents in which communities were mapped (specification, section 9, where the corners of
 * tumba-ledima and lup are swapped), each with the density of villages around its centre. A density
 * of 1 is the densest countryside, which only the surroundings of large towns have.
 */
export const EXTENTS = {
  nguti: { box: [8.9219, 4.8415, 10.2131, 5.6285], density: 0.86 },
  'tumba-ledima': { box: [16.403918, -2.108926, 17.988549, -0.910108], density: 0.64 },
  lup: { box: [24.701, -2.58, 26.075, -1.775], density: 0.73 },
  'mai-ndombe': { box: [15.7941, -3.035, 21.0326, 0.1695], density: 0.57 },
} as const satisfies Record<string, { box: Bounds; density: number }>;

export type ExtentName = keyof typeof EXTENTS;

/** Returns true if the box contains the place; its edges are included. */
export function boxHolds([west, south, east, north]: Bounds, [lng, lat]: Place): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

/** Returns the extent that contains a place. Where two overlap, it is the smaller one. */
export function extentAt(place: Place): ExtentName | null {
  for (const name of Object.keys(EXTENTS) as ExtentName[]) {
    if (boxHolds(EXTENTS[name].box, place)) return name;
  }
  return null;
}
