import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

export interface DecodedFeature {
  readonly id: number;
  readonly type: 1 | 2 | 3;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  /**
   * The points, lines or rings of the feature, with coordinates in steps of the grid of the tile;
   * rings are closed.
   */
  readonly parts: readonly (readonly (readonly [x: number, y: number])[])[];
}

export interface DecodedTile {
  readonly name: string;
  readonly extent: number;
  readonly features: readonly DecodedFeature[];
}

/** Decodes a tile of one layer with the library that MapLibre uses. */
export function decodeTile(bytes: Uint8Array): DecodedTile {
  const [layer, ...others] = decodeLayers(bytes);
  if (layer === undefined || others.length > 0)
    throw new Error('the tile must have exactly one layer');
  return layer;
}

/** Decodes the layers of a tile with the library that MapLibre uses. */
export function decodeLayers(bytes: Uint8Array): DecodedTile[] {
  return Object.values(new VectorTile(new PbfReader(bytes)).layers).map((layer) => {
    const features = Array.from({ length: layer.length }, (_, i): DecodedFeature => {
      const feature = layer.feature(i);
      const parts = feature.loadGeometry().map((part) => part.map(({ x, y }) => [x, y] as const));
      return {
        id: feature.id!,
        type: feature.type as DecodedFeature['type'],
        properties: feature.properties as DecodedFeature['properties'],
        parts,
      };
    });
    return { name: layer.name, extent: layer.extent, features };
  });
}
