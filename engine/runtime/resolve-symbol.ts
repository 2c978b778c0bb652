import type { ByGround, LegendSymbol } from '../bundle/bundle.ts';
import { pickGround, type Base } from './pick-ground.ts';
import { present } from './present.ts';

/**
 * Resolves a legend symbol for a base map: plain colours (`transparent` where the ground has none),
 * opacities multiplied by `opacity` (default 1), and hatched areas with `hatch`.
 */
export function resolveSymbol(
  symbol: LegendSymbol,
  base: Base,
  { opacity = 1, hatch = false }: { readonly opacity?: number; readonly hatch?: boolean } = {},
): LegendSymbol {
  const color = (value: ByGround<string>): string => pickGround(value, base) ?? 'transparent';
  const strength = (own: number): number => Math.round(own * opacity * 1e6) / 1e6;
  switch (symbol.type) {
    case 'fill':
      return {
        ...symbol,
        color: color(symbol.color),
        opacity: strength(symbol.opacity),
        ...present({
          outline: symbol.outline && color(symbol.outline),
          hatch: hatch || undefined,
        }),
      };
    case 'line':
      return { ...symbol, color: color(symbol.color), opacity: strength(symbol.opacity) };
    case 'circle':
      return {
        ...symbol,
        color: color(symbol.color),
        opacity: strength(symbol.opacity),
        ...present({ stroke: symbol.stroke && color(symbol.stroke) }),
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
