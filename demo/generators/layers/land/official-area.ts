import type { MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../../area.ts';
import { createRandom } from '../../random.ts';
import { drawSize, type SizeLaw } from './draw-size.ts';

/** Ratio of the area in a title to that of the outline: the old maps of decrees were less exact. */
const RATIO: SizeLaw = { mu: 0, sigma: 0.03, least: 0.9, most: 1.1 };
/** Share of the titles whose area was computed from the outline. */
const COMPUTED = 0.35;
/** Hectares to which an office rounds the areas of titles. */
const ROUNDED = [1, 1, 10, 100, 500] as const;
/** Largest share of the titles whose area an office does not publish. */
const MISSING = 0.14;

/**
 * Returns the area in a title, in hectares; null if its office does not publish it. It differs from
 * the area of the outline by a few percent. Each office rounds and leaves areas out in its own way.
 */
export function officialArea(
  geometry: Polygon | MultiPolygon,
  { id, office }: { readonly id: string; readonly office: string },
): number | null {
  const habits = createRandom(`areas-of-${office}`);
  const step = habits.pick(ROUNDED);
  const missing = MISSING * habits.next();
  const random = createRandom(`area-of-${id}`);
  const area = hectares(geometry);
  if (random.chance(missing)) return null;
  if (random.chance(COMPUTED)) return area;
  return Math.max(step, step * Math.round((area * drawSize(random, RATIO)) / step));
}
