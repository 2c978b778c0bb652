import type { Country, Group, Sublayer } from '../../model/model.ts';

/** The countries that a group covers. */
export type Coverage = Group['coverage'];

/**
 * Returns the countries of sublayers, in the order of the region; `all` if the sublayers have no
 * country or all countries.
 */
export function coverageOf(
  sublayers: readonly Sublayer[],
  region: ReadonlyMap<string, Country>,
): Coverage {
  const found = new Set(sublayers.flatMap(({ country }) => country ?? []));
  return found.size === 0 || found.size === region.size
    ? 'all'
    : [...region.values()].filter((country) => found.has(country));
}

/** Returns the countries that are in both coverages. */
export function sharedCoverage(one: Coverage, other: Coverage): Coverage {
  if (one === 'all') return other;
  return other === 'all' ? one : one.filter((country) => other.includes(country));
}
