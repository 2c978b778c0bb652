import { Color } from '@maplibre/maplibre-gl-style-spec';
import type { BundleSublayer, Cover } from '../bundle/bundle.ts';
import type { StyleValue, Sublayer } from '../model/model.ts';
import type { Base } from '../runtime/pick-ground.ts';
import { byGround, namesIn, namesOf, valueFor, type Grounds } from '../values/grounds.ts';
import { colorOf } from '../values/looks.ts';
import { writeColor } from './compile-value.ts';

/** The lightness (CIE L*) of a sublayer that declares its ground. */
const DECLARED = { light: 85, dark: 30 } as const;

/**
 * Returns what a raster or fill of a group makes of the ground for labels and borders above it:
 * the mean lightness of its colours, or of its declared `ground`, and its opacity by zoom.
 * Undefined for other types, and where the colours are unknown.
 */
export function compileCover(sublayer: Sublayer, grounds: Grounds): BundleSublayer['cover'] {
  const { type, paint } = sublayer;
  if ((type !== 'raster' && type !== 'fill') || sublayer.isBand) return undefined;
  const opacity = paint[`${type}-opacity`];
  const names = new Set([...namesOfColors(sublayer), ...(opacity ? namesIn(opacity) : [])]);
  const cover = byGround<Cover | null>(names, grounds, (base) => {
    const lightness = lightnessOf(sublayer, base);
    if (lightness === null) return null;
    return { lightness, opacity: opacity ? stopsOf(opacity, base) : [[0, 1]] };
  });
  // Colours are known over all base maps or over none.
  return cover === null ? undefined : (cover as NonNullable<BundleSublayer['cover']>);
}

function namesOfColors({ rasterClasses, paint }: Sublayer): readonly string[] {
  const rows = rasterClasses?.looks.rows ?? [];
  const color = paint['fill-color'];
  return [
    ...rows.flatMap((look) => [...namesOf(look.entry.color)]),
    ...(color ? namesIn(color) : []),
  ];
}

function lightnessOf({ ground, rasterClasses, paint }: Sublayer, base: Base): number | null {
  if (ground) return DECLARED[ground];
  const color = paint['fill-color'];
  const colors = rasterClasses
    ? rasterClasses.looks.rows.map((look) => writeColor(look.entry.color, base))
    : color
      ? colorsOf(color, base)
      : [];
  const known = colors.flatMap((text) => {
    const parsed = Color.parse(text);
    return parsed && parsed.a > 0 ? [lightness(parsed)] : [];
  });
  if (known.length === 0) return null;
  return Math.round(known.reduce((sum, each) => sum + each, 0) / known.length);
}

/** Returns the colours of a value over one base map; none for a MapLibre expression. */
function colorsOf(value: StyleValue, base: Base): readonly string[] {
  switch (value.kind) {
    case 'literal':
      return typeof value.value === 'string' ? [value.value] : [];
    case 'by-ground':
      return colorsOf(valueFor(value, base), base);
    case 'by-zoom':
    case 'by-value':
      return value.stops.flatMap(([, inner]) => colorsOf(inner, base));
    case 'classes':
      return value.classes.looks.rows.map((look) => writeColor(colorOf(look, value.shade), base));
    default:
      return [];
  }
}

/** Returns `[zoom, opacity]` pairs; an opacity that depends on features counts as 1. */
function stopsOf(value: StyleValue, base: Base): Cover['opacity'] {
  if (value.kind === 'by-ground') return stopsOf(valueFor(value, base), base);
  if (value.kind !== 'by-zoom') return [[0, numberOf(value, base)]];
  return value.stops.map(([zoom, inner]) => [zoom, numberOf(inner, base)] as const);
}

function numberOf(value: StyleValue, base: Base): number {
  if (value.kind === 'by-ground') return numberOf(valueFor(value, base), base);
  return value.kind === 'literal' && typeof value.value === 'number' ? value.value : 1;
}

/** Returns CIE L*, 0 (black) to 100 (white). */
function lightness({ rgb: [red, green, blue] }: Color): number {
  const linear = (part: number): number =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const y = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return y > 216 / 24389 ? 116 * Math.cbrt(y) - 16 : (y * 24389) / 27;
}
