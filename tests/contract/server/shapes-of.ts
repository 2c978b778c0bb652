/** Packs features in the form in which a store returns them for a picture. */
import { encodeGeometry, packGeoJson } from '../../../server/geometry/index.ts';
import { packShapes } from '../../../server/store/shapes.ts';
import type { Shapes, StoredFeature } from '../../../server/store/store.ts';

/** Packs features with the values of fields. Throws on a geometry that cannot be packed. */
export function shapesOf(features: readonly StoredFeature[], fields: readonly string[]): Shapes {
  const blobs = features.map(({ geometry }) => {
    const packed = packGeoJson(geometry);
    if ('rejected' in packed) throw new TypeError(packed.rejected);
    return encodeGeometry(packed.ok);
  });
  const values = features.map(({ properties }) => fields.map((field) => properties[field] ?? null));
  return packShapes(new Uint8Array(Buffer.concat(blobs)), values);
}
