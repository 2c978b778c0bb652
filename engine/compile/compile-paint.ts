import { Color, expression } from '@maplibre/maplibre-gl-style-spec';
import type { Json } from '../bundle/bundle.ts';
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

/** 0..255 each, not premultiplied. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** The attributes of a feature; one that it lacks is null or absent. */
export type Attributes = Readonly<Record<string, unknown>>;

/** The paint of a sublayer over light base maps, as data. */
export interface Paint {
  /** The values as they stand in the style; the same values give the same pictures. */
  readonly values: Readonly<Record<string, Json>>;
  /** Names of the fields that the values read. */
  readonly fields: readonly string[];
  /** Features at the stops of the values: one of them has the largest size. */
  readonly samples: readonly Attributes[];
}

/** A paint that is evaluated outside of a map: by MapLibre itself, from the expressions of the style. */
export interface PaintEvaluator {
  /** A colour at a zoom of the map; the default of the specification where the paint has none. */
  color(property: string, zoom: number, attributes: Attributes): Rgba;
  /** A number at a zoom of the map, likewise. */
  number(property: string, zoom: number, attributes: Attributes): number;
}

/** Compiles the paint of a sublayer for pictures that the server draws. */
export function compilePaint(sublayer: Sublayer, grounds: Grounds): Paint {
  const { source, paint } = sublayer;
  const dataset = source.kind === 'dataset' ? source.dataset : null;
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

/** Makes the evaluator of a paint; an expression is parsed when its property is asked for first. */
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
      // As MapLibre does it, without a word to the console for each expression.
      return specification.default;
    }
  };
}

/** A row of a legend that has nothing but a colour and a name. */
export interface Swatch {
  readonly color: Rgba;
  /** In a language; null: what the whole layer is called. */
  readonly label: ((locale: string) => string) | null;
}

/** The font of such legends has no sign for "at least". */
const atLeast = (number: string): string => `${number}+`;

function swatchOf(look: Look | null, color: Rgba): Swatch {
  return { color, label: look && ((locale) => labelOf(look, locale, atLeast)) };
}

/** The rows that the legend of the map has for a sublayer, over light base maps. */
export function compileSwatches(
  sublayer: Sublayer,
  group: Pick<Group, 'sublayers' | 'project'>,
  grounds: Grounds,
): readonly Swatch[] {
  return legendCandidates(sublayer, group, grounds).flatMap(({ look, symbol }) => {
    if (!('color' in symbol) || symbol.color === undefined || symbol.type === 'icon') return [];
    const [red, green, blue, alpha] = rgbaOf(pickGround(symbol.color, LIGHT));
    const opacity = pickGround(symbol.opacity, LIGHT) ?? 1;
    return [swatchOf(look, [red, green, blue, Math.round(alpha * opacity)])];
  });
}

/** What the cells of a raster are drawn with, over light base maps. */
export interface Palette {
  /** Of a value; transparent where it is not drawn. Only values of classes have a label. */
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

/** Reads a colour of the style. */
function rgbaOf(color: unknown): Rgba {
  const parsed = color instanceof Color ? color : Color.parse(String(color));
  const { r, g, b, a } = parsed ?? Color.transparent;
  const channel = (share: number): number => Math.round((share / (a || 1)) * 255);
  return [channel(r), channel(g), channel(b), Math.round(a * 255)];
}
