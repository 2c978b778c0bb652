import type { BundleBaseLayer, ByGround } from 'atlas-engine/runtime';

/** Returns the value for a base map: by its id, else by its ground. */
export function overGround<T extends string | number>(
  value: ByGround<T>,
  base: Pick<BundleBaseLayer, 'id' | 'ground'>,
): T | undefined {
  if (typeof value !== 'object') return value;
  const values = value['by-ground'];
  return values[base.id] ?? values[base.ground] ?? values['light'];
}
