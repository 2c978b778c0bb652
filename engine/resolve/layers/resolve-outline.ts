import type * as Config from '../../../schemas/config.g.ts';
import type { StyleValue, Sublayer } from '../../model/model.ts';
import { present } from '../../basics/present.ts';
import type { ResolveContext } from '../context.ts';
import { resolveValue } from '../values/resolve-values.ts';
import { resolveZooms } from '../values/resolve-zooms.ts';

type RawOutline = NonNullable<Config.FillSublayer['outline']>;

/** The keys of an outline and their MapLibre properties. */
const PROPERTIES = [
  ['color', 'line-color'],
  ['width', 'line-width'],
  ['opacity', 'line-opacity'],
  ['dash', 'line-dasharray'],
  ['blur', 'line-blur'],
  ['offset', 'line-offset'],
] as const satisfies readonly (readonly [keyof RawOutline, string])[];

/** Resolves the `outline` of a fill to a line above it. Diagnostics: those of zooms and values. */
export function resolveOutline(
  outline: RawOutline | undefined,
  fill: Sublayer,
  context: ResolveContext,
): Sublayer[] {
  if (!outline) return [];
  const line: Sublayer = {
    ...edgeOf(fill, 'outline'),
    type: 'line',
    slot: outline.slot ?? (fill.slot === 'ground' ? 'ground' : 'lines'),
    ...present({ minzoom: fill.minzoom, maxzoom: fill.maxzoom }),
    ...resolveZooms(outline, context),
    paint: paintOf(outline, context),
    layout: { 'line-join': { kind: 'literal', value: 'round' } },
    legend: { kind: 'auto' },
  };
  context.nodes.set(line, outline);
  return [line];
}

/**
 * Returns the properties that a sublayer made for a fill, line or circle takes from it: all except the
 * zooms, the opacity in the legend and the ground. The sublayer has its own id and no popup.
 */
export function edgeOf(
  { minzoom: _from, maxzoom: _to, legendOpacity: _opacity, ground: _ground, ...fill }: Sublayer,
  name: string,
): Omit<Sublayer, 'minzoom' | 'maxzoom'> {
  return {
    ...fill,
    id: `${fill.id}-${name}`,
    declaredId: `${fill.declaredId}-${name}`,
    interactive: false,
    popup: null,
    overData: false,
    outlineOf: fill.id,
    fillPaint: fill.paint,
  };
}

/** Returns the paint of the line that `outline` of a fill or `casing` of a line declares. */
export function paintOf(
  outline: Pick<RawOutline, (typeof PROPERTIES)[number][0]>,
  context: ResolveContext,
): Sublayer['paint'] {
  const paint: Record<string, StyleValue> = {};
  for (const [key, property] of PROPERTIES) {
    if (!(key in outline)) continue;
    const spec = { type: key === 'color' ? 'color' : 'number' };
    const value = resolveValue(outline[key], { node: outline, key }, spec, context);
    if (value) paint[property] = value;
  }
  return paint;
}
