import { Color, expression } from '@maplibre/maplibre-gl-style-spec';
import type { Json } from '../basics/values.ts';
import { datasetOf } from '../model/datasets-of.ts';
import type { ClassList, Group, Look, Sublayer } from '../model/model.ts';
import { pickGround } from '../runtime/pick-ground.ts';
import { fieldsOfValue } from '../values/fields-read.ts';
import { LIGHT, type Grounds } from '../values/grounds.ts';
import { labelOf, lookOfNumber } from '../values/looks.ts';
import { specOf } from '../values/properties.ts';
import { kindIn } from '../values/value-tree.ts';
import { legendCandidates } from './compile-legend-symbols.ts';
import { compileValues } from './compile-sublayer.ts';
import { rampOver, writeColor } from './compile-value.ts';

/** A colour with values from 0 to 255, not premultiplied. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** The attributes of a feature; missing ones are null or absent. */
export type Attributes = Readonly<Record<string, unknown>>;

/** The paint of a sublayer over light base maps, as plain data. */
export interface Paint {
  /** The values as in the style; equal values give equal images. */
  readonly values: Readonly<Record<string, Json>>;
  /** Names of the fields that the values read. */
  readonly fields: readonly string[];
  /** Features at the stops of the values; one of them has the largest size. */
  readonly samples: readonly Attributes[];
}

/** Evaluates a paint outside of a map, with MapLibre's own evaluation of style expressions. */
export interface PaintEvaluator {
  /**
   * Returns a colour at a zoom. If the paint does not set it, returns the default of the style
   * specification.
   */
  color(property: string, zoom: number, attributes: Attributes): Rgba;
  /**
   * Returns a number at a zoom. If the paint does not set it, returns the default of the style
   * specification.
   */
  number(property: string, zoom: number, attributes: Attributes): number;
}

/** Compiles the paint of a sublayer for images that the server draws. */
export function compilePaint(sublayer: Sublayer, grounds: Grounds): Paint {
  const { paint } = sublayer;
  const dataset = datasetOf(sublayer) ?? null;
  const compiled = compileValues(paint, { locale: '', fileVersion: () => null, dataset, grounds });
  const values = Object.fromEntries(
    Object.entries(compiled).map(([name, value]) => [name, pickGround(value, LIGHT) ?? null]),
  );
  const all = Object.values(paint);
  return {
    values,
    fields: [...new Set(all.flatMap((value) => [...fieldsOfValue(value)]))],
    samples: all
      .flatMap((value) => kindIn('by-value', value))
      .flatMap(({ field, stops }): Attributes[] => stops.map(([stop]) => ({ [field]: stop })))
      .concat({}),
  };
}

/** Creates the evaluator of a paint. Each expression is parsed on first use. */
export function evaluatePaint({ values }: Pick<Paint, 'values'>): PaintEvaluator {
  const evaluators = new Map<string, Evaluate>();
  const evaluate = (property: string, zoom: number, attributes: Attributes): unknown => {
    let known = evaluators.get(property);
    if (!known) evaluators.set(property, (known = evaluatorOf(property, values[property])));
    return known(zoom, attributes);
  };
  return {
    color: (property, zoom, attributes) => rgbaOf(evaluate(property, zoom, attributes)),
    number: (property, zoom, attributes) => {
      const number = evaluate(property, zoom, attributes);
      return typeof number === 'number' ? number : 0;
    },
  };
}

type Evaluate = (zoom: number, attributes: Attributes) => unknown;

function evaluatorOf(property: string, value: Json | undefined): Evaluate {
  const specification = specOf(property);
  if (!specification) throw new TypeError(`MapLibre has no property \`${property}\`.`);
  const made = expression.createExpression(value, property, specification);
  if (!expression.isExpression(value) || made.result === 'error')
    return () => value ?? specification.default;
  return (zoom, properties) => {
    try {
      const feature = { type: 'Unknown', properties } as const;
      return made.value.evaluateWithoutErrorHandling({ zoom }, feature) ?? specification.default;
    } catch {
      // MapLibre does the same, but with a console warning for each expression.
      return specification.default;
    }
  };
}

/** A legend row with only a colour and a label. */
export interface Swatch {
  readonly color: Rgba;
  /** Returns the label in a language. Null if the row has the name of the whole layer. */
  readonly label: ((locale: string) => string) | null;
}

/** Formats a lower bound. The font of these legends has no "≥". */
const atLeast = (number: string): string => `${number}+`;

function swatchOf(look: Look | null, color: Rgba): Swatch {
  return { color, label: look && ((locale) => labelOf(look, locale, atLeast)) };
}

/**
 * Returns the rows of a sublayer in the map's legend, over light base maps. Sizes have no rows of
 * their own.
 */
export function compileSwatches(
  sublayer: Sublayer,
  group: Pick<Group, 'sublayers' | 'project'>,
  grounds: Grounds,
): readonly Swatch[] {
  const all = legendCandidates(sublayer, group, grounds);
  const colored = all.filter(({ scale }) => !scale);
  return (colored.length > 0 ? colored : all).flatMap(({ look, symbol }) => {
    if (!('color' in symbol) || symbol.color === undefined || symbol.type === 'icon') return [];
    const [red, green, blue, alpha] = rgbaOf(pickGround(symbol.color, LIGHT));
    const opacity = pickGround(symbol.opacity, LIGHT) ?? 1;
    return [swatchOf(look, [red, green, blue, Math.round(alpha * opacity)])];
  });
}

/** The colours of the cells of a raster, over light base maps. */
export interface Palette {
  /**
   * Returns the swatch of a value; transparent when it is not drawn. Only values of classes have a
   * label.
   */
  of(value: number): Swatch;
  readonly rows: readonly Swatch[];
}

/** Compiles the palette of a class list. */
export function compilePalette(classes: ClassList): Palette {
  const looks = classes.looks;
  const ofLook = (look: Look | null): Swatch =>
    swatchOf(look, rgbaOf(writeColor(look && look.entry.color, LIGHT)));
  const rows = looks.rows.filter(({ entry }) => entry.color !== null).map(ofLook);
  if (classes.kind !== 'ramp') return { of: (value) => ofLook(lookOfNumber(looks, value)), rows };
  const evaluate = evaluatorOf('fill-color', rampOver(['get', 'value'], classes, LIGHT));
  return { of: (value) => swatchOf(null, rgbaOf(evaluate(0, { value }))), rows };
}

/** Parses a colour of the style. */
function rgbaOf(color: unknown): Rgba {
  const parsed = color instanceof Color ? color : Color.parse(String(color));
  const { r, g, b, a } = parsed ?? Color.transparent;
  const channel = (share: number): number => Math.round((share / (a || 1)) * 255);
  return [channel(r), channel(g), channel(b), Math.round(a * 255)];
}
