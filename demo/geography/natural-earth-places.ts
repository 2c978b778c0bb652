import { readFileSync } from 'node:fs';
import type { FeatureCollection, Point as GeoPoint } from 'geojson';
import type { Point } from '../../cli/geography/geometry.ts';

const FILE = new URL('natural-earth/places.geojson', import.meta.url);

/** A town of Natural Earth, also of the countries around the atlas. */
export interface NaturalEarthTown {
  readonly name: string;
  readonly name_en: string;
  readonly name_fr: string;
  readonly iso3: string;
  readonly population: number;
  /** The value is 2 for a national capital, 4 for a provincial capital, otherwise 0. */
  readonly capital: 0 | 2 | 4;
  readonly at: Point;
}

/** Reads the towns of Natural Earth, largest first. */
export function readNaturalEarth(): NaturalEarthTown[] {
  const { features } = JSON.parse(readFileSync(FILE, 'utf8')) as FeatureCollection<
    GeoPoint,
    Omit<NaturalEarthTown, 'at'>
  >;
  return features.map(({ properties, geometry: { coordinates } }) => ({
    ...properties,
    at: [coordinates[0]!, coordinates[1]!] as const,
  }));
}
