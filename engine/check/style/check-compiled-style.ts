import { expressions, latest, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { suggest } from '../../diagnostics/suggest.ts';
import type { Json } from '../../basics/values.ts';
import type { BundleSublayer, ByGround } from '../../bundle/bundle.ts';
import { compileHillshade } from '../../compile/compile-bundle.ts';
import { compileContext, type CompileOptions } from '../../compile/compile-options.ts';
import { lookOf } from '../../compile/compile-sublayer.ts';
import type { AtlasModel, Sublayer } from '../../model/model.ts';
import type { Target } from '../../model/report.ts';
import { pickGround, type Base } from '../../runtime/pick-ground.ts';
import { present } from '../../basics/present.ts';
import { nodeOf, type CheckContext } from '../context.ts';
import { FOREIGN } from '../data/draws.ts';
import { insideOf } from '../places.ts';

/** The origin of a layer in the model: a sublayer or the hillshade. */
type Thing = Sublayer | NonNullable<AtlasModel['hillshade']>;

/** The messages about each layer of the check before. Most layers are the same after a change. */
let before: ReadonlyMap<string, readonly string[]> = new Map();

/**
 * Compiles every sublayer for each ground and for each base map with its own values, validates it
 * against the MapLibre style specification, and reports errors at their places in the YAML. Equal
 * layers are validated once, and one by one: the validation of a whole style compares all ids with each
 * other. Diagnostics: `style-spec`, `unknown-expression`.
 */
export function checkCompiledStyle(context: CheckContext): void {
  const validated = new Map<string, readonly string[]>();
  const { model } = context;
  const compiling = compileContext(model, model.levels.at(-1)!, optionsFor(context));
  const check = (thing: Thing, compiled: BundleSublayer): void => {
    for (const layer of layersOf(compiled, model)) {
      const key = JSON.stringify(layer);
      const messages = validated.get(key) ?? before.get(key) ?? faultsOf(layer);
      validated.set(key, messages);
      for (const message of messages) reportFault(message, thing, context);
    }
  };
  for (const { sublayer } of context.drawn)
    // The icons of `clear` have the values of their circle, which is checked.
    if (sublayer.slot !== 'keep-clear') check(sublayer, lookOf(sublayer, compiling));
  const hillshade = compileHillshade(compiling);
  if (model.hillshade && hillshade) check(model.hillshade, hillshade.sublayer);
  before = validated;
}

/**
 * Returns the options for compiling. Addresses are placeholders, because only paint, layout, filter
 * and zooms are validated.
 */
const optionsFor = (context: CheckContext): CompileOptions => ({
  locale: context.model.locales.default,
  version: () => null,
  bounds: () => null,
  address: () => '/',
  fileVersion: () => null,
  hash: () => '',
  tables: context.tables,
});

type Layer = Readonly<Record<string, unknown>>;

const LIGHT: Base = { id: 'light', ground: 'light' };
const DARK: Base = { id: 'dark', ground: 'dark' };

/**
 * Returns the layers to validate for a sublayer: the whole layer on a light ground, and for each
 * other base map with values of its own a layer with only the values that vary.
 */
function layersOf(sublayer: BundleSublayer, { baseLayers }: AtlasModel): readonly Layer[] {
  const { paint, layout } = sublayer;
  const whole = layerOver(LIGHT, sublayer);
  const varied = [...Object.values(paint), ...Object.values(layout)].filter(isVaried);
  if (varied.length === 0) return [whole];
  const own = baseLayers.filter(({ id }) => varied.some((value) => id in value['by-ground']));
  return [whole, ...[DARK, ...own].map((base) => layerOver(base, sublayer))];
}

function layerOver(base: Base, sublayer: BundleSublayer): Layer {
  const { type, minzoom, maxzoom, filter, paint, layout } = sublayer;
  const [source] = FOREIGN[type];
  return present({
    type,
    source,
    'source-layer': source === 'vector' ? 'x' : undefined,
    ...(base === LIGHT ? { minzoom, maxzoom, filter } : {}),
    paint: valuesOver(base, paint),
    layout: valuesOver(base, layout),
  });
}

function valuesOver(base: Base, values: BundleSublayer['paint']): Readonly<Record<string, Json>> {
  const picked: Record<string, Json> = {};
  for (const name in values) {
    const value = values[name]!;
    if (base === LIGHT || isVaried(value)) picked[name] = pickGround(value, base)!;
  }
  return picked;
}

function isVaried(value: ByGround<Json>): value is { 'by-ground': Readonly<Record<string, Json>> } {
  return typeof value === 'object' && value !== null && 'by-ground' in value;
}

/** Placeholders for sources, so that nothing is fetched. */
const SOURCES = {
  vector: { type: 'vector', tiles: ['https://example.org/{z}/{x}/{y}.pbf'] },
  raster: { type: 'raster', tiles: ['https://example.org/{z}/{x}/{y}.png'], tileSize: 256 },
  'raster-dem': { type: 'raster-dem', tiles: ['https://example.org/{z}/{x}/{y}.png'] },
};

/** What the validator reads besides the layer. */
const STYLE = {
  version: 8,
  glyphs: 'https://example.org/{fontstack}/{range}.pbf',
  sprite: 'https://example.org/sprite',
  sources: SOURCES,
};

/** Returns the messages of the MapLibre validator about a layer. */
function faultsOf(layer: Layer): readonly string[] {
  const value = { id: 'x', ...layer };
  const options = { key: 'layer', value, style: STYLE, styleSpec: latest };
  const faults: readonly { readonly message: string }[] = validateStyleMin.layer(options);
  return faults.map(({ message }) => message);
}

/** The parts of a validator message: part, property, place in its value and reason. */
const MESSAGE = /^layer(?:\.(paint|layout)\.([\w-]+)|\.(\w+))?((?:\[\d+\])*)\S*?:? (.*)$/s;

function reportFault(message: string, thing: Thing, context: CheckContext): void {
  const [, part, inPart, ofLayer, steps = '', reason = message] = MESSAGE.exec(message) ?? [];
  const property = inPart ?? ofLayer ?? '';
  const target = inExpression(targetOf(thing, part, property, context), steps);
  const [, found] = /^Unknown expression "([^"]+)"/.exec(reason) ?? [];
  if (found === undefined) context.report.error('style-spec', target, { property, reason });
  else {
    const nearest = nameOf(found.split(' ')[0]!);
    context.report.error('unknown-expression', target, present({ property, found, nearest }));
  }
}

