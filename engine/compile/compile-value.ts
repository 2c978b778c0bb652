import { interpolates } from './interpolates.ts';
import type { CompileOptions } from './compile-options.ts';
import { fileAddress } from './compile-source.ts';
import type { ByGround, Ground, Json } from '../bundle/bundle.ts';
import type { ClassEntry, ClassList, Color, Dataset, StyleValue } from '../model/model.ts';

/** For whom a value is compiled. */
export interface ValueContext {
  readonly locale: string;
  readonly fileVersion: CompileOptions['fileVersion'];
  /** Null for values over a foreign source, whose field types are not known. */
  readonly dataset: Dataset | null;
  /** Ground of each base layer, for tokens with a value of their own for one. */
  readonly grounds: Readonly<Record<string, Ground>>;
}

/** A variant to compile: a ground, perhaps of one base layer. */
interface Variant {
  readonly ground: Ground;
  readonly base: string | null;
}

export const TRANSPARENT = 'rgba(0, 0, 0, 0)';

/**
 * Compiles a style value to a MapLibre value or expression; where it depends on the base map, to
 * one for each ground and each base layer that is named. `property` decides whether stops
 * interpolate or step.
 */
export function compileValue(
  value: StyleValue,
  property: string,
  context: ValueContext,
): ByGround<Json> {
  const named = groundsOf(value);
  if (named.size === 0)
    return compileFor(value, property, { ground: 'light', base: null }, context);
  const variants: Record<string, Json> = {
    light: compileFor(value, property, { ground: 'light', base: null }, context),
    dark: compileFor(value, property, { ground: 'dark', base: null }, context),
  };
  for (const base of [...named].sort()) {
    const ground = context.grounds[base];
    if (ground) variants[base] = compileFor(value, property, { ground, base }, context);
  }
  const [first, ...others] = Object.values(variants).map((variant) => JSON.stringify(variant));
  return others.every((other) => other === first) ? variants['light']! : { 'by-ground': variants };
}

/** Names of the grounds and base layers a value makes a difference between. */
function groundsOf(value: StyleValue, into: Set<string> = new Set()): Set<string> {
  switch (value.kind) {
    case 'by-ground':
      for (const [ground, inner] of Object.entries(value.values)) {
        into.add(ground);
        groundsOf(inner, into);
      }
      break;
    case 'by-zoom':
    case 'by-value':
      for (const [, inner] of value.stops) groundsOf(inner, into);
      break;
    case 'classes':
      for (const color of colorsOf(value.classes, value.shade))
        for (const ground of Object.keys(color)) into.add(ground);
      break;
    default:
  }
  return into;
}

function colorsOf(classes: ClassList, shade: string | null): Color[] {
  if (classes.kind === 'ramp') return classes.stops.map(([, color]) => color);
  const fallback = classes.missing && classes.missing !== 'default' ? [classes.missing] : [];
  if (classes.kind === 'steps')
    return [...classes.steps.map(([, color]) => color), ...colorsIn(fallback, null)];
  return colorsIn(
    [...classes.entries, ...(classes.default ? [classes.default] : []), ...fallback],
    shade,
  );
}

function colorsIn(entries: readonly ClassEntry[], shade: string | null): Color[] {
  return entries.map((entry) => colorOfEntry(entry, shade)).filter((color) => color !== null);
}

function colorOfEntry(entry: ClassEntry, shade: string | null): Color | null {
  return shade === null ? entry.color : (entry.shades[shade] ?? null);
}

/** The value of a colour over one base map. */
export function pickGround(color: Color, variant: Variant): string {
  return (
    (variant.base !== null ? color[variant.base] : undefined) ??
    color[variant.ground] ??
    TRANSPARENT
  );
}

/** Whether a property takes the name of a picture. */
export function isImage(property: string): boolean {
  return property === 'icon-image' || property.endsWith('-pattern');
}

