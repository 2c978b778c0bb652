/** What the tiles of a name look like to an asker: made from what is open to them, and nothing else. */
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import type { AllowedCut } from '../../access/policies.ts';

export interface TileLayer {
  /** Name of the layer inside the tiles. */
  readonly layer: string;
  /** From the least to the greatest zoom of the datasets. */
  readonly minzoom: number;
  readonly maxzoom: number;
}

/** Describes the tiles of a name for some cuts; an old name has the layer of the present one. */
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

/** The word of TileJSON for the type of a field; dates and lists stand in tiles as text. */
export function tileFieldType(type: string | undefined): string {
  return FIELD_TYPES[type ?? ''] ?? 'String';
}
