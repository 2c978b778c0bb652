import { NameSides, type Anchor, type Lettering } from '../../geography/name-sides.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';

/** The names of villages. The rings of towns are no part of the comparison. */
const LETTERING: Lettering = {
  letter: 6,
  halfHeight: 7,
  gap: 7,
  scales: [8, 9.5, 11].map((zoom) => ({ zoom, rank: 0 })),
};

/** The side of its village on which a name is written. */
const SIDES: Readonly<Record<Anchor, string>> = {
  left: 'east',
  right: 'west',
  top: 'south',
  bottom: 'north',
};

/**
 * Returns a function that gives the side of a village, `east`, `west`, `south` or `north`, on which
 * its name crosses no river and covers neither water nor another country, or least of them.
 */
export function createNameSides({ geography, ground }: Skeleton): (village: Village) => string {
  const sides = new NameSides(geography.rivers, LETTERING);
  return ({ name, place, country }) =>
    SIDES[sides.anchorOf({ name, at: place, isAtHome: (at) => ground.countryAt(at) === country })];
}
