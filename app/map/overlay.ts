import { OVERLAY_PREFIX, type Overlay } from '../stores/page/map-overlay.ts';

/** The source of a highlighted feature that has no id in its own source. */
export const OVERLAY_SOURCE = `${OVERLAY_PREFIX}feature`;

/** The source of the name of a highlighted feature. */
export const NAME_SOURCE = `${OVERLAY_PREFIX}name`;

/** Joins overlays into one, from bottom to top; null when there are none. */
export function joinOverlays(overlays: readonly (Overlay | null)[]): Overlay | null {
  const shown = overlays.filter((overlay) => overlay !== null);
  if (shown.length === 0) return null;
  return {
    layers: shown.flatMap(({ layers }) => layers),
    sources: Object.assign({}, ...shown.map(({ sources }) => sources)) as NonNullable<
      Overlay['sources']
    >,
  };
}
