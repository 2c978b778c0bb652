import type { Bounds } from 'atlas-engine';
import type { Place } from '../distance.ts';

/** The whole region of the demonstration data. */
export const REGION: Bounds = [8, -14, 32, 12];

/**
 * The four extents where communities were mapped closely (specification, section 9; its corners
 * of tumba-ledima and lup are swapped there and stand in order here), with the kilometres that
 * villages keep from each other and how much of the extent was mapped: 0 no more than elsewhere,
 * 0.5 nearly all.
 */
export const EXTENTS = {
  nguti: { box: [8.9219, 4.8415, 10.2131, 5.6285], spacing: 3, mapped: 0.34 },
  'tumba-ledima': { box: [16.403918, -2.108926, 17.988549, -0.910108], spacing: 3.6, mapped: 0.4 },
  lup: { box: [24.701, -2.58, 26.075, -1.775], spacing: 3.3, mapped: 0.3 },
  'mai-ndombe': { box: [15.7941, -3.035, 21.0326, 0.1695], spacing: 4.6, mapped: 0.3 },
} as const satisfies Record<string, { box: Bounds; spacing: number; mapped: number }>;

export type ExtentName = keyof typeof EXTENTS;

/** True when the box holds the place, its edges included. */
export function boxHolds([west, south, east, north]: Bounds, [lng, lat]: Place): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

/** Names the extent a place lies in; where two overlap, the smaller one. */
export function extentAt(place: Place): ExtentName | null {
  for (const name of Object.keys(EXTENTS) as ExtentName[]) {
    if (boxHolds(EXTENTS[name].box, place)) return name;
  }
  return null;
}

/** How far inside a box a place lies: 0 at `margin` degrees outside, 1 at `margin` inside, eased. */
export function insideness(
  [west, south, east, north]: Bounds,
  [lng, lat]: Place,
  margin: number,
): number {
  const depth = Math.min(lng - west, east - lng, lat - south, north - lat);
  const share = Math.min(1, Math.max(0, (depth + margin) / (2 * margin)));
  return share * share * (3 - 2 * share);
}
