import { pickGround, type BundleBaseLayer, type BundleSublayer } from 'atlas-engine/runtime';

/** Returns the colour of a background or fill over a base map; undefined for an expression. */
export function flatColor(
  { type, paint }: BundleSublayer,
  base: BundleBaseLayer,
): string | undefined {
  const value = paint[type === 'background' ? 'background-color' : 'fill-color'];
  const color = value === undefined ? undefined : pickGround(value, base);
  return typeof color === 'string' ? color : undefined;
}

/** Returns the colour of the land of a base map; undefined without a background. */
export function groundColor(base: BundleBaseLayer): string | undefined {
  const land = base.sublayers.find(({ type }) => type === 'background');
  return land && flatColor(land, base);
}
