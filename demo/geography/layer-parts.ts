import { ringArea, simplifyLine, type Polygon } from '../../cli/geography/geometry.ts';
import type { Name } from './names.ts';

/** The largest deviation of a generalised line, in pixels of its zoom. */
export const DEVIATION = 0.6;

/** Returns the size of a screen pixel in the unit square. */
export const pixelAt = (zoom: number): number => 1 / (512 * 2 ** zoom);

/** Returns the attributes for a name. */
export const named = ({ en, fr }: Name) => ({ name: en, name_en: en, name_fr: fr });

/** The types of the attributes of a name. */
export const NAME_FIELDS = { name: 'String', name_en: 'String', name_fr: 'String' } as const;

/** Removes corners that are invisible at a zoom, and rings with an area under `least`. */
export function generalise(
  polygons: readonly Polygon[],
  zoom: number,
  deviation: number,
  least: number,
): Polygon[] {
  const tolerance = deviation * pixelAt(zoom);
  return polygons
    .filter(([ring]) => Math.abs(ringArea(ring!)) > least)
    .map((rings) =>
      rings
        .filter((ring, i) => i === 0 || Math.abs(ringArea(ring)) > least)
        .map((ring) => simplifyLine(ring, tolerance))
        .filter((ring) => ring.length > 3),
    )
    .filter((rings) => rings.length > 0);
}
