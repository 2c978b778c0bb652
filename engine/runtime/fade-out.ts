import type { Json } from '../basics/values.ts';
import type { BundleSource, SublayerType } from '../bundle/bundle.ts';
import { OPACITIES } from './scale-opacity.ts';

/** Number of zoom levels over which layers fade out. */
const FADE = 1.5;

/** Returns the zoom from which layers of a source are invisible; null if they never fade out. */
export function fadeEnd(source: BundleSource | undefined): number | null {
  const from = source?.['fade-from'];
  return from === undefined ? null : from + FADE;
}

/**
 * Returns the paint of a layer that fades out from a zoom; the same object without one. A value that
 * depends on the zoom in another way than linearly does not fade: the layer ends at `fadeEnd`.
 */
export function fadeOut(
  type: SublayerType,
  paint: Readonly<Record<string, Json>>,
  from: number | undefined,
): Readonly<Record<string, Json>> {
  if (from === undefined) return paint;
  const faded = { ...paint };
  for (const [property, otherwise] of Object.entries(OPACITIES[type]))
    faded[property] = fade(paint[property] ?? otherwise, from);
  return faded;
}

function fade(value: Json, from: number): Json {
  const end = [from + FADE, 0];
  if (!dependsOnZoom(value)) return [...LINEAR, from, value, ...end];
  const [operator, [kind] = [], , ...stops] = value as readonly [string, Json[], ...Json[]];
  if (operator !== 'interpolate' || kind !== 'linear') return value;
  const pairs = stops.flatMap((at, i) => (i % 2 === 0 ? [[at, stops[i + 1]] as const] : []));
  const numbers = pairs as readonly (readonly [number, number])[];
  const before = numbers.filter(([at]) => at < from);
  return [...LINEAR, ...before.flat(), from, valueAt(numbers, from), ...end];
}

const LINEAR = ['interpolate', ['linear'], ['zoom']] as const;

function dependsOnZoom(value: Json): boolean {
  return JSON.stringify(value).includes('["zoom"]');
}

/** Returns the value of a linear interpolation at a zoom. */
function valueAt(stops: readonly (readonly [number, number])[], zoom: number): number {
  const next = stops.findIndex(([at]) => at >= zoom);
  const [a, b] = [stops.at(next - 1)!, stops[next] ?? stops.at(-1)!];
  if (next <= 0) return b[1];
  return a[1] + ((b[1] - a[1]) * (zoom - a[0])) / (b[0] - a[0]);
}
