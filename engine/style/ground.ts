import type { BundleBaseLayer, ByGround } from '../bundle/bundle.ts';

/** The base map a value is looked at over. */
export type GroundOf = Pick<BundleBaseLayer, 'id' | 'ground'>;

/** Resolves a value over a base map: that of the base layer's id, else that of its ground. */
export function resolveGround<T>(value: ByGround<T>, base: GroundOf): T {
  if (!isByGround(value)) return value as T;
  const variants = value['by-ground'];
  return (variants[base.id] ?? variants[base.ground] ?? Object.values(variants)[0]) as T;
}

function isByGround<T>(
  value: ByGround<T>,
): value is { readonly 'by-ground': Readonly<Record<string, T>> } {
  return typeof value === 'object' && value !== null && 'by-ground' in value;
}
