import type { Map as GlMap } from 'maplibre-gl';

/** The renderer's index of the names that have a place. */
export type CollisionIndex = GlMap['style']['placement']['collisionIndex'];

type Place = CollisionIndex['placeCollisionBox'];
type Given = Parameters<Place>;
type Edges = readonly [left: number, top: number, right: number, bottom: number];

/** The places that the renderer has tried for one name without a free one, and their lowest cost. */
interface Tried {
  readonly name: Given[0];
  readonly places: Given[];
  least?: number;
}

/**
 * Places a name that may overlap others where it covers the least of them. The renderer first looks
 * for a free place, then takes the first place of the list, whatever is below.
 */
export function overlapLeast(index: CollisionIndex): void {
  const place: Place = index.placeCollisionBox.bind(index);
  let tried: Tried | null = null;

  const costOf = (given: Given): number => {
    const { placeable, box } = place(...given);
    return placeable ? coveredArea(index, box as unknown as Edges) : Infinity;
  };

  index.placeCollisionBox = (...given) => {
    const [name, mode] = given;
    const placed = place(...given);
    if (mode === 'never') {
      if (tried?.name !== name) tried = { name, places: [] };
      tried.places.push(given);
      return placed;
    }
    if (mode !== 'cooperative' || tried?.name !== name || !placed.placeable) return placed;
    tried.least ??= Math.min(
      ...tried.places.map(([, , ...rest]) => costOf([name, mode, ...rest] as Given)),
    );
    return costOf(given) > tried.least ? { ...placed, placeable: false } : placed;
  };
}

/** Returns the area of a box that others cover, in px²; where two of them do, it counts twice. */
function coveredArea(index: CollisionIndex, [left, top, right, bottom]: Edges): number {
  return index.grid
    .query(left, top, right, bottom)
    .map(({ x1, y1, x2, y2 }) => {
      const width = Math.min(right, x2) - Math.max(left, x1);
      const height = Math.min(bottom, y2) - Math.max(top, y1);
      return Math.max(0, width) * Math.max(0, height);
    })
    .reduce((sum, area) => sum + area, 0);
}
