import { directionOf } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';

/** Widths along the four edges of the map, in px. */
export interface Edges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Widths of the covered edges of the map, in px. */
export interface Padding extends Edges {
  /** The edge where lines of text end. The side panel, buttons and the toolbar are there. */
  readonly end: 'left' | 'right';
  /** Width of the column of buttons at that edge, which covers parts of it. Absent for none. */
  readonly buttons?: number;
  /** Width of the toolbar at that edge and of its margin. Absent for none. */
  readonly toolbar?: number;
}

/** A map without anything over it. */
export const NO_EDGES: Edges = { top: 0, right: 0, bottom: 0, left: 0 };

/** Width of the side panel in px; the same as in the CSS. */
const SIDE_PX = 360;
const NARROW_SIDE_PX = 320;
const NARROW_SCREEN_PX = 960;

/** Width in px below which the side panel covers the panel and not the map; the same as in the CSS. */
const SIDE_OVER_PANEL_PX = 860;

/** Width of the toolbar and of its margin, in px; the same as in the CSS. */
const TOOLBAR_PX = 92;

/** Width of the column of buttons of a phone and of its margin, in px; the same as in the CSS. */
const PHONE_BUTTONS_PX = 60;

/** Margin in px around a fitted extent. */
const FIT_MARGIN_PX = 32;

/** Margin in px at both sides of an extent that is fitted beside a column of buttons. */
const NARROW_MARGIN_PX = 3;

/** Height of the bar at the top of a phone, margins included, in px. */
const PHONE_BAR_PX = 72;

/**
 * Height of the lowest stop of the bottom sheet in px, and of the middle stop as a share of the
 * screen.
 */
export const PEEK_PX = 88;
export const HALF_SHARE = 428 / 740;

/** Returns the widths of the covered edges of the map, in px. */
export function mapPadding({ bundles, ui, side: { isOpen: side } }: AtlasStore): Padding {
  const end = directionOf(bundles.index.locale) === 'rtl' ? 'left' : 'right';
  const none = { ...NO_EDGES, end } as const;
  if (ui.embedded) return none;
  if (!ui.phone) {
    const width = window.innerWidth < NARROW_SCREEN_PX ? NARROW_SIDE_PX : SIDE_PX;
    const covers = side && window.innerWidth >= SIDE_OVER_PANEL_PX;
    return { ...none, [end]: covers ? width : 0, toolbar: TOOLBAR_PX };
  }
  const half = side || ui.sheet !== 'peek';
  return {
    ...none,
    top: PHONE_BAR_PX,
    // At full height the sheet hides the map, so the padding of the middle stop is kept.
    bottom: half ? Math.round(window.innerHeight * HALF_SHARE) : PEEK_PX,
    buttons: PHONE_BUTTONS_PX,
  };
}

/** Returns the covered edges and a margin. */
export function withMargin({ top, right, bottom, left }: Edges): Edges {
  return {
    top: top + FIT_MARGIN_PX,
    right: right + FIT_MARGIN_PX,
    bottom: bottom + FIT_MARGIN_PX,
    left: left + FIT_MARGIN_PX,
  };
}

/**
 * Returns the margins around a fitted area: `beside` the toolbar or the buttons of a phone, if there
 * are any. With a lowest zoom, `isLimited`, it is always beside the buttons of a phone. Beside them,
 * the margins are narrow.
 */
export function marginsOf(
  padding: Padding,
  { beside, isLimited }: { readonly beside: boolean; readonly isLimited: boolean },
): Edges {
  const { end, buttons, toolbar = 0 } = padding;
  const start = end === 'right' ? 'left' : 'right';
  const margins = withMargin(padding);
  if (buttons !== undefined && (beside || isLimited))
    return {
      ...margins,
      [end]: padding[end] + buttons + NARROW_MARGIN_PX,
      [start]: padding[start] + NARROW_MARGIN_PX,
    };
  return beside ? { ...margins, [end]: margins[end] + toolbar } : margins;
}
