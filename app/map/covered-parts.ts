import type { Edges } from './map-padding.ts';

/** A rectangle on the map, in px from its left and top edges. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What covers parts of the map: its edges, and cards in front of it. */
export interface Covered {
  readonly edges: Edges;
  readonly cards: readonly Box[];
}

/** The cards, buttons and the line of sources in front of maps. */
const CARDS = '.float, .credits';

/** Returns the rectangles of the cards in front of a map. Cards that are not drawn have none. */
export function cardsOver(container: HTMLElement): readonly Box[] {
  const map = container.getBoundingClientRect();
  return [...document.querySelectorAll(CARDS)].flatMap((card) => {
    const { left, top, right, bottom, width } = card.getBoundingClientRect();
    if (width === 0) return [];
    return [
      {
        left: left - map.left,
        top: top - map.top,
        right: right - map.left,
        bottom: bottom - map.top,
      },
    ];
  });
}

/** Distance in px around a clicked place within which no element may cover the map. */
const CLEAR_PX = 20;

/** Returns whether a button or another element covers a point of the map, in px, or its surroundings. */
export function isCovered(canvas: HTMLElement, [x, y]: readonly [number, number]): boolean {
  const { left, top } = canvas.getBoundingClientRect();
  return [-CLEAR_PX, 0, CLEAR_PX].some((dx) =>
    [-CLEAR_PX, 0, CLEAR_PX].some(
      (dy) => document.elementFromPoint(left + x + dx, top + y + dy) !== canvas,
    ),
  );
}
