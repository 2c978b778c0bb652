import type { BundleBaseLayer, BundleIndex, ByGround, Json } from '../bundle/bundle.ts';

/** What of a base layer decides the values over it. */
export type Base = Pick<BundleBaseLayer, 'id' | 'ground'>;

/** What is said for a base map: its own id wins over its ground. Undefined when neither is named. */
export function pick<T>(values: Readonly<Record<string, T>>, base: Base): T | undefined {
  return values[base.id] ?? values[base.ground];
}

/** The value over a base map; undefined when it names neither the base map nor its ground. */
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

/** The base layer of an id, else the first in the order; throws when the bundle has none. */
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
