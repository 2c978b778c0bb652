import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';

/** Prefix of the ids of layers that are drawn above the style and do not belong to it. */
export const OVERLAY_PREFIX = 'overlay/';

/** The sources of a highlighted feature that has no id in its own source, and of its name. */
export const OVERLAY_SOURCES = ['overlay', 'overlay-name'] as const;

export type OverlaySource = (typeof OVERLAY_SOURCES)[number];

/** A highlight: style layers that read a source of the map, or an overlay source with its own data. */
export interface Overlay {
  readonly layers: readonly LayerSpecification[];
  readonly data: Readonly<Partial<Record<OverlaySource, GeoJSON.Geometry>>>;
}