/** Returns the expression with a name, or the closest one. */
function nameOf(name: string): string | undefined {
  return EXPRESSIONS.includes(name) ? name : suggest(name, EXPRESSIONS);
}

/** The names of the expressions of MapLibre. */
const EXPRESSIONS = Object.keys(expressions).filter((name) => !name.startsWith('filter-'));

/**
 * Returns the place in the expression at a target, following the steps `[1][0]` as far as the YAML
 * has them.
 */
function inExpression(target: Target, steps: string): Target {
  if (target.key === undefined) return target;
  let inside = target;
  let value: unknown = (target.node as Readonly<Record<string, unknown>>)[target.key];
  for (const [, step] of steps.matchAll(/\[(\d+)\]/g)) {
    const key = Number(step);
    if (!Array.isArray(value) || key >= value.length) break;
    inside = { node: value, key };
    value = value[key];
  }
  return inside;
}

/** Returns the place of a property; outlines and hillshades have short names for some. */
function targetOf(
  thing: Thing,
  part: string | undefined,
  property: string,
  context: CheckContext,
): Target {
  const node = nodeOf(thing, context);
  if (property === 'hillshade-exaggeration' && 'exaggeration' in node)
    return { node, key: 'exaggeration' };
  const isOutline = 'outlineOf' in thing && thing.outlineOf !== null;
  const holder = part && !isOutline ? insideOf(node, part) : node;
  if (!holder) return { node };
  const name = isOutline
    ? property.replace(/^(?:line|fill)-/, '').replace('dasharray', 'dash')
    : property;
  const key = [name, 'preset'].find((each) => each in holder);
  return key === undefined ? { node: holder } : { node: holder, key };
}
