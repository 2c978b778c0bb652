import type { ByGround, LegendSymbol } from '../bundle/bundle.ts';
import { pickGround, type Base } from './pick-ground.ts';

/** An SVG element. Attributes have React's names; undefined ones are left out. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly children?: readonly SvgElement[];
}

/** Size of a swatch in px. */
export const SWATCH_SIZE = { width: 22, height: 16 };

/** Space in px around a dot in its true size. */
const DOT_MARGIN = 2;

/** Returns the size in px of the swatch of symbols: larger for a large dot in its true size. */
export function swatchSize(symbols: readonly LegendSymbol[]): typeof SWATCH_SIZE {
  const [only, ...others] = symbols;
  if (only?.type !== 'circle' || only.room === undefined || others.length > 0) return SWATCH_SIZE;
  const { radius, room } = only;
  const high = typeof radius === 'number' ? radius : room;
  return {
    width: Math.max(SWATCH_SIZE.width, Math.ceil(2 * (room + DOT_MARGIN))),
    height: Math.max(SWATCH_SIZE.height, Math.ceil(2 * (high + DOT_MARGIN))),
  };
}

export interface SwatchOptions {
  readonly base: Base;
  /** An id that is unique in the document; patterns and gradients use it. */
  readonly id: string;
  /** Opacity of the group, 0 to 1; default 1. */
  readonly opacity?: number;
  /** Whether areas are hatched. */
  readonly hatch?: boolean;
}

const BOX = { x: 1, y: 1, width: 20, height: 14, rx: 3 };
const DOTS = [
  { cx: 6, cy: 9 },
  { cx: 12.5, cy: 5 },
  { cx: 16, cy: 11 },
] as const;
/** Maximum number of colours that can be distinguished at this size. */
const MAX_STRIPES = 4;

type Symbol<T extends LegendSymbol['type']> = Extract<LegendSymbol, { readonly type: T }>;
type Paint = (color: ByGround<string> | undefined) => string;
/**
 * A function that returns a number for the current base map, or `otherwise` if the symbol has no
 * number.
 */
type Size = (number: ByGround<number> | undefined, otherwise: number) => number;

interface Brush {
  readonly paint: Paint;
  readonly size: Size;
  readonly id: string;
  readonly opacity: number;
  readonly hatch: boolean;
}

/**
 * Draws the swatch of a symbol, or of several that share it, such as those of classes. Only symbols of
 * the type of the first one share it. Returns an empty list for images and icons, which are shown as
 * images.
 */
export function drawSwatch(
  symbols: readonly LegendSymbol[],
  { base, id, opacity = 1, hatch = false }: SwatchOptions,
): readonly SvgElement[] {
  const paint: Paint = (color) =>
    color === undefined ? 'none' : (pickGround(color, base) ?? 'none');
  const size: Size = (number, otherwise) =>
    number === undefined ? otherwise : (pickGround(number, base) ?? otherwise);
  const brush = { paint, size, id, opacity, hatch };
  const [first] = symbols;
  if (first === undefined) return [];
  const alike = symbols.filter(({ type }) => type === first.type);
  if (alike.length > 1 && first.type === 'circle') return drawDots(alike, paint);
  if (alike.length > 1 && first.type === 'fill') return drawStripes(alike, brush);
  switch (first.type) {
    case 'fill':
      return drawArea(first, brush);
    case 'line':
      return drawLine(first, brush);
    case 'circle':
      return [drawCircle(first, brush)];
    case 'ramp':
      return drawRamp(first, brush);
    case 'icon':
    case 'image':
      return [];
  }
}

function drawDots(symbols: readonly LegendSymbol[], paint: Paint): readonly SvgElement[] {
  return DOTS.flatMap((place, index) => {
    const symbol = symbols[index];
    if (symbol?.type !== 'circle') return [];
    return [{ name: 'circle', attributes: { ...place, r: 4, fill: paint(symbol.color) } }];
  });
}

function drawStripes(
  symbols: readonly LegendSymbol[],
  { paint, id }: Brush,
): readonly SvgElement[] {
  const colors = symbols
    .slice(0, MAX_STRIPES)
    .flatMap((symbol) => (symbol.type === 'fill' ? [paint(symbol.color)] : []));
  const width = BOX.width / colors.length;
  return [
    { name: 'clipPath', attributes: { id }, children: [{ name: 'rect', attributes: BOX }] },
    {
      name: 'g',
      attributes: { clipPath: `url(#${id})` },
      children: colors.map((fill, index) => ({
        name: 'rect',
        attributes: { x: BOX.x + index * width, y: BOX.y, width, height: BOX.height, fill },
      })),
    },
  ];
}

