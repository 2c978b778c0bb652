import type { BaseLayer, Color, StyleValue, Sublayer } from '../../model/model.ts';
import { colorOf } from '../../values/looks.ts';
import { childrenOf } from '../../values/value-tree.ts';
import { generalGroups, type CheckContext } from '../context.ts';
import { propertyAt } from '../places.ts';
import type { Target } from '../../model/report.ts';

/** A colour that is drawn over a base map, and its place. */
interface Found {
  readonly color: string;
  readonly target: Target;
}

/**
 * Reports fills and circles with the colour of the land of a base map, on which they cannot be seen.
 * Diagnostic: `color-of-base-map`.
 */
export function checkLandColors(context: CheckContext): void {
  for (const base of context.model.baseLayers) {
    const lands = landsOf(base, context);
    if (lands.size === 0) continue;
    for (const { sublayers } of generalGroups(context.model))
      for (const sublayer of sublayers)
        for (const { color, target } of colorsOf(sublayer, base, sublayers, context)) {
          const sublayerOfBase = lands.get(color);
          if (sublayerOfBase === undefined) continue;
          const params = { found: color, base: base.id, sublayer: sublayerOfBase };
          context.report.warn('color-of-base-map', target, params);
        }
  }
}

/** Returns the colours of the background and of the lowest fill of a base map, with their ids. */
function landsOf(base: BaseLayer, context: CheckContext): ReadonlyMap<string, string> {
  const background = base.sublayers.find(({ type }) => type === 'background');
  const land = base.sublayers.find(({ type }) => type === 'fill');
  return new Map(
    [background, land].flatMap((sublayer) => {
      const value = sublayer?.paint[`${sublayer.type}-color`];
      const found = value ? colorsIn(value, base, { node: base }, context) : [];
      return found.map(({ color }) => [color, sublayer!.id] as const);
    }),
  );
}

/** Returns the colours of a fill or circle that has no visible edge. */
function colorsOf(
  sublayer: Sublayer,
  base: BaseLayer,
  beside: readonly Sublayer[],
  context: CheckContext,
): readonly Found[] {
  const { type, paint, source } = sublayer;
  const value = paint[`${type}-color`];
  if ((type !== 'fill' && type !== 'circle') || !value) return [];
  const hasEdge =
    paint['circle-stroke-width'] !== undefined ||
    paint['fill-outline-color'] !== undefined ||
    paint['fill-pattern'] !== undefined ||
    beside.some((other) => other.type === 'line' && isSame(other, source));
  if (hasEdge) return [];
  return colorsIn(value, base, propertyAt(sublayer, `${type}-color`, context), context);
}

function isSame({ source }: Sublayer, other: Sublayer['source']): boolean {
  if (source.kind === 'dataset' && other.kind === 'dataset')
    return source.dataset === other.dataset;
  return source.kind === 'source' && other.kind === 'source' && source.source === other.source;
}

/** Returns the colours of a value over a base map. */
function colorsIn(
  value: StyleValue,
  base: BaseLayer,
  target: Target,
  context: CheckContext,
): readonly Found[] {
  const over = <T>(values: Readonly<Record<string, T>>): T | undefined =>
    values[base.id] ?? values[base.ground];
  if (value.kind === 'literal')
    return typeof value.value === 'string' ? [{ color: plain(value.value), target }] : [];
  if (value.kind === 'by-ground') {
    const picked = over(value.values);
    return picked ? colorsIn(picked, base, target, context) : [];
  }
  if (value.kind !== 'classes')
    return childrenOf(value).flatMap((child) => colorsIn(child, base, target, context));
  return value.classes.looks.rows.flatMap((look) => {
    const colors: Color | null = value.take === 'color' ? colorOf(look, value.shade) : null;
    const color = colors && over(colors);
    const node = context.nodes.get(look.entry);
    return color ? [{ color: plain(color), target: node ? { node, key: 'color' } : target }] : [];
  });
}

/** Returns a hexadecimal colour in its long form; other colours in lower case. */
function plain(color: string): string {
  const text = color.toLowerCase();
  return /^#[\da-f]{3}$/.test(text) ? text.replace(/[\da-f]/g, '$&$&') : text;
}
