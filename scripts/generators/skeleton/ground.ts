import { createAreaIndex } from '../area-index.ts';
import type { Place } from '../distance.ts';
import { COUNTRIES, type Country, type Geography } from './geography.ts';

/** What one can stand on: the land of the countries, without their lakes. */
export interface Ground {
  /** The country whose dry land holds the place, or null over water and abroad. */
  countryAt(place: Place): Country | null;
  /** The country that holds the place, on land or on a lake, or null. */
  nationAt(place: Place): Country | null;
}

/** Makes the ground of a geography. */
export function createGround({ countries, lakes }: Geography): Ground {
  const land = createAreaIndex(countries);
  const water = createAreaIndex(lakes);
  return {
    countryAt(place) {
      const number = land.at(place);
      return number < 0 || water.holds(place) ? null : COUNTRIES[number]!;
    },
    nationAt: (place) => COUNTRIES[land.at(place)] ?? null,
  };
}
