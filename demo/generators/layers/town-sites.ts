import { moved, type Place } from '../distance.ts';
import { createRandom } from '../random.ts';
import { type Skeleton, tongueOf } from '../skeleton/skeleton.ts';
import type { Client } from './campaigns.ts';
import { drawDate } from './calendar.ts';

/** Population from which a town has its own schools and hospitals, and more of them. */
const TOWN = 10_000;
const MORE = [100_000, 1_000_000] as const;
/** Radius of the circle in which they are, in kilometres, and the largest: as of settlements. */
const RADIUS = { least: 0.9, root: 1 / 190 };
const ATTEMPTS = 80;

/** A site in a town, for the people of the town. */
export interface TownSite {
  readonly place: Place;
  readonly client: Client;
}

/**
 * Returns sites in the towns with at least 10 000 people. An invented site has no name of a real
 * town, so its client has none.
 */
export function townSites(skeleton: Skeleton, seed: string): TownSite[] {
  const { geography, ground, provinceAt } = skeleton;
  return geography.towns.flatMap((town, i) => {
    const people = geography.townPopulations[i]!;
    if (people < TOWN) return [];
    const random = createRandom(`${seed}-${i}`);
    // A port may be beside the outline of its country.
    const home = ground.nationAt(town);
    const count = 1 + MORE.filter((least) => people >= least).length;
    return Array.from({ length: count }).flatMap((): TownSite[] => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const [x, y] = random.direction();
        const far = (RADIUS.least + RADIUS.root * Math.sqrt(people)) * random.next();
        const [lng, lat] = moved(town, x * far, y * far);
        const place: Place = [Math.round(lng * 1e5) / 1e5, Math.round(lat * 1e5) / 1e5];
        const country = ground.countryAt(place);
        if (country === null || country !== (home ?? country)) continue;
        const tongue = tongueOf(country, provinceAt(town));
        const surveyed = drawDate(random, 2014, 2025);
        return [{ place, client: { name: null, people, tongue, surveyed } }];
      }
      return [];
    });
  });
}
