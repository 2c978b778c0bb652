import type { FieldColors } from '../bundle/import-types.ts';

/** Features that are drawn over the map. */
export interface ShownOverlay {
  readonly id: string;
  /** The key of its style under `overlays` in the configuration. */
  readonly kind: 'highlight' | 'drawn-area' | 'imported';
  readonly features: readonly GeoJSON.Feature[];
  /** Id of the style layer directly above. By default, the overlay is above all layers. */
  readonly below?: string;
  /** Factor of the opacity, 0 to 1; by default 1. */
  readonly opacity?: number;
  readonly fieldColors?: FieldColors | null;
}
