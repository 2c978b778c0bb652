import type { Place } from '../distance.ts';
import { createNoise } from '../noise.ts';
import { createRandom, hashCell, hashName, type Random } from '../random.ts';
import type { Country } from './geography.ts';
import { createLandNames, type RealNames } from './names.ts';

/** What a village shares with the villages around it. */
export interface Customs {
  /** Names of the clans of the village. */
  readonly clans: readonly [string, ...string[]];
  /** Letters that stand for the peoples of the village. Each people has a language. */
  readonly peoples: readonly [string, ...string[]];
}

/** Side of a zone of one language, in degrees. */
const SIDE = 1.3;
/** Peoples are named by letters, so that no real one is named. */
const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
/** Share of the villages near another zone with families from there, and how near, in degrees. */
const MIXED = { share: 0.6, reach: 0.25 } as const;
/** Amplitude of the irregular borders of zones, as a share of their side. */
const WARP = 0.9;
/** Number of clans in a zone, and the largest number in a village. */
const CLANS = { zone: 10, village: 3 } as const;

/**
 * Creates a function that returns the customs of a village. Villages of a zone have clans with the
 * same names and belong to the same people, as they speak one language.
 */
export function createCustoms(
  realNames: RealNames,
): (village: { readonly place: Place; readonly country: Country }, number: number) => Customs {
  const nameOf = createLandNames(realNames, 'clans');
  const zones = new Map<string, string[]>();
  const language = createZones('language', SIDE);
  const clansOf = (country: Country, place: Place): readonly string[] => {
    const key = `${country} ${language(place).join(' ')}`;
    let clans = zones.get(key);
    if (!clans) zones.set(key, (clans = Array.from({ length: CLANS.zone }, () => nameOf(country))));
    return clans;
  };
  const seed = hashName('peoples');
  const letterAt = (place: Place): string =>
    LETTERS[Math.floor(LETTERS.length * hashCell(seed, ...language(place)))]!;
  const peoplesOf = ([lng, lat]: Place, random: Random): [string, ...string[]] => {
    const own = letterAt([lng, lat]);
    const [east, north] = random.direction();
    const beside = letterAt([lng + east * MIXED.reach, lat + north * MIXED.reach]);
    return beside !== own && random.chance(MIXED.share) ? [own, beside] : [own];
  };
  return ({ place, country }, number) => {
    const random = createRandom(`customs-${number}`);
    const [first, ...others] = random.sample(
      clansOf(country, place),
      random.integer(1, CLANS.village),
    ) as [string, ...string[]];
    return { clans: [first, ...others], peoples: peoplesOf(place, random) };
  };
}

/** Returns a function that returns the zone of a place: the number of its column and its row. */
export function createZones(seed: string, side: number): (place: Place) => [number, number] {
  const [east, north] = [
    createNoise(`${seed}-east`, side, 3),
    createNoise(`${seed}-north`, side, 3),
  ];
  return ([lng, lat]) => [
    Math.floor(lng / side + WARP * (east(lng, lat) - 0.5)),
    Math.floor(lat / side + WARP * (north(lng, lat) - 0.5)),
  ];
}
