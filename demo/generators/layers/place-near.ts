import { moved, type Place } from '../distance.ts';
import type { Random } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';

/** Kilometres from a village, at least and at most. */
export interface Distance {
  readonly low: number;
  readonly high: number;
}

/** Where a place may be: its distance from the village, and which places are accepted. */
export interface PlaceRule extends Distance {
  /** Default: every place. */
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
    // A hair inside both ends, so that rounding does not leave them.
    const km = random.between(low + 0.01, high - 0.01);
    const [lng, lat] = moved(village.place, east * km, north * km);
    const place: Place = [Math.round(lng * 1e5) / 1e5, Math.round(lat * 1e5) / 1e5];
    if (ground.countryAt(place) === village.country && accept(place)) return place;
  }
  return null;
}
