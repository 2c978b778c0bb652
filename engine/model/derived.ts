/**
 * Geometries that the server makes from the polygons of a dataset when it loads them. Tiles contain
 * them as the layer `<layer of the dataset>:<name>`, with the ids and attributes of the features.
 */
export type DerivedLayer = {
  /** Unique in its dataset. */
  readonly name: string;
  /** The zooms of the tiles that contain it, both included. */
  readonly minzoom: number;
  readonly maxzoom: number;
} & (
  | { readonly kind: 'label-points' }
  /** Bands along the inside of the outlines. */
  | {
      readonly kind: 'inner-band';
      /** In px of the map, for each of the zooms `BAND_ZOOMS`. */
      readonly widths: readonly number[];
    }
);

/** The first and last zoom with bands made at load; at higher zooms, a band is an offset line. */
export const BAND_ZOOMS = [3, 11] as const;
