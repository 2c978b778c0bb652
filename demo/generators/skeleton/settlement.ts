import { createNearest, type NearestIndex, type Place } from '../distance.ts';
import { createNoise } from '../noise.ts';
import { EXTENTS } from './extents.ts';
import type { Geography } from './geography.ts';

/** The distribution of people over the region. */
export interface Settlement {
  /** Returns a density from 0 (nearly uninhabited) to 1 (the densest countryside). */
  density(place: Place): number;
  /** Returns the distance to the nearest town in kilometres, at most `reach`. */
  toTown(place: Place, reach: number): number;
  /** Returns the largest effect of a large town: 1 in the town, 0.5 at its reach, 0 far away. */
  urban(place: Place): number;
  /** Returns true in the built-up area of a town. */
  isCity(place: Place): boolean;
  /** Returns true in the built-up area of a large town, or within some kilometres of it. */
  isByCity(place: Place, km: number): boolean;
}

/** Distance from a small town in kilometres at which its effect on the countryside is halved. */
const PULL = 18;
/** A town with at least this population is large. */
const LARGE = 50_000;
/**
 * The same distance for a large town: `least`, plus `root` times the square root of its population.
 * Beyond `farthest` kilometres, it has no effect.
 */
const REACH = { least: 4, root: 1 / 23, most: 75, farthest: 180 } as const;
/** Effect of a small and of a large town on the density in its middle: from 1 on, it is 1. */
const MORE = { town: 0.42, large: 1.12 } as const;
/** Radius of a town in kilometres: `least`, plus `root` times the square root of the population. */
const CITY = { least: 0.9, root: 1 / 190 };
/** Maximum radius of a town, in kilometres. */
const LARGEST = 16;

/**
 * Creates the distribution: dense around large towns, less dense around small ones and the four
 * projects, and sparse elsewhere, without abrupt edges.
 */
export function createSettlement({ towns, townPopulations }: Geography): Settlement {
  const nearTowns = createNearest(0.3, towns);
  const fertile = createNoise('fertile', 1.6, 3);
  const reached = createNoise('reached', 0.55, 3);
  const radii = townPopulations.map((people) => CITY.least + CITY.root * Math.sqrt(people));
  const large = townPopulations.flatMap((people, i) => (people >= LARGE ? [i] : []));
  const nearLarge = createNearest(
    0.5,
    large.map((i) => towns[i]!),
  );
  const reaches = large.map((i) =>
    Math.min(REACH.most, REACH.least + REACH.root * Math.sqrt(townPopulations[i]!)),
  );
  const urban = (place: Place): number => {
    let most = 0;
    for (const { index, km } of nearLarge.within(place, REACH.farthest))
      most = Math.max(most, 1 / (1 + (km / reaches[index]!) ** 2));
    return most;
  };
  const toTown = (place: Place, reach: number): number =>
    nearTowns.nearest(place, reach)?.km ?? reach;
  return {
    toTown,
    urban,
    density(place) {
      const [lng, lat] = place;
      const nearTown = 1 / (1 + (toTown(place, 120) / PULL) ** 2);
      const pull = Math.max(MORE.large * urban(place), MORE.town * nearTown);
      const base = 1.52 * (fertile(lng, lat) - 0.42);
      // Distances are distorted by noise, so that the surveyed area is neither a box nor a disc.
      const bend = 0.25 + 1.3 * reached(lng, lat);
      const surveyed = Math.max(
        ...Object.values(EXTENTS).map(({ box, density }) => density * inside(box, place, bend)),
      );
      return 1 - (1 - Math.max(0, base, surveyed)) * Math.max(0, 1 - pull);
    },
    isCity: (place) => isNearer(nearTowns, radii, place),
    isByCity: (place, km) =>
      nearLarge
        .within(place, LARGEST + km)
        .some((town) => town.km < radii[large[town.index]!]! + km),
  };
}

/**
 * Returns 1 in the middle of a box, 0.5 near its edge, and 0 far away. `bend` multiplies the
 * distance.
 */
function inside(
  [west, south, east, north]: readonly [number, number, number, number],
  [lng, lat]: Place,
  bend: number,
): number {
  const x = ((lng - (west + east) / 2) / (east - west)) * 2;
  const y = ((lat - (south + north) / 2) / (north - south)) * 2;
  const far = (x * x + y * y) * bend * bend;
  return 1 / (1 + far * Math.sqrt(far));
}

/**
 * Returns true if a place is within the radius of any town. All towns near it are tested, because a
 * farther one may be larger.
 */
function isNearer(towns: NearestIndex, radii: readonly number[], place: Place): boolean {
  return towns.within(place, LARGEST).some(({ index, km }) => km < radii[index]!);
}
