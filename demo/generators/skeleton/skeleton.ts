import { createAreaIndex } from '../area-index.ts';
import {
  createNearest,
  kilometres,
  type NearestIndex,
  type Place,
  sampleLine,
} from '../distance.ts';
import { createRandom } from '../random.ts';
import { createCustoms, type Customs } from './customs.ts';
import { createTerrain, type Terrain } from './terrain/terrain.ts';
import { type Country, type Geography, readGeography } from './geography.ts';
import { createGround, type Ground } from './ground.ts';
import { endAtLandings } from './landings.ts';
import { type LandCover, readLandCover } from './land-cover.ts';
import { createRealNames, createVillageNames, type RealNames, type Tongue } from './names.ts';
import { drawPeople } from './people.ts';
import { inventRoads, type Road } from './roads.ts';
import { createSettlement, type Settlement } from './settlement.ts';
import { settle, settleTowardsTowns, type Site } from './sites.ts';
import { throughTowns } from './town-stretches.ts';
import { createTownLand, type TownLand } from './town-land.ts';

/**
 * The data that all demonstration layers share. It is created once for each configuration folder.
 */
export interface Skeleton {
  readonly geography: Geography;
  readonly realNames: RealNames;
  readonly ground: Ground;
  /** The land of the real towns, which no area of a dataset may cover. */
  readonly townLand: TownLand;
  readonly terrain: Terrain;
  readonly settlement: Settlement;
  /** Invented roads. */
  readonly roads: readonly Road[];
  /** Invented streams, from source to mouth. A stream ends where it joins a longer one. */
  readonly streams: readonly (readonly Place[])[];
  /** Real rivers, shores, and invented streams. */
  readonly waters: readonly (readonly Place[])[];
  /** Returns the id of the province at a place, or null. */
  provinceAt(place: Place): string | null;
  readonly nearRoads: NearestIndex;
  /** Index of real rivers. */
  readonly nearRivers: NearestIndex;
  /** Index of real rivers and shores. */
  readonly nearBanks: NearestIndex;
  readonly nearWaters: NearestIndex;
  readonly nearVillages: NearestIndex;
  /** The villages, in the order of their numbers in `nearVillages`. */
  readonly villages: readonly Village[];
}

/** A site with its invented name. */
export interface Village extends Site, Customs {
  /** Its local name, which is not translated. */
  readonly name: string;
  /** The language of its name and of its surveys. */
  readonly tongue: Tongue;
  /** Id of its province, such as `cod-mai-ndombe`; null beside the outlines of all provinces. */
  readonly province: string | null;
  readonly people: number;
}

const made = new Map<string, Promise<Skeleton>>();

/**
 * Returns the skeleton for the geography of a configuration folder. It is created at the first
 * call.
 */
export function skeletonOf(configDir: string): Promise<Skeleton> {
  const known = made.get(configDir);
  if (known) return known;
  const making = Promise.all([readGeography(configDir), readLandCover(configDir)]).then(
    ([geography, cover]) => createSkeleton(geography, cover),
  );
  // A failure is not cached, because the geography may be built before the next call.
  making.catch(() => made.delete(configDir));
  made.set(configDir, making);
  return making;
}

