import type { LayerSpecification, SourceSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Json } from '../basics/values.ts';

/** The lowest zoom of MapLibre's default zoom range of a layer. */
export const LOWEST_ZOOM = 0;
export const HIGHEST_ZOOM = 24;

/**
 * A call of a method of the map. If `before` is null, the layer is placed above all others; if
 * `value` is undefined, the property is removed.
 */
export type MapCommand =
  | { readonly type: 'add-source'; readonly id: string; readonly source: SourceSpecification }
  | { readonly type: 'remove-source'; readonly id: string }
  | {
      readonly type: 'add-layer';
      readonly layer: LayerSpecification;
      readonly before: string | null;
    }
  | { readonly type: 'remove-layer'; readonly id: string }
  | { readonly type: 'move-layer'; readonly id: string; readonly before: string | null }
  | {
      readonly type: 'set-paint' | 'set-layout';
      readonly id: string;
      readonly property: string;
      readonly value: Json | undefined;
    }
  | { readonly type: 'set-filter'; readonly id: string; readonly filter: Json | undefined }
  /** Both zooms are required, because MapLibre keeps the old value of an omitted zoom. */
  | {
      readonly type: 'set-zooms';
      readonly id: string;
      readonly minzoom: number;
      readonly maxzoom: number;
    };

/** A style layer as plain data, with the keys of all layer types. */
export interface PlainLayer {
  readonly id: string;
  readonly type: string;
  readonly source?: string;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly filter?: Json;
  readonly paint?: Readonly<Record<string, Json>>;
  readonly layout?: Readonly<Record<string, Json>>;
}
