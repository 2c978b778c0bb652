/**
 * Geometries that the server makes from the polygons of a dataset when it loads them. Tiles contain
 * them as the layer `<layer of the dataset>:<name>`, with the ids and attributes of the features.
 */
export interface DerivedLayer {
  readonly kind: 'label-points';
  /** Unique in its dataset. */
  readonly name: string;
  /** The zooms of the tiles that contain it, both included. */
  readonly minzoom: number;
  readonly maxzoom: number;
}