/** Creates the skeleton from a geography and its land cover. */
export function createSkeleton(geography: Geography, cover: LandCover): Skeleton {
  const ground = createGround(geography);
  const terrain = createTerrain(geography, cover);
  const settlement = createSettlement(geography);
  const routes = inventRoads(geography, { terrain, ground }, settlement);
  const land = { geography, ground };
  const roads = endAtLandings(throughTowns(routes, land), land);
  const { streams } = terrain;
  const banks = [...geography.rivers, ...shoresOf(geography)];
  const waters = [...banks, ...streams];
  const nearRoads = indexOf(linesOf(roads));
  const nearBanks = indexOf(banks);
  const nearWaters = indexOf(waters);
  const setting = {
    ground,
    terrain,
    settlement,
    relief: geography.relief,
    banks,
    near: { roads: indexOf(linesOf(routes)), banks: nearBanks, waters: nearWaters },
  };
  const first = settle({ ...setting, roads: linesOf(routes) });
  const main = roads.filter(({ kind }) => kind !== 'piste');
  const more = settleTowardsTowns({ ...setting, roads: linesOf(main) }, first);
  const sites = [...first, ...more];
  const realNames = createRealNames(geography.realNames);
  const nameOf = createVillageNames(realNames);
  const customsOf = createCustoms(realNames);
  const names = [...nameSites(first, nameOf), ...more.map(({ country }) => nameOf(country))];
  const provinceAt = createProvinces(geography);
  const villages = sites.map((site, number) => {
    const people = drawPeople(site, number);
    const name = names[number]!;
    const province = provinceAt(site.place);
    const tongue = tongueOf(site.country, province);
    return { ...site, ...customsOf(site, number), tongue, province, people, name };
  });
  const nearVillages = createNearest(
    0.05,
    villages.map(({ place }) => place),
  );
  return {
    geography,
    realNames,
    ground,
    townLand: createTownLand(geography),
    terrain,
    settlement,
    roads,
    streams,
    waters,
    provinceAt,
    nearRoads,
    nearRivers: indexOf(geography.rivers),
    nearBanks,
    nearWaters,
    nearVillages,
    villages,
  };
}

/** Share of the villages with the name of another, and the least distance between them in kilometres. */
const HOMONYMS = { share: 0.015, apart: 200 } as const;

/**
 * Names the sites. The two sites of a pair have one name, with the numbers I and II. A few villages
 * have the name of another one of their country, in another province.
 */
function nameSites(sites: readonly Site[], nameOf: (country: Country) => string): string[] {
  const names = sites.map(({ country, pairOf }) => (pairOf === null ? nameOf(country) : ''));
  sites.forEach(({ pairOf }, number) => {
    if (pairOf === null) return;
    names[number] = `${names[pairOf]!} II`;
    names[pairOf] = `${names[pairOf]!} I`;
  });
  repeatNames(sites, names);
  return names;
}

/** Gives a few villages the name of another one, instead of their own. */
function repeatNames(sites: readonly Site[], names: string[]): void {
  const single = createRandom('homonyms').shuffle(
    [...sites.keys()].filter((number) => !/ II?$/.test(names[number]!)),
  );
  const count = Math.round(sites.length * HOMONYMS.share);
  const givers = new Set(single.slice(count));
  for (const taker of single.slice(0, count)) {
    const { place, country } = sites[taker]!;
    const giver = [...givers].find(
      (other) =>
        sites[other]!.country === country &&
        kilometres(sites[other]!.place, place) >= HOMONYMS.apart,
    );
    if (giver === undefined) continue;
    names[taker] = names[giver]!;
    givers.delete(giver);
  }
}

/** Creates an index of places along lines, one kilometre apart. */
function indexOf(lines: readonly (readonly Place[])[]): NearestIndex {
  return createNearest(
    0.1,
    lines.flatMap((line) => sampleLine(line, 1)),
  );
}

const linesOf = (roads: readonly Road[]): (readonly Place[])[] => roads.map(({ line }) => line);

function shoresOf({ lakes }: Geography): Place[][] {
  return lakes.flatMap((lake) =>
    lake.type === 'Polygon' ? lake.coordinates : lake.coordinates.flat(),
  ) as unknown as Place[][];
}

/** Returns a function that returns the id of the province at a place. */
function createProvinces({ provinces }: Geography): (place: Place) => string | null {
  const ids = [...provinces.keys()];
  const index = createAreaIndex([...provinces.values()]);
  return (place) => ids[index.at(place)] ?? null;
}

/** The provinces of Cameroon whose schools and administration use English. */
const ENGLISH = ['cmr-nord-ouest', 'cmr-sud-ouest'];

/**
 * Returns the language of a site: English in two provinces of Cameroon, Spanish in Equatorial
 * Guinea, French elsewhere.
 */
export function tongueOf(country: Country, province: string | null): Tongue {
  if (country === 'gnq') return 'es';
  return province !== null && ENGLISH.includes(province) ? 'en' : 'fr';
}
