import { unpackToGeoJson } from '../../geometry/pack-geojson.ts';
import { decodeGeometry } from '../../geometry/packed.ts';
import type { Attributes, StoredFeature } from '../store.ts';

/**
 * Features on their way between threads. Cloning nested coordinate arrays takes longer than the
 * search that found them (75 to 150 ms for 4000 polygons), so geometries travel as blobs.
 */
export interface PackedFeatures {
  readonly ids: readonly number[];
  readonly properties: readonly Attributes[];
  /** All blobs, one after the other. */
  readonly blobs: Uint8Array<ArrayBuffer>;
  /** For each feature the index in `blobs` after its last byte. */
  readonly ends: Uint32Array;
}

/** A feature as it is read from a file. */
export interface BlobFeature {
  readonly id: number;
  readonly geometry: Uint8Array;
  readonly properties: Attributes;
}

/** Packs features for the way. */
export function packFeatures(features: readonly BlobFeature[]): PackedFeatures {
  const ends = new Uint32Array(features.length);
  let size = 0;
  features.forEach(({ geometry }, i) => (ends[i] = size += geometry.length));
  const blobs = new Uint8Array(size);
  features.forEach(({ geometry }, i) => blobs.set(geometry, ends[i]! - geometry.length));
  return {
    ids: features.map(({ id }) => id),
    properties: features.map(({ properties }) => properties),
    blobs,
    ends,
  };
}

/** Makes of packed features the ones a store answers with. */
export function unpackFeatures({ ids, properties, blobs, ends }: PackedFeatures): StoredFeature[] {
  return ids.map((id, i) => {
    const blob = blobs.subarray(i === 0 ? 0 : ends[i - 1], ends[i]);
    return { id, geometry: unpackToGeoJson(decodeGeometry(blob)), properties: properties[i]! };
  });
}
