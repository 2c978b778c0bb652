import type { Bounds } from '../bundle/bundle.ts';

/** A closed ring of longitudes and latitudes in degrees. */
export type Ring = readonly (readonly [lng: number, lat: number])[];

/** The part of a frame that a feature belongs to; its property `part`. */
export type FramePart = 'outside' | 'outline';

/** The northernmost and southernmost latitudes of the map, in degrees. */
const EDGE_LAT = 85;
const WORLD: Bounds = [-180, -EDGE_LAT, 180, EDGE_LAT];

/** A frame as GeoJSON: the world outside of an area, and the outline of the area. */
export interface Frame {
  readonly type: 'FeatureCollection';
  readonly features: readonly {
    readonly type: 'Feature';
    readonly properties: { readonly part: FramePart };
    readonly geometry:
      | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
      | { readonly type: 'MultiLineString'; readonly coordinates: readonly Ring[] };
  }[];
}

/**
 * Returns the frame of an area, given by its outer rings, which must not overlap. They run
 * counter-clockwise, so that a positive `line-offset` is outside of the area.
 */
export function frameOf(rings: readonly Ring[]): Frame {
  const holes = rings.map((ring) => ring.toReversed());
  const outside = { type: 'Polygon', coordinates: [ringOf(WORLD), ...holes] } as const;
  const outline = { type: 'MultiLineString', coordinates: rings } as const;
  return {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: { part: 'outside' }, geometry: outside },
      { type: 'Feature', properties: { part: 'outline' }, geometry: outline },
    ],
  };
}

/** Returns the ring around a box, counter-clockwise. */
export function ringOf([west, south, east, north]: Bounds): Ring {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
