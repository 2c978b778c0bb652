import { moved, type Place } from '../distance.ts';
import type { Random } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';

/** Lowest and highest distance from a village, in kilometres. */
export interface Distance {
  readonly low: number;
  readonly high: number;
}

/** Conditions for a place: its distance from the village, and a test. */
export interface PlaceRule extends Distance {
  /** The test; by default, every place passes. */
  readonly accept?: (place: Place) => boolean;
}

const ATTEMPTS = 8;

/**
 * Draws a random place near a village, on land in the same country, that `accept` allows. Its
 * coordinates have five decimals (about a metre). Returns null after too many attempts.
 */
export function placeNear(
  village: Village,
  { low, high, accept = () => true }: PlaceRule,
  { ground }: Skeleton,
  random: Random,
): Place | null {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [east, north] = random.direction();
    // Slightly inside both limits, so that rounding does not exceed them.
    const km = random.between(low + 0.01, high - 0.01);
    const [lng, lat] = moved(village.place, east * km, north * km);
    const place: Place = [Math.round(lng * 1e5) / 1e5, Math.round(lat * 1e5) / 1e5];
    if (ground.countryAt(place) === village.country && accept(place)) return place;
  }
  return null;
}
