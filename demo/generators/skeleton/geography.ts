import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import type { Place } from '../distance.ts';
import { REAL_WORDS } from './real-words.ts';
import { readRelief, type Relief } from './terrain/relief.ts';
import { readWideRivers } from './terrain/wide-rivers.ts';

/** The countries that get demonstration data, by ISO 3166-1 alpha-3 in small letters. */
export const COUNTRIES = ['cmr', 'cod', 'caf', 'cog', 'gab', 'gnq'] as const;
export type Country = (typeof COUNTRIES)[number];

/** The real geography under the demonstration data. */
export interface Geography {
  /** One area for each country, in the order of `COUNTRIES`. */
  readonly countries: readonly (Polygon | MultiPolygon)[];
  /** Lakes, and rivers where they are wide enough to have an area. */
  readonly lakes: readonly (Polygon | MultiPolygon)[];
  /** The lakes without the rivers. */
  readonly stillWaters: readonly (Polygon | MultiPolygon)[];
  readonly rivers: readonly (readonly Place[])[];
  readonly towns: readonly Place[];
  /** Population of each town, in the order of `towns`. */
  readonly townPopulations: readonly number[];
  /** The capitals of the countries. */
  readonly capitals: readonly Place[];
  /** Provinces by their id, such as `cod-mai-ndombe`. */
  readonly provinces: ReadonlyMap<string, Polygon | MultiPolygon>;
  readonly relief: Relief;
  /**
   * Names of towns, provinces, rivers and lakes, and of peoples and languages. Invented names must
   * differ from these names by more than one letter.
   */
  readonly realNames: readonly string[];
}

const NAMES = ['countries', 'lakes', 'rivers', 'places', 'provinces'] as const;

/**
 * Reads the prepared geography of an atlas from `<configDir>/data/geography`. Throws if a file is
 * missing or a country has no outline.
 */
export async function readGeography(configDir: string): Promise<Geography> {
  const path = (name: string): string => join(configDir, 'data', 'geography', name);
  const read = async (name: (typeof NAMES)[number]): Promise<readonly Feature[]> => {
    return (JSON.parse(await readFile(path(`${name}.geojson`), 'utf8')) as FeatureCollection)
      .features;
  };
  const [countries, lakes, rivers, places, provinces, wideRivers, relief] = await Promise.all([
    read('countries'),
    read('lakes'),
    read('rivers'),
    read('places'),
    read('provinces'),
    readWideRivers(path('base.pmtiles')),
    readRelief(path('relief.pmtiles')),
  ]);
  return {
    countries: COUNTRIES.map((country) => outlineOf(countries, country)),
    lakes: [...lakes.flatMap(areaOf), ...wideRivers],
    stillWaters: lakes.flatMap(areaOf),
    relief,
    rivers: rivers.flatMap(linesOf),
    towns: places.flatMap(townOf),
    townPopulations: places.flatMap((place) => townOf(place).map(() => populationOf(place))),
    capitals: places.filter(isCapital).flatMap(townOf),
    provinces: new Map(
      provinces.flatMap((province) =>
        areaOf(province).map((area) => [String(province.properties?.['id']), area]),
      ),
    ),
    realNames: [
      ...[...countries, ...places, ...provinces, ...rivers, ...lakes].flatMap(namesOf),
      ...REAL_WORDS,
    ],
  };
}

function outlineOf(features: readonly Feature[], country: Country): Polygon | MultiPolygon {
  const found = features.find(
    ({ properties }) => String(properties?.['iso3']).toLowerCase() === country,
  );
  const area = found && areaOf(found)[0];
  if (!area) throw new Error(`The geography has no outline of the country \`${country}\`.`);
  return area;
}

function areaOf({ geometry }: Feature): (Polygon | MultiPolygon)[] {
  return geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon' ? [geometry] : [];
}

function linesOf({ geometry }: Feature): (readonly Place[])[] {
  if (geometry?.type === 'LineString') return [geometry.coordinates as unknown as Place[]];
  if (geometry?.type === 'MultiLineString') return geometry.coordinates as unknown as Place[][];
  return [];
}

function isCapital({ properties }: Feature): boolean {
  return properties?.['capital'] === 2;
}

function townOf({ geometry }: Feature): Place[] {
  return geometry?.type === 'Point' ? [geometry.coordinates as unknown as Place] : [];
}

function populationOf({ properties }: Feature): number {
  return Number(properties?.['population'] ?? 0);
}

function namesOf({ properties }: Feature): string[] {
  const names: unknown[] = [properties?.['name'], properties?.['name_en'], properties?.['name_fr']];
  return names.filter((name) => typeof name === 'string');
}
