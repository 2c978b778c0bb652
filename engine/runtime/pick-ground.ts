import type { Json } from '../basics/values.ts';
import type { BundleBaseLayer, BundleIndex, ByGround } from '../bundle/bundle.ts';

/** The properties of a base layer on which values depend. */
export type Base = Pick<BundleBaseLayer, 'id' | 'ground'>;

/**
 * Returns the value for a base map: the value for its id, or else the value for its ground.
 * Undefined when neither is a key.
 */
export function pick<T>(values: Readonly<Record<string, T>>, base: Base): T | undefined {
  return values[base.id] ?? values[base.ground];
}

/**
 * Returns the value for a base map; undefined if its keys include neither the id of the base map
 * nor its ground.
 */
export function pickGround<T extends Json>(value: ByGround<T>, base: Base): T | undefined {
  return isByGround(value) ? pick(value['by-ground'], base) : value;
}

function isByGround<T extends Json>(
  value: ByGround<T>,
): value is { readonly 'by-ground': Readonly<Record<string, T>> } {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && 'by-ground' in value
  );
}

/** Returns the base layer with this id, or the first in order. Throws when the bundle has none. */
export function baseLayerOf(bundle: BundleIndex, id: string): BundleBaseLayer {
  const { baseLayers } = bundle;
  const found =
    baseLayers.find((base) => base.id === id) ??
    baseLayers.reduce<BundleBaseLayer | undefined>(
      (first, base) => (first && first.order <= base.order ? first : base),
      undefined,
    );
  if (!found) throw new Error('The bundle has no base layer.');
  return found;
}
