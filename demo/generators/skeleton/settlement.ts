import { createNearest, type NearestIndex, type Place } from '../distance.ts';
import { createNoise } from '../noise.ts';
import { EXTENTS } from './extents.ts';
import type { Geography } from './geography.ts';

/** How people are spread over the region. */
export interface Settlement {
  /** From 0, hardly anybody, to 1, the densest countryside. */
  density(place: Place): number;
  /** Kilometres to the nearest town, `reach` at most. */
  toTown(place: Place, reach: number): number;
  /** True in the built-up area of a town. */
  isCity(place: Place): boolean;
}

/** Kilometres from a town where its pull on the countryside is half as strong. */
const PULL = 22;
/** Kilometres of a town's radius: of the smallest, and what a person adds by the root of all. */
const CITY = { least: 0.9, root: 1 / 190 };
/** The largest radius of a town, km. */
const LARGEST = 16;

/** Makes the spread: dense near towns and around the four projects, thin elsewhere, with no edge. */
export function createSettlement({ towns, townPopulations }: Geography): Settlement {
  const nearTowns = createNearest(0.3, towns);
  const fertile = createNoise('fertile', 1.6, 3);
  const reached = createNoise('reached', 0.55, 3);
  const radii = townPopulations.map((people) => CITY.least + CITY.root * Math.sqrt(people));
  const toTown = (place: Place, reach: number): number =>
    nearTowns.nearest(place, reach)?.km ?? reach;
  return {
    toTown,
    density(place) {
      const [lng, lat] = place;
      const pull = 1 / (1 + (toTown(place, 120) / PULL) ** 2);
      const base = 1.3 * (fertile(lng, lat) - 0.42);
      // Distances are bent, so that the surveyed area is neither a box nor a disc.
      const bend = 0.25 + 1.3 * reached(lng, lat);
      const surveyed = Math.max(
        ...Object.values(EXTENTS).map(({ box, density }) => density * inside(box, place, bend)),
      );
      return Math.min(1, Math.max(0, base, surveyed) + 0.6 * pull);
    },
    isCity: (place) => isNearer(nearTowns, radii, place),
  };
}

/** 1 in the middle of a box, a half near its edge, nothing far off; `bend` stretches the distance. */
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

/** Whether a place lies in the radius of any town; the nearest one need not be the largest. */
function isNearer(towns: NearestIndex, radii: readonly number[], place: Place): boolean {
  return towns.within(place, LARGEST).some(({ index, km }) => km < radii[index]!);
}
