import { createNearest, kilometres, moved, type NearestIndex, type Place } from '../distance.ts';
import { createRandom, type Random } from '../random.ts';
import type { Terrain } from './terrain/terrain.ts';
import { boxHolds, extentAt, type ExtentName, REGION } from './extents.ts';
import type { Country } from './geography.ts';
import type { Ground } from './ground.ts';
import type { Relief } from './terrain/relief.ts';
import type { Settlement } from './settlement.ts';

/** The location of a village of the demonstration data. */
export interface Site {
  readonly place: Place;
  readonly country: Country;
  /** The project extent that contains the site. */
  readonly extent: ExtentName | null;
  /** Number of the site of which this is the second part, or null. */
  readonly pairOf: number | null;
  /** Distance to the nearest river, stream or shore in kilometres, at most `FAR`. */
  readonly toWater: number;
  /** Distance to the nearest road in kilometres, at most `FAR`. */
  readonly toRoad: number;
  /** Distance to the nearest town in kilometres, at most `FAR_TOWN`. */
  readonly toTown: number;
}

/** Maximum of the distances to water and roads, in kilometres. */
export const FAR = 15;
/** Maximum of the distance to a town, in kilometres. */
const FAR_TOWN = 120;

/** Lowest and highest distance between two villages along a road or bank, in kilometres. */
const GAP = { least: 0.2, most: 12 } as const;
/** Share of the villages with a second part, and its distance from the first, in kilometres. */
const PAIR = { share: 0.06, least: 0.32, most: 0.88 } as const;
/** Height above which nobody lives, in metres. */
const HIGHEST = 2300;
/**
 * Below the density `few`, the share of surveyed villages is `share`; above the density `all`,
 * every village is surveyed.
 */
const SURVEYED = { few: 0.44, all: 0.7, share: 0.04 } as const;
/** Share of the villages in the forest, away from roads and rivers. */
const IN_FOREST = 0.2;
/**
 * Conditions for villages in the forest: distance to roads and rivers in kilometres, tree cover in
 * percent, and the number of attempts.
 */
const FOREST = { away: 3.2, trees: 45, attempts: 400_000 } as const;
/**
 * Distance between the centre of a village and the middle of its road or the shore, in kilometres:
 * the share `at` of the villages is `near`, the others are `away`.
 */
const BESIDE = {
  road: { at: 0.7, near: [0.003, 0.02], away: [0.05, 0.7] },
  bank: { at: 0, near: [0, 0], away: [0.45, 1.2] },
} as const;
type Beside = (typeof BESIDE)[keyof typeof BESIDE];
/**
 * Villages along the roads to a town: within `reach` kilometres of it there is one wherever the next
 * one would be farther than a distance between `least` and `most`.
 */
const TO_TOWN = { reach: 24, least: 8, most: 15 } as const;
/** Radius of dry ground around a village, in kilometres. */
const DRY = 0.3;

/** The input of `settle`, which places the villages. */
interface Setting {
  readonly ground: Ground;
  readonly terrain: Terrain;
  readonly settlement: Settlement;
  readonly relief: Relief;
  readonly roads: readonly (readonly Place[])[];
  /** Rivers and shores on the map. */
  readonly banks: readonly (readonly Place[])[];
  readonly near: {
    readonly roads: NearestIndex;
    readonly banks: NearestIndex;
    readonly waters: NearestIndex;
  };
}

/** Places villages: four of five along roads and banks, denser near towns, the others in forest. */
export function settle(setting: Setting): Site[] {
  const random = createRandom('sites');
  const taken = createNearest(0.08);
  const places: Place[] = [];
  const pairs = new Map<number, number>();
  const add = (place: Place, gap: number): boolean => {
    const site = rounded(place);
    if (!isHabitable(site, setting) || taken.nearest(site, gap)) return false;
    taken.add(site);
    places.push(site);
    return true;
  };
  const addPair = (place: Place): void => {
    const first = places.length - 1;
    const isFar = (taken.nearest(place, PAIR.most)?.km ?? 0) >= PAIR.least;
    if (isFar && add(place, PAIR.least)) pairs.set(places.length - 1, first);
  };
  for (const line of setting.roads) lineUp(line, BESIDE.road, { setting, random, add, addPair });
  for (const line of setting.banks) lineUp(line, BESIDE.bank, { setting, random, add, addPair });
  const wanted = Math.round((places.length * IN_FOREST) / (1 - IN_FOREST));
  scatterInForest(wanted, { setting, random, add, addPair });
  return places.map((place, number) => ({
    ...siteAt(place, setting),
    pairOf: pairs.get(number) ?? null,
  }));
}

/**
 * Places more villages along the roads that lead to towns, where the first ones are rare. They are
 * separate, so that the first ones keep their places and numbers.
 */
