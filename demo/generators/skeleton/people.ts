import { createRandom } from '../random.ts';
import type { Site } from './sites.ts';

/** Smallest and largest population of a village. */
const PEOPLE = { least: 45, most: 4800 };
/** Distance from a town in kilometres at which its effect on the size of villages is halved. */
const HALF = 14;

/**
 * Draws the population of a village: most are small, a few are large, and villages near towns and
 * roads are larger.
 */
export function drawPeople({ toTown, toRoad }: Site, number: number): number {
  const random = createRandom(`people-of-village-${number}`);
  const luck = random.next() * random.next();
  const pull = 1 + 2.6 / (1 + (toTown / HALF) ** 2) + (toRoad < 2 ? 0.8 : 0);
  return Math.min(PEOPLE.most, Math.round(PEOPLE.least + 60 * random.next() + luck * 900 * pull));
}