function drawArea(
  symbol: Symbol<'fill'>,
  { paint, size, id, opacity, hatch }: Brush,
): readonly SvgElement[] {
  const edge = paint(symbol.outline ?? symbol.color);
  const width = Math.min(2, size(symbol.outlineWidth, 1));
  const outlined = symbol.outline !== undefined;
  return [
    {
      name: 'rect',
      attributes: {
        ...BOX,
        fill: paint(symbol.color),
        fillOpacity: size(symbol.opacity, 1) * opacity,
      },
    },
    ...(hatch || symbol.hatch ? drawHatch(edge, id) : []),
    {
      name: 'rect',
      attributes: {
        ...BOX,
        fill: 'none',
        stroke: edge,
        strokeWidth: outlined ? Math.max(1.2, width) : 0.6,
        strokeOpacity: (outlined ? 1 : 0.6) * opacity,
        strokeDasharray: symbol.dash && '3 2',
      },
    },
  ];
}

function drawHatch(stroke: string, id: string): readonly SvgElement[] {
  const line = { x1: 0.5, y1: 0, x2: 0.5, y2: 4, stroke, strokeWidth: 1 };
  return [
    {
      name: 'pattern',
      attributes: {
        id,
        width: 4,
        height: 4,
        patternUnits: 'userSpaceOnUse',
        patternTransform: 'rotate(45)',
      },
      children: [{ name: 'line', attributes: line }],
    },
    { name: 'rect', attributes: { ...BOX, fill: `url(#${id})`, fillOpacity: 0.75 } },
  ];
}

/** Width of the lines of the swatches in px: wide enough to be seen, and narrow enough for a row. */
const LINE_WIDTHS = { least: 1.4, most: 4 };

function drawLine(symbol: Symbol<'line'>, { paint, size, opacity }: Brush): readonly SvgElement[] {
  const width = size(symbol.width, 1);
  const drawn = Math.min(LINE_WIDTHS.most, Math.max(LINE_WIDTHS.least, width));
  const path = (attributes: SvgElement['attributes']): SvgElement => ({
    name: 'path',
    attributes: {
      d: 'M1 12 C 7 12, 8 7, 12 7 S 16 3.5, 21 3.5',
      fill: 'none',
      strokeOpacity: size(symbol.opacity, 1) * opacity,
      ...attributes,
    },
  });
  const line = path({
    stroke: paint(symbol.color),
    strokeWidth: drawn,
    strokeDasharray: symbol.dash && dashes(symbol.dash),
  });
  if (symbol.casing === undefined) return [line];
  const rim = Math.max(0, size(symbol.casingWidth, width) - width);
  return [path({ stroke: paint(symbol.casing), strokeWidth: drawn + rim }), line];
}

/** Returns the dashes of a swatch, which are long enough for both dashes and dots. */
function dashes(dash: readonly number[]): string {
  return dash.length > 2 ? '6 2.2 1.4 2.2' : '4 2.5';
}

function drawCircle(symbol: Symbol<'circle'>, { paint, size, opacity }: Brush): SvgElement {
  const { width, height } = swatchSize([symbol]);
  const radius = size(symbol.radius, 5);
  const rim = size(symbol.strokeWidth, 0);
  // On the map the rim is around the dot; in SVG one half of it would be inside.
  const r = symbol.room === undefined ? Math.min(6, Math.max(3.6, radius)) : radius + rim / 2;
  return {
    name: 'circle',
    attributes: {
      cx: width / 2,
      cy: height / 2,
      r,
      fill: paint(symbol.color),
      fillOpacity: size(symbol.opacity, 1) * opacity,
      stroke: paint(symbol.stroke),
      strokeOpacity: opacity,
      strokeWidth: rim,
    },
  };
}

function drawRamp(symbol: Symbol<'ramp'>, { paint, id, opacity }: Brush): readonly SvgElement[] {
  return [
    {
      name: 'linearGradient',
      attributes: { id },
      children: symbol.stops.map(([, color], index) => ({
        name: 'stop',
        attributes: {
          offset: index / Math.max(1, symbol.stops.length - 1),
          stopColor: paint(color),
        },
      })),
    },
    {
      name: 'rect',
      attributes: {
        x: 0.5,
        y: 0.5,
        width: 21,
        height: 15,
        rx: 3,
        fill: `url(#${id})`,
        fillOpacity: (symbol.opacity ?? 1) * opacity,
      },
    },
  ];
}
