import { unpackToGeoJson } from '../../geometry/pack-geojson.ts';
import { tick } from '../../geometry/deadline.ts';
import { decodeGeometry } from '../../geometry/packed.ts';
import { TimeSlices } from '../../time/time-slices.ts';
import type { Attributes, StoredFeature } from '../store.ts';

/** Texts or blobs in sequence; `ends` has for each the index after its last byte. */
interface Bytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
}

/**
 * Features packed for transfer between threads. Cloning nested arrays of coordinates takes longer than
 * the search (75 to 150 ms for 4000 polygons) and cannot be divided, so geometries and properties are
 * moved as bytes and unpacked in small steps.
 */
export interface PackedFeatures {
  readonly ids: Float64Array<ArrayBuffer>;
  readonly geometries: Bytes;
  /** The properties as JSON text in UTF-8. */
  readonly properties: Bytes;
}

/** A feature as read from a file. */
export interface BlobFeature {
  readonly id: number;
  readonly geometry: Uint8Array;
  readonly properties: Attributes;
}

/** Packs features for transfer; `buffers` must be moved with them. */
export function packFeatures(features: readonly BlobFeature[]): {
  readonly packed: PackedFeatures;
  readonly buffers: readonly ArrayBuffer[];
} {
  const encoder = new TextEncoder();
  const ids = Float64Array.from(features, ({ id }) => id);
  const geometries = joined(features.map(({ geometry }) => geometry));
  const properties = joined(
    features.map((one) => {
      tick(one.geometry.length);
      return encoder.encode(JSON.stringify(one.properties));
    }),
  );
  const buffers = [ids, geometries.bytes, geometries.ends, properties.bytes, properties.ends];
  return { packed: { ids, geometries, properties }, buffers: buffers.map(({ buffer }) => buffer) };
}

function joined(parts: readonly Uint8Array[]): Bytes {
  const ends = new Uint32Array(parts.length);
  let size = 0;
  parts.forEach((part, i) => (ends[i] = size += part.length));
  const bytes = new Uint8Array(size);
  parts.forEach((part, i) => bytes.set(part, ends[i]! - part.length));
  return { bytes, ends };
}

/** Number of features that are unpacked between two checks of the clock. */
const FEATURES_PER_LOOK = 8;

/**
 * Unpacks features to the form of a store's answer, in small steps, because thousands of polygons at
 * once would block all other answers of the server.
 */
export async function unpackFeatures(packed: PackedFeatures): Promise<StoredFeature[]> {
  const decoder = new TextDecoder();
  const features: StoredFeature[] = [];
  const slices = new TimeSlices();
  for (const [i, id] of packed.ids.entries()) {
    features.push({
      id,
      geometry: unpackToGeoJson(decodeGeometry(at(packed.geometries, i))),
      properties: JSON.parse(decoder.decode(at(packed.properties, i))) as Attributes,
    });
    if (i % FEATURES_PER_LOOK === 0 && slices.over) await slices.pause();
  }
  return features;
}

function at({ bytes, ends }: Bytes, i: number): Uint8Array {
  return bytes.subarray(i === 0 ? 0 : ends[i - 1], ends[i]);
}
