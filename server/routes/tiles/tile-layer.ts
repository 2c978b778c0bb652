/** Describes the tiles of a name, without data that the visitor may not see. */
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import type { AllowedCut } from '../../access/policies.ts';

export interface TileLayer {
  /** Name of the layer inside the tiles. */
  readonly layer: string;
  /** The lowest zoom of the datasets; `maxzoom` is the highest. */
  readonly minzoom: number;
  readonly maxzoom: number;
}

/**
 * Describes the tiles of a name for the cuts (`AllowedCut`) of a visitor. A former name has the
 * layer of the current name.
 */
export function tileLayer(
  snapshot: AtlasSnapshot,
  name: string,
  cuts: readonly AllowedCut[],
): TileLayer {
  const feeds = cuts.flatMap(({ dataset }) => snapshot.datasets.get(dataset)?.tiles ?? []);
  return {
    layer: feeds.find(({ aliases }) => aliases.includes(name))?.name ?? name,
    minzoom: Math.min(...feeds.map(({ minzoom }) => minzoom)),
    maxzoom: Math.max(...feeds.map(({ maxzoom }) => maxzoom)),
  };
}

const FIELD_TYPES: Readonly<Record<string, string>> = {
  integer: 'Number',
  number: 'Number',
  boolean: 'Boolean',
};

/** Returns the TileJSON name of a field type; dates and lists are texts in tiles. */
export function tileFieldType(type: string | undefined): string {
  return FIELD_TYPES[type ?? ''] ?? 'String';
}
