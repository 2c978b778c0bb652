/** Describes the tiles of a name, without data that the visitor may not see. */
import type { DerivedLayer } from 'atlas-engine';
import type { VectorLayer } from 'atlas-engine/http';
import { LABEL_ZOOM } from 'atlas-engine/runtime';
import { derivedLayerName } from '../../store/writer.ts';
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

/** Describes the derived layers of a layer; those with the same name are one. */
export function derivedLayers(
  layer: string,
  derived: readonly DerivedLayer[],
  fields: VectorLayer['fields'],
): VectorLayer[] {
  const names = [...new Set(derived.map(({ name }) => name))];
  return names.map((name) => {
    const same = derived.filter((each) => each.name === name);
    const isLabel = same.some(({ kind }) => kind === 'label-points');
    return {
      id: derivedLayerName(layer, name),
      minzoom: Math.min(...same.map(({ minzoom }) => minzoom)),
      maxzoom: Math.max(...same.map(({ maxzoom }) => maxzoom)),
      fields: isLabel ? { ...fields, [LABEL_ZOOM]: 'Number' } : fields,
    };
  });
}
