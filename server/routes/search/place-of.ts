import type { Found } from 'atlas-engine/http';
import type { Bounds } from '../../store/store.ts';

/** Returns bounds in degrees, and their centre, as the place of a search result. */
export function placeOf(bounds: Bounds | null): Pick<Found, 'bbox' | 'center'> {
  if (bounds === null) return { bbox: null, center: null };
  const [west, south, east, north] = bounds;
  // Returns the middle of two coordinates, rounded to the precision of the store.
  const middle = (a: number, b: number): number => Number(((a + b) / 2).toFixed(7));
  return { bbox: bounds, center: [middle(west, east), middle(south, north)] };
}
