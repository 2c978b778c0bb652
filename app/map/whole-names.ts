import type { Map as GlMap } from 'maplibre-gl';
import type { Box, Covered } from './covered-parts.ts';
import { overlapLeast, type CollisionIndex } from './least-overlap.ts';

type Style = GlMap['style'];

/** Half the height of a name along a line, in px. The circles of the index contain its padding too. */
const HALF_LINE_PX = 8;

/** How far a card may reach into the padding of a name, in px. The name itself is drawn whole. */
const PADDING_PX = 6;

/** Number of values for each circle of the index: x, y, radius, unused. */
const CIRCLE_SIZE = 4;

/** Names of a map, which are placed only where they are drawn whole. */
export interface WholeNames {
  /** Places the names again. */
  readonly placeAgain: () => void;
  /** Places the names again if what covers the map has changed. Returns whether it has. */
  readonly follow: () => boolean;
}

/**
 * Places names only where they are drawn whole: not across the edges of the map, nor behind what
 * covers it, nor beside a point that is covered. A name with several positions takes one that is
 * free. MapLibre has no option for this, so each new index of its names is extended before the names
 * are placed. A version of MapLibre without the fields that this needs places its names as usual.
 */
export function keepNamesWhole(map: GlMap, covered: () => Covered): WholeNames {
  let used = '';
  const measure = (): Covered => {
    const found = covered();
    used = JSON.stringify(found);
    return found;
  };
  extendStyle(map, measure);
  // A style that cannot be changed step by step is replaced by another object.
  map.on('style.load', () => extendStyle(map, measure));
  const placeAgain = (): void => {
    // The renderer has no placement until its first style is loaded.
    const { style }: { readonly style?: Partial<Style> } = map;
    style?.placement?.setStale?.();
    map.triggerRepaint();
  };
  return {
    placeAgain,
    follow: () => {
      const isSame = used === '' || used === JSON.stringify(covered());
      if (!isSame) placeAgain();
      return !isSame;
    },
  };
}

function extendStyle({ style }: Partial<Pick<GlMap, 'style'>>, covered: () => Covered): void {
  if (!style || Object.getOwnPropertyDescriptor(style, 'pauseablePlacement')?.set) return;
  let current = style.pauseablePlacement;
  Object.defineProperty(style, 'pauseablePlacement', {
    configurable: true,
    enumerable: true,
    get: () => current,
    set: (next: typeof current) => {
      current = next;
      const index = indexOf(next);
      if (!index) return;
      extendIndex(index, testOf(index, covered()));
      overlapLeast(index);
    },
  });
}

/** Returns the index of a placement, or null if this version of MapLibre has another one. */
function indexOf(next: Style['pauseablePlacement'] | undefined): CollisionIndex | null {
  const index = next?.placement?.collisionIndex;
  if (!index?.transform || !index.screenRightBoundary) return null;
  return !index.placeCollisionBox || !index.placeCollisionCircles ? null : index;
}

/**
 * Whether a rectangle of the index is partly covered, in px from its corner outside the map. A card may
 * reach into its padding.
 */
type IsCovered = (box: Box, padding?: number) => boolean;

function testOf({ transform, screenRightBoundary }: CollisionIndex, covered: Covered): IsCovered {
  const { width, height } = transform;
  // The index begins this far outside the map, in px.
  const outside = screenRightBoundary - width;
  const west = outside + covered.edges.left;
  const north = outside + covered.edges.top;
  const east = outside + width - covered.edges.right;
  const south = outside + height - covered.edges.bottom;
  const crosses = ({ left, top, right, bottom }: Box): boolean =>
    left < west || top < north || right > east || bottom > south;
  return (box, padding = 0) =>
    crosses(box) ||
    covered.cards.some(
      (card) =>
        box.left + padding < outside + card.right &&
        box.right - padding > outside + card.left &&
        box.top + padding < outside + card.bottom &&
        box.bottom - padding > outside + card.top,
    );
}

function extendIndex(index: CollisionIndex, isCovered: IsCovered): void {
  const placeBox = index.placeCollisionBox.bind(index);
  index.placeCollisionBox = (...given) => {
    const placed = placeBox(...given);
    const [left = NaN, top = NaN, right = NaN, bottom = NaN] = placed.box;
    const point = pointOf(given, placed);
    const isHidden =
      placed.placeable &&
      (isCovered({ left, top, right, bottom }, PADDING_PX) || (point !== null && isCovered(point)));
    return isHidden ? { ...placed, placeable: false } : placed;
  };

  const placeCircles = index.placeCollisionCircles.bind(index);
  index.placeCollisionCircles = (...line) => {
    const placed = placeCircles(...line);
    const { circles } = placed;
    for (let i = 0; i < circles.length; i += CIRCLE_SIZE) {
      const [x = NaN, y = NaN] = circles.slice(i, i + 2);
      if (isCovered(around(x, y)))
        return { circles: [], offscreen: false, collisionDetected: true };
    }
    return placed;
  };
}

/** Returns the point that a name is beside, as a box; null for a name that is in its place. */
function pointOf(
  given: Parameters<CollisionIndex['placeCollisionBox']>,
  { box: [left = NaN, top = NaN] }: { readonly box: readonly number[] },
): Box | null {
  const [{ x1, y1 }, , pixels] = given;
  const shift = given[10];
  if (!shift) return null;
  const [x, y] = [left - (x1 + shift.x) * pixels, top - (y1 + shift.y) * pixels];
  return { left: x, top: y, right: x, bottom: y };
}

function around(x: number, y: number): Box {
  return {
    left: x - HALF_LINE_PX,
    top: y - HALF_LINE_PX,
    right: x + HALF_LINE_PX,
    bottom: y + HALF_LINE_PX,
  };
}
