/** Reads the rows of a version file: an id, the blob of a geometry and an entry with all values. */
import { decodeGeometry } from '../../geometry/packed.ts';
import type { TileFeature } from '../../geometry/tile.ts';
import { attributesOf, tileAttributesOf, type CutPlan } from '../attributes.ts';
import type { AttributeValue } from '../store.ts';
import type { SqlValue } from './driver.ts';
import type { BlobFeature } from './packed-features.ts';

/** Returns the values of an entry. Throws when it is damaged. */
export function valuesOf(content: SqlValue): AttributeValue[] {
  try {
    return JSON.parse(content as string) as AttributeValue[];
  } catch {
    // The message of the original error would quote the values.
    throw new Error('an entry of the store is damaged. Load its dataset again');
  }
}

export function tileFeature([id, blob, content]: readonly SqlValue[], plan: CutPlan): TileFeature {
  return {
    id: id as number,
    geometry: decodeGeometry(blob as Uint8Array),
    properties: tileAttributesOf(plan, valuesOf(content!)),
  };
}

export function blobFeature([id, blob, content]: readonly SqlValue[], plan: CutPlan): BlobFeature {
  return {
    id: id as number,
    geometry: blob as Uint8Array,
    properties: attributesOf(plan, valuesOf(content!)),
  };
}
