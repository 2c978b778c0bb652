import type { Bounds, Ring } from '../basics/values.ts';

/** The part of a frame that a feature belongs to; its property `part`. */
export type FramePart = 'outside' | 'outline' | 'name';

/** The northernmost and southernmost latitudes of the map, in degrees. */
const EDGE_LAT = 85;
const WORLD: Bounds = [-180, -EDGE_LAT, 180, EDGE_LAT];

/**
 * A frame as GeoJSON: the world outside of an area, the outline of the area, and the point above
 * which its name is.
 */
export interface Frame {
  readonly type: 'FeatureCollection';
  readonly features: readonly {
    readonly type: 'Feature';
    readonly properties: { readonly part: FramePart };
    readonly geometry:
      | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
      | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] }
      | { readonly type: 'MultiLineString'; readonly coordinates: readonly Ring[] }
      | { readonly type: 'Point'; readonly coordinates: Ring[number] };
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
  const top = { type: 'Point', coordinates: topOf(rings) } as const;
  return {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', properties: { part: 'outside' }, geometry: outside },
      { type: 'Feature', properties: { part: 'outline' }, geometry: outline },
      { type: 'Feature', properties: { part: 'name' }, geometry: top },
    ],
  };
}

/** Returns the frame of polygons, each an outer ring and its holes. The holes are outside too. */
export function frameOfArea(polygons: readonly (readonly Ring[])[]): Frame {
  const rings = polygons.map(([outer = []]) => turned(outer, 1));
  const holes = polygons.flatMap(([, ...inner]) => inner.map((ring) => turned(ring, -1)));
  const { features } = frameOf(rings);
  const [outside, outline, ...rest] = features;
  if (holes.length === 0) return { type: 'FeatureCollection', features };
  const world = outside!.geometry.coordinates as readonly Ring[];
  const parts = [world, ...holes.map((ring) => [ring.toReversed()])];
  return {
    type: 'FeatureCollection',
    features: [
      { ...outside!, geometry: { type: 'MultiPolygon', coordinates: parts } },
      { ...outline!, geometry: { type: 'MultiLineString', coordinates: [...rings, ...holes] } },
      ...rest,
    ],
  };
}

/** Returns a ring that runs counter-clockwise (1) or clockwise (-1). */
function turned(ring: Ring, direction: 1 | -1): Ring {
  const twice = ring.reduce((sum, [lng, lat], at) => {
    const [before = lng, south = lat] = ring[at - 1] ?? [];
    return sum + (before * lat - lng * south);
  }, 0);
  return twice * direction < 0 ? ring.toReversed() : ring;
}

/** Returns the bounds of the outline of a frame. */
export function boundsOfFrame({ features }: Frame): Bounds {
  const points = features.flatMap(({ geometry }) =>
    geometry.type === 'MultiLineString' ? geometry.coordinates.flat() : [],
  );
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const [lng, lat] of points) {
    box[0] = Math.min(box[0], lng);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lng);
    box[3] = Math.max(box[3], lat);
  }
  return box;
}

/** Returns the northernmost point of rings, or the middle of several. */
function topOf(rings: readonly Ring[]): Ring[number] {
  const points = rings.flat();
  const north = points.reduce((most, [, lat]) => Math.max(most, lat), -EDGE_LAT);
  const lngs = points
    .flatMap(([lng, lat]) => (lat === north ? [lng] : []))
    .toSorted((a, b) => a - b);
  return [(lngs[0]! + lngs.at(-1)!) / 2, north];
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
