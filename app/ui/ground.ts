import type { BundleBaseLayer, BundleSublayer, ByGround } from 'atlas-engine/runtime';

/** Returns the value for a base map: by its id, else by its ground. */
export function overGround<T extends string | number>(
  value: ByGround<T>,
  base: Pick<BundleBaseLayer, 'id' | 'ground'>,
): T | undefined {
  if (typeof value !== 'object') return value;
  const values = value['by-ground'];
  return values[base.id] ?? values[base.ground] ?? values['light'];
}

/** Returns the colour of a background or fill over a base map; undefined for an expression. */
export function flatColor(
  { type, paint }: BundleSublayer,
  base: BundleBaseLayer,
): string | undefined {
  const value = paint[type === 'background' ? 'background-color' : 'fill-color'];
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('by-ground' in value)) return undefined;
  const color = overGround(value as never, base);
  return typeof color === 'string' ? color : undefined;
}

/** Returns the colour of the land of a base map; undefined without a background. */
export function groundColor(base: BundleBaseLayer): string | undefined {
  const land = base.sublayers.find(({ type }) => type === 'background');
  return land && flatColor(land, base);
}
