import { commandsOf, encodeLayers, type MvtFeature } from '../../server/geometry/mvt-encode.ts';
import { ringArea, type Line, type Polygon } from './geometry.ts';

/** A value of a tile attribute; missing values are left out, since MVT has no null. */
export type Attribute = string | number | boolean;

/** A feature in whole tile units (0 to `TILE_EXTENT`, y to the south). */
export interface TileFeature {
  readonly properties: Readonly<Record<string, Attribute>>;
  readonly geometry:
    | { readonly kind: 'point'; readonly points: Line }
    | { readonly kind: 'line'; readonly lines: readonly Line[] }
    | { readonly kind: 'polygon'; readonly polygons: readonly Polygon[] };
}

/** Width and height of a tile in tile units. */
export const TILE_EXTENT = 4096;

/** Encodes layers as a Mapbox Vector Tile, version 2.1; layers without features are left out. */
export function encodeTile(layers: ReadonlyMap<string, readonly TileFeature[]>): Uint8Array {
  return encodeLayers(
    [...layers].map(([name, features]) => ({
      name,
      extent: TILE_EXTENT,
      features: features.map(toMvt),
    })),
  );
}

function toMvt({ properties, geometry }: TileFeature): MvtFeature {
  switch (geometry.kind) {
    case 'point':
      return { type: 1, properties, geometry: commands(1, [geometry.points]) };
    case 'line':
      return { type: 2, properties, geometry: commands(2, geometry.lines) };
    case 'polygon':
      return { type: 3, properties, geometry: commands(3, geometry.polygons.flatMap(wound)) };
  }
}

/** Orients the open rings of a polygon. MVT 2.1, 4.3.4.4: outer rings have positive area, holes negative. */
function wound(rings: Polygon): Line[] {
  return rings.map((ring, i) => {
    const turned = ringArea(ring) > 0 === (i === 0) ? ring : ring.toReversed();
    return turned.slice(0, -1);
  });
}

function commands(type: 1 | 2 | 3, parts: readonly Line[]): number[] {
  let end = 0;
  const ends = parts.map((part) => (end += part.length));
  return commandsOf(type, parts.flat(2), ends);
}