function compileFor(
  value: StyleValue,
  property: string,
  variant: Variant,
  context: ValueContext,
): Json {
  switch (value.kind) {
    case 'literal':
      return isImage(property) && typeof value.value === 'string'
        ? fileAddress(value.value, context)
        : value.value;
    case 'by-ground': {
      const inner =
        (variant.base !== null ? value.values[variant.base] : undefined) ??
        value.values[variant.ground]!;
      return compileFor(inner, property, variant, context);
    }
    case 'field':
      return textOf(value.field, property, context);
    case 'field-by-locale':
      return byLocale(value, context);
    case 'by-zoom':
      return stops(['zoom'], value.stops, property, (inner) =>
        compileFor(inner, property, variant, context),
      );
    case 'by-value':
      return stops(
        ['to-number', ['get', value.field], value.stops[0]![0]],
        value.stops,
        property,
        (inner) => compileFor(inner, property, variant, context),
      );
    case 'classes':
      return value.classes.kind === 'ramp' || property === 'color-relief-color'
        ? compileRamp(value.classes, property, variant)
        : compileClasses(value, value.classes, variant, context);
  }
}

/** Numbers in a text property are written as text. */
function textOf(field: string, property: string, { dataset }: ValueContext): Json {
  const type = dataset?.fields.get(field)?.type ?? 'text';
  if (property !== 'text-field' || type === 'text') return ['get', field];
  return ['to-string', ['get', field]];
}

function byLocale(value: StyleValue & { kind: 'field-by-locale' }, { locale }: ValueContext): Json {
  const own = value.byLocale[locale];
  const chain = [own, value.default].filter((field) => field !== undefined && field !== null);
  const [only] = chain;
  return chain.length === 1
    ? ['get', only!]
    : ['coalesce', ...chain.map((field) => ['get', field] as Json)];
}

function stops(
  input: Json,
  pairs: readonly (readonly [number, StyleValue])[],
  property: string,
  compile: (value: StyleValue) => Json,
): Json {
  const [first] = pairs;
  if (pairs.length === 1) return compile(first![1]);
  if (interpolates(property)) {
    return [
      'interpolate',
      ['linear'],
      input,
      ...pairs.flatMap(([at, value]) => [at, compile(value)]),
    ];
  }
  return [
    'step',
    input,
    compile(first![1]),
    ...pairs.slice(1).flatMap(([at, value]) => [at, compile(value)]),
  ];
}

/** Heights (m) as colours; a ramp elsewhere, or no ramp here, is a fault that the checks report. */
function compileRamp(classes: ClassList, property: string, variant: Variant): Json {
  if (classes.kind !== 'ramp' || property !== 'color-relief-color') return TRANSPARENT;
  const colors = classes.stops.flatMap(([height, color]) => [height, pickGround(color, variant)]);
  return ['interpolate', ['linear'], ['elevation'], ...colors];
}

function compileClasses(
  { field, shade, take }: StyleValue & { kind: 'classes' },
  classes: Exclude<ClassList, { kind: 'ramp' }>,
  variant: Variant,
  context: ValueContext,
): Json {
  const none = take === 'icon' ? '' : TRANSPARENT;
  const out = (entry: ClassEntry | null): Json => {
    if (!entry) return none;
    if (take === 'icon') return entry.icon === undefined ? none : fileAddress(entry.icon, context);
    const color = colorOfEntry(entry, shade);
    return color ? pickGround(color, variant) : none;
  };
  const get: Json = ['get', field];
  if (classes.kind === 'steps') {
    const [first, ...rest] = classes.steps;
    const step: Json = [
      'step',
      ['to-number', get, 0],
      pickGround(first![1], variant),
      ...rest.flatMap(([from, color]) => [from, pickGround(color, variant)]),
    ];
    return ['case', ['==', get, null], out(classes.missing), step];
  }
  const type = context.dataset?.fields.get(field)?.type ?? null;
  const input: Json = type === 'boolean' ? ['to-string', get] : get;
  const branches = classes.entries
    .filter((entry) => entry.values.length > 0)
    .flatMap((entry) => [entry.values.map((item) => labelOf(item, type)) as Json, out(entry)]);
  const match: Json = ['match', input, ...branches, out(classes.default)];
  const known: Json = branches.length === 0 ? out(classes.default) : match;
  return classes.missing === 'default'
    ? known
    : ['case', ['==', get, null], out(classes.missing), known];
}

/** A class value in the type of its field; `match` has no booleans, so they are compared as text. */
export function labelOf(value: string | number | boolean, type: string | null): string | number {
  if (type === 'integer' || type === 'number') return Number(value);
  return typeof value === 'number' && type === null ? value : String(value);
}
