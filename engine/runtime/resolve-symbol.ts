import type { ByGround, LegendSymbol } from '../bundle/bundle.ts';
import { pickGround, type Base } from './pick-ground.ts';
import { present } from '../basics/present.ts';

/**
 * Returns a legend symbol as drawn over a base map, with its sizes and colours for the ground
 * (`transparent` without one), opacities multiplied by `opacity` (1 by default), and areas hatched
 * when `hatch` is set.
 */
export function resolveSymbol(
  symbol: LegendSymbol,
  base: Base,
  { opacity = 1, hatch = false }: { readonly opacity?: number; readonly hatch?: boolean } = {},
): LegendSymbol {
  const color = (value: ByGround<string>): string => pickGround(value, base) ?? 'transparent';
  const size = <T extends ByGround<number> | undefined>(value: T): T | number =>
    value === undefined ? value : (pickGround(value, base) ?? 0);
  const strength = (own: ByGround<number>): number =>
    Math.round((pickGround(own, base) ?? 1) * opacity * 1e6) / 1e6;
  switch (symbol.type) {
    case 'fill':
      return {
        ...symbol,
        color: color(symbol.color),
        opacity: strength(symbol.opacity),
        ...present({
          outline: symbol.outline && color(symbol.outline),
          outlineWidth: size(symbol.outlineWidth),
          hatch: hatch || undefined,
        }),
      };
    case 'line':
      return {
        ...symbol,
        color: color(symbol.color),
        opacity: strength(symbol.opacity),
        width: size(symbol.width),
        ...present({
          casing: symbol.casing && color(symbol.casing),
          casingWidth: size(symbol.casingWidth),
        }),
      };
    case 'circle':
      return {
        ...symbol,
        color: color(symbol.color),
        opacity: strength(symbol.opacity),
        radius: size(symbol.radius),
        ...present({
          stroke: symbol.stroke && color(symbol.stroke),
          strokeWidth: size(symbol.strokeWidth),
        }),
      };
    case 'icon':
      return {
        ...symbol,
        icon: pickGround(symbol.icon, base) ?? '',
        ...present({ color: symbol.color && color(symbol.color) }),
      };
    case 'ramp':
      return {
        ...symbol,
        stops: symbol.stops.map(([value, stop]) => [value, color(stop)] as const),
        ...(opacity === 1 ? {} : { opacity: strength(symbol.opacity ?? 1) }),
      };
    case 'image':
      return symbol;
  }
}
