import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Point } from '../geography/geometry.ts';
import type { TopoJson } from '../geography/topology.ts';

/** Words in the two languages of the interface. */
export interface Words {
  readonly en: string;
  readonly fr: string;
}

/** A country, or a territory without codes, with its polygons as rings of arc numbers. */
export interface WorldCountry {
  readonly iso2: string;
  readonly iso3: string;
  readonly name: Words;
  readonly polygons: readonly (readonly (readonly number[])[])[];
}

/** The countries of the world, which share the arcs of their borders. */
export interface WorldCountries extends Pick<TopoJson, 'transform' | 'arcs'> {
  readonly countries: readonly WorldCountry[];
}

/** A town; `capital` is 2 for a national, 4 for a provincial capital, otherwise 0. */
export interface Town {
  readonly name: string;
  readonly iso2: string;
  readonly at: Point;
  readonly population: number;
  readonly capital: number;
}

/** The path of a file of the world that the package contains. */
export const worldFile = (name: string): string =>
  fileURLToPath(new URL(`world/${name}`, import.meta.url));

const unzip = (name: string): string => gunzipSync(readFileSync(worldFile(name))).toString();

/** Reads the countries of the world. */
export const readCountries = (): WorldCountries =>
  JSON.parse(unzip('countries.json.gz')) as WorldCountries;

/** Reads the lakes and rivers of the world. */
export const readWaters = (): TopoJson => JSON.parse(unzip('waters.json.gz')) as TopoJson;

/** Reads the towns of the world, largest first. */
export const readTowns = (): Town[] =>
  unzip('towns.tsv.gz')
    .split('\n')
    .map((line) => {
      const [name, iso2, lng, lat, population, capital] = line.split('\t');
      return {
        name: name!,
        iso2: iso2!,
        at: [Number(lng), Number(lat)],
        population: Number(population),
        capital: Number(capital),
      };
    });
