import { createNearest, type Place } from '../distance.ts';
import { createNoise } from '../noise.ts';
import type { Random } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { makeEducation } from './education.ts';
import { makeHealth } from './health.ts';

/** How well off a village is, from 0 to 1, and how far its people go, in kilometres. */
export interface Means {
  readonly wealth: number;
  readonly toClinic: number;
  readonly toSchool: number;
}

/** Weights of the land, of the next town and of the road in the wealth of a village. */
const WEIGHTS = { land: 0.6, town: 0.25, road: 0.15 };
/** Kilometres at which the effect of a town and of a road is halved. */
const HALF = { town: 15, road: 2 };
/** Maximum of the distances, in kilometres. */
const FAR = 60;

/**
 * Creates a function that returns the means of a village. Wealth is smooth in space: neighbours have
 * the same soils, prices and projects.
 */
export function createMeans(skeleton: Skeleton): (village: Village) => Means {
  const land = createNoise('wealth', 0.9, 3);
  const [clinics, schools] = [makeHealth(skeleton), makeEducation(skeleton)].map((sites) =>
    createNearest(
      0.1,
      sites.map(({ geometry }) => geometry.coordinates as unknown as Place),
    ),
  );
  return ({ place, toTown, toRoad }) => ({
    wealth: Math.min(
      1,
      // Nearly all values of the noise are within 0.25 of one half.
      WEIGHTS.land * Math.min(1, Math.max(0, 2 * land(...place) - 0.5)) +
        WEIGHTS.town / (1 + toTown / HALF.town) +
        WEIGHTS.road / (1 + toRoad / HALF.road),
    ),
    toClinic: clinics!.nearest(place, FAR)?.km ?? FAR,
    toSchool: schools!.nearest(place, FAR)?.km ?? FAR,
  });
}

/** Share of the answers about a distance that do not fit it. */
const WRONG = 0.08;
/** Kilometres to a clinic, a school, a road and a town from which people name the difficulty. */
const FROM = { clinic: 8, school: 2.5, road: 1.5, town: 30 };
/** Difficulties that do not depend on a distance, and how many of a village name one. */
const OTHERS = {
  crops_eaten_by_animals: 0.3,
  boundary_dispute_with_a_neighbour: 0.12,
  low_prices_at_the_market: 0.22,
} as const;

/** Draws the difficulties of a village: those that its distances make, and some others. */
export function drawDifficulties(
  { toRoad, toTown }: Village,
  { toClinic, toSchool }: Means,
  water: { readonly isClean: boolean; readonly random: Random },
): string[] {
  const { isClean, random } = water;
  const facts = {
    bad_road_in_the_rains: toRoad > FROM.road,
    no_clean_water: !isClean && toTown > 3,
    far_from_the_clinic: toClinic > FROM.clinic,
    no_teacher: toSchool > FROM.school,
    no_telephone_signal: toTown > FROM.town,
  };
  const named = Object.entries(facts).flatMap(([difficulty, is]) =>
    is !== random.chance(WRONG) ? [difficulty] : [],
  );
  const others = Object.entries(OTHERS).flatMap(([difficulty, share]) =>
    random.chance(share) ? [difficulty] : [],
  );
  return random.shuffle([...named, ...others]);
}
