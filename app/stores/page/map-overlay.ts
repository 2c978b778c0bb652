import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';

/** Prefix of the ids of layers that are drawn above the style and do not belong to it. */
export const OVERLAY_PREFIX = 'overlay/';

/**
 * What is drawn above the style: layers that read a source of the map, or one of `sources`. The ids
 * of both begin with `OVERLAY_PREFIX`.
 */
export interface Overlay {
  readonly layers: readonly LayerSpecification[];
  readonly sources?: Readonly<Record<string, GeoJSON.GeoJSON>>;
}
