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
 * Returns how a raster or fill of a group covers the base map: the mean lightness of its colours,
 * or of its declared `ground`, and its opacity by zoom. Undefined for other types, and where the
 * colours are unknown.
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
  // The colours are known either for all base maps or for none.
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
  const known = colors.map(lightness).filter((each) => each !== null);
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

/** Colours of six digits, which MapLibre parses slowly; most colours are of this form. */
const SIX_DIGITS = /^#[\da-f]{6}$/i;

/** Converts a part of an sRGB colour, 0 to 1, to linear light. */
const linear = (part: number): number =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
/** Linear light of the values 0 to 255. */
const LINEAR = Array.from({ length: 256 }, (_, value) => linear(value / 255));

/** Returns the CIE L* of a colour, 0 (black) to 100 (white); null for a transparent one. */
function lightness(text: string): number | null {
  if (SIX_DIGITS.test(text)) {
    const digits = Number.parseInt(text.slice(1), 16);
    return lightnessOfLight(
      LINEAR[digits >> 16]!,
      LINEAR[(digits >> 8) & 255]!,
      LINEAR[digits & 255]!,
    );
  }
  const { r, g, b, a } = Color.parse(text) ?? Color.transparent;
  return a === 0 ? null : lightnessOfLight(linear(r / a), linear(g / a), linear(b / a));
}

function lightnessOfLight(red: number, green: number, blue: number): number {
  const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return y > 216 / 24389 ? 116 * Math.cbrt(y) - 16 : (y * 24389) / 27;
}