export function settleTowardsTowns(setting: Setting, first: readonly Site[]): Site[] {
  const random = createRandom('sites-towards-towns');
  const taken = createNearest(
    0.08,
    first.map(({ place }) => place),
  );
  const more: Site[] = [];
  const { reach, least, most } = TO_TOWN;
  for (const line of setting.roads) {
    let left = random.between(0, least);
    line.forEach((to, i) => {
      const from = line[i - 1];
      if (!from) return;
      left -= kilometres(from, to);
      if (left > 0) return;
      const gap = random.between(least, most);
      left = random.between(least / 4, least);
      if (setting.settlement.toTown(to, reach) >= reach || taken.nearest(to, gap)) return;
      const place = rounded(placeBeside([from, to], to, BESIDE.road, random));
      if (!isHabitable(place, setting)) return;
      taken.add(place);
      more.push({ ...siteAt(place, setting), pairOf: null });
    });
  }
  return more;
}

interface Walk {
  readonly setting: Setting;
  readonly random: Random;
  /** Adds a village unless another one is within `gap` kilometres. Returns whether it was added. */
  add(place: Place, gap: number): boolean;
  /** Adds the second part of the village that was added last, if the place is free. */
  addPair(place: Place): void;
}

/** Places villages along a line, with a random distance between them. */
function lineUp(
  line: readonly Place[],
  beside: Beside,
  { setting: { settlement }, random, add, addPair }: Walk,
): void {
  let left = random.between(0, GAP.most / 2);
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!];
    const km = kilometres(from, to);
    let at = left;
    for (; at < km; at += left) {
      const here: Place = [
        from[0] + ((to[0] - from[0]) * at) / km,
        from[1] + ((to[1] - from[1]) * at) / km,
      ];
      const density = settlement.density(here);
      left = gapAt(density, random);
      if (!random.chance(surveyed(density))) continue;
      const place = placeBeside([from, to], here, beside, random);
      if (!add(place, left * 0.6) || !random.chance(PAIR.share)) continue;
      const apart = random.between(PAIR.least, PAIR.most);
      const [east, north] = directionOf(from, to);
      addPair(moved(place, east * apart, north * apart));
    }
    left = at - km;
  }
}

/** Draws the place of a village beside a place of its road or bank, which leads from one place to another. */
function placeBeside(
  [from, to]: readonly [Place, Place],
  here: Place,
  { at: share, near, away }: Beside,
  random: Random,
): Place {
  const range = random.chance(share) ? near : away;
  const side = random.between(range[0], range[1]) * (random.chance(0.5) ? 1 : -1);
  const [east, north] = directionOf(from, to);
  return moved(here, -north * side, east * side);
}

/** Returns the direction from one place to another, of length 1. */
function directionOf(from: Place, to: Place): readonly [east: number, north: number] {
  const [east, north] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.sqrt(east * east + north * north) || 1;
  return [east / length, north / length];
}

/** Returns the share of villages that were surveyed at a density. */
function surveyed(density: number): number {
  return Math.max(SURVEYED.share, (density - SURVEYED.few) / (SURVEYED.all - SURVEYED.few));
}

/**
 * Draws the distance to the next village in kilometres: small where people are dense, and sometimes
 * small elsewhere.
 */
function gapAt(density: number, random: Random): number {
  const middle = 3 + 14 * (1 - density);
  const share = random.next();
  return Math.min(GAP.most, Math.max(GAP.least, middle * (0.06 + 2.35 * share * share)));
}

/** Places a given number of villages in forest, away from roads and rivers. */
function scatterInForest(wanted: number, { setting, random, add }: Walk): void {
  const { terrain, settlement, near } = setting;
  const [west, south, east, north] = REGION;
  let left = wanted;
  for (let attempt = 0; attempt < FOREST.attempts && left > 0; attempt++) {
    const place: Place = [random.between(west, east), random.between(south, north)];
    const cell = terrain.grid.at(place);
    if (!terrain.nation[cell] || terrain.trees[cell]! < FOREST.trees) continue;
    const density = settlement.density(place);
    if (!random.chance(density * surveyed(density))) continue;
    if (near.roads.nearest(place, FOREST.away) || near.banks.nearest(place, FOREST.away)) continue;
    if (add(place, gapAt(density, random))) left--;
  }
}

/** Returns true if a village may be at a place: dry ground in one country of the region, outside towns. */
function isHabitable(place: Place, { ground, settlement, relief }: Setting): boolean {
  const country = ground.countryAt(place);
  if (!country || !boxHolds(REGION, place) || settlement.isCity(place)) return false;
  if (relief(place) > HIGHEST) return false;
  return [DRY, (DRY * 2) / 3, DRY / 3].every((km) =>
    [
      [km, 0],
      [-km, 0],
      [0, km],
      [0, -km],
    ].every(([east, north]) => ground.countryAt(moved(place, east!, north!)) === country),
  );
}

function siteAt(place: Place, { ground, settlement, near }: Setting): Omit<Site, 'pairOf'> {
  return {
    place,
    country: ground.countryAt(place)!,
    extent: extentAt(place),
    toWater: near.waters.nearest(place, FAR)?.km ?? FAR,
    toRoad: near.roads.nearest(place, FAR)?.km ?? FAR,
    toTown: settlement.toTown(place, FAR_TOWN),
  };
}

/** Rounds to five decimals (about a metre), as in surveys. */
const rounded = (place: Place): Place => [
  Math.round(place[0] * 1e5) / 1e5,
  Math.round(place[1] * 1e5) / 1e5,
];
