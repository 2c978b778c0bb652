import type { Json } from '../basics/values.ts';
import type { ByGround } from '../bundle/bundle.ts';
import type { ClassList, Color, Dataset, Look, StyleValue } from '../model/model.ts';
import { pick, type Base } from '../runtime/pick-ground.ts';
import { byGround, namesIn, valueFor, type Grounds } from '../values/grounds.ts';
import { colorOf } from '../values/looks.ts';
import { interpolates, isImage } from '../values/properties.ts';
import { diameterOf } from './compile-diameter.ts';
import type { CompileOptions } from './compile-options.ts';
import { fileAddress } from './compile-source.ts';

/** The reader and dataset for which a value is compiled. */
export interface ValueContext {
  readonly locale: string;
  readonly fileVersion: CompileOptions['fileVersion'];
  /** The dataset; null for values over an external source, whose field types are unknown. */
  readonly dataset: Dataset | null;
  readonly grounds: Grounds;
}

const TRANSPARENT = 'rgba(0, 0, 0, 0)';

/**
 * Compiles a style value to a MapLibre value or expression. If the value depends on the base map,
 * the result has one value for each ground and each named base layer. `property` determines whether
 * stops are interpolated or stepped.
 */
export function compileValue(
  value: StyleValue,
  property: string,
  context: ValueContext,
): ByGround<Json> {
  return byGround(namesIn(value), context.grounds, (base) =>
    writeValue(value, { property, base, context }),
  );
}

/** The property, the base map and the reader of a value. */
interface Place {
  readonly property: string;
  readonly base: Base;
  readonly context: ValueContext;
}

function writeValue(value: StyleValue, place: Place): Json {
  const { property, context } = place;
  switch (value.kind) {
    case 'literal':
      return isImage(property) && typeof value.value === 'string'
        ? fileAddress(value.value, context)
        : value.value;
    case 'by-ground':
      return writeValue(valueFor(value, place.base), place);
    case 'field':
      return textOf(value.field, place);
    case 'field-by-locale':
      return byLocale(value, context);
    case 'by-zoom':
      return stops(['zoom'], value.stops, place);
    case 'diameter':
      return diameterOf(
        writeValue(value.radius, { ...place, property: 'circle-radius' }),
        writeValue(value.stroke, { ...place, property: 'circle-stroke-width' }),
      );
    case 'by-value':
      return stops(['to-number', ['get', value.field], value.stops[0]![0]], value.stops, place);
    case 'classes':
      return value.classes.kind === 'ramp' || property === 'color-relief-color'
        ? writeRamp(value.classes, place)
        : writeClasses(value, value.classes, place);
  }
}

/** Numbers in a text property are converted to text. */
function textOf(field: string, { property, context: { dataset } }: Place): Json {
  const type = dataset?.fields.get(field)?.type ?? 'text';
  if (property !== 'text-field' || type === 'text') return ['get', field];
  return ['to-string', ['get', field]];
}

function byLocale(value: StyleValue & { kind: 'field-by-locale' }, { locale }: ValueContext): Json {
  const own = value.byLocale[locale];
  const chain = [own, value.fallback].filter((field) => field !== undefined && field !== null);
  const [only] = chain;
  return chain.length === 1
    ? ['get', only!]
    : ['coalesce', ...chain.map((field) => ['get', field] as Json)];
}

function stops(input: Json, pairs: readonly (readonly [number, StyleValue])[], place: Place): Json {
  const [[, first], ...rest] = pairs as [readonly [number, StyleValue], ...typeof pairs];
  if (rest.length === 0) return writeValue(first, place);
  const write = (some: typeof pairs): Json[] =>
    some.flatMap(([at, value]) => [at, writeValue(value, place)]);
  return interpolates(place.property)
    ? ['interpolate', ['linear'], input, ...write(pairs)]
    : ['step', input, writeValue(first, place), ...write(rest)];
}

/** Returns the MapLibre colour over one base map; transparent if the colour is null. */
export function writeColor(color: Color | null, base: Base): string {
  return (color && pick(color, base)) ?? TRANSPARENT;
}

/**
 * Compiles heights in metres to colours. A ramp in another property, or another class list here, is
 * an error that the checks report.
 */
function writeRamp(classes: ClassList, { property, base }: Place): Json {
  if (classes.kind !== 'ramp' || property !== 'color-relief-color') return TRANSPARENT;
  return rampOver(['elevation'], classes, base);
}

/** Returns the expression that interpolates the colours of a ramp. */
export function rampOver(input: Json, classes: ClassList & { kind: 'ramp' }, base: Base): Json {
  const colors = classes.looks.rows.flatMap((look) => [
    look.range!.from,
    writeColor(look.entry.color, base),
  ]);
  return ['interpolate', ['linear'], input, ...colors];
}

function writeClasses(
  { field, shade, take }: StyleValue & { kind: 'classes' },
  classes: Exclude<ClassList, { kind: 'ramp' }>,
  { base, context }: Place,
): Json {
  const out = (look: Look | null): Json => {
    if (take === 'color') return writeColor(look && colorOf(look, shade), base);
    const icon = look?.entry.icon;
    return icon === undefined ? '' : fileAddress(icon, context);
  };
  const { rows, rest, missing } = classes.looks;
  const get: Json = ['get', field];
  const unlessNull = (known: Json): Json => ['case', ['==', get, null], out(missing), known];
  if (classes.kind === 'steps') {
    const [first, ...steps] = rows.filter(({ range }) => range !== null);
    const above = steps.flatMap((look) => [look.range!.from, out(look)]);
    return unlessNull(['step', ['to-number', get, 0], out(first!), ...above]);
  }
  const type = context.dataset?.fields.get(field)?.type ?? null;
  const input: Json = type === 'boolean' ? ['to-string', get] : get;
  const branches = rows
    .filter(({ entry }) => entry.values.length > 0)
    .flatMap((look) => [
      look.entry.values.map((item) => matchLabel(item, type)) as Json,
      out(look),
    ]);
  const known: Json = branches.length === 0 ? out(rest) : ['match', input, ...branches, out(rest)];
  return classes.missing === 'default' ? known : unlessNull(known);
}

/**
 * Converts a class value to the type of its field. `match` does not support booleans, so they are
 * compared as text.
 */
export function matchLabel(value: string | number | boolean, type: string | null): string | number {
  if (type === 'integer' || type === 'number') return Number(value);
  return typeof value === 'number' && type === null ? value : String(value);
}
