import { moved, type Place } from '../distance.ts';
import { hashCell, hashName, type Random } from '../random.ts';
import type { LandCover } from '../skeleton/land-cover.ts';
import type { Geography } from '../skeleton/geography.ts';

/**
 * What grows at a place: the crops of the rain forest, those and coffee in its hills, the crops of
 * the savanna, or those of the cool highlands.
 */
export type Farmland = 'forest' | 'hills' | 'savanna' | 'highland';

/** Height in metres from which coffee grows, and from which cocoa, oil palms and bananas do not. */
const HEIGHT = { hills: 1000, highland: 1200 };
/** Tree cover in percent below which a place is in savanna. */
const SAVANNA = 53;
/** Distance in kilometres of the places around a place whose tree cover counts. */
const AROUND = 5;

/** Creates a function that returns the farmland at a place. */
export function createFarmland(
  { relief }: Geography,
  cover: LandCover,
): (place: Place) => Farmland {
  return (place) => {
    const height = relief(place);
    if (height >= HEIGHT.highland) return 'highland';
    const steps = [-AROUND, 0, AROUND];
    const around = steps.flatMap((east) =>
      steps.flatMap((north) => cover.treesAt(moved(place, east, north)) ?? []),
    );
    const mean = around.reduce((sum, trees) => sum + trees, 0) / around.length;
    if (Math.min(mean, cover.treesAt(place) ?? mean) < SAVANNA) return 'savanna';
    return height >= HEIGHT.hills ? 'hills' : 'forest';
  };
}

/** Draws different keys; the larger its weight, the more likely a key is drawn first. */
export function drawWeighted<K extends string>(
  weights: Readonly<Record<K, number>>,
  count: number,
  random: Random,
): K[] {
  const left = (Object.entries(weights) as [K, number][]).filter(([, weight]) => weight > 0);
  const drawn: K[] = [];
  while (drawn.length < count && left.length > 0) {
    let at = random.next() * left.reduce((sum, [, weight]) => sum + weight, 0);
    const found = left.findIndex(([, weight]) => (at -= weight) < 0);
    const [[key]] = left.splice(Math.max(0, found), 1) as [[K, number]];
    drawn.push(key);
  }
  return drawn;
}

/**
 * Returns weights that differ from province to province, by a factor of up to six: what is common in
 * one is rare in another.
 */
export function inProvince<K extends string>(
  weights: Readonly<Record<K, number>>,
  province: string | null,
): Record<K, number> {
  const seed = hashName(`province-${province}`);
  const entries = Object.entries(weights) as [K, number][];
  return Object.fromEntries(
    entries.map(([key, weight], i) => [key, weight * (0.3 + 1.5 * hashCell(seed, i, 0))]),
  ) as Record<K, number>;
}
