import { createRandom } from '../random.ts';
import type { Site } from './sites.ts';

/** People of a village: of the smallest, and the most that one may have. */
const PEOPLE = { least: 45, most: 4800 };
/** Kilometres from a town where villages are half as much larger as beside it. */
const HALF = 14;

/** Draws the people of a village: many small ones, few large ones, larger near towns and roads. */
export function drawPeople({ toTown, toRoad }: Site, number: number): number {
  const random = createRandom(`people-of-village-${number}`);
  const luck = random.next() * random.next();
  const pull = 1 + 2.6 / (1 + (toTown / HALF) ** 2) + (toRoad < 2 ? 0.8 : 0);
  return Math.min(PEOPLE.most, Math.round(PEOPLE.least + 60 * random.next() + luck * 900 * pull));
}
