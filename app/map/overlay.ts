import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';

/** Prefix of the ids of layers that are drawn above the style and do not belong to it. */
export const OVERLAY_PREFIX = 'overlay/';

/** The source of a highlighted feature that has no id in its own source. */
export const OVERLAY_SOURCE = 'overlay';

/**
 * A highlight: style layers that read a source of the map, or `OVERLAY_SOURCE` with its own data.
 */
export interface Overlay {
  readonly layers: readonly LayerSpecification[];
  readonly data?: GeoJSON.Geometry;
}
