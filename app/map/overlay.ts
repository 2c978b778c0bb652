import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';

/** Prefix of the ids of layers that are drawn above the style and do not belong to it. */
export const OVERLAY_PREFIX = 'overlay/';

/** The source of a highlighted feature that has no id in its own source. */
export const OVERLAY_SOURCE = `${OVERLAY_PREFIX}feature`;

/** The source of the name of a highlighted feature. */
export const NAME_SOURCE = `${OVERLAY_PREFIX}name`;

/**
 * What is drawn above the style: layers that read a source of the map, or one of `sources`. The ids
 * of both begin with `OVERLAY_PREFIX`.
 */
export interface Overlay {
  readonly layers: readonly LayerSpecification[];
  readonly sources?: Readonly<Record<string, GeoJSON.GeoJSON>>;
}

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
