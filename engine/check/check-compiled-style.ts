import {
  latest,
  validateStyleMin,
  type StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { BundleSublayer, ByGround, Json } from '../bundle/bundle.ts';
import { compileHillshade } from '../compile/compile-bundle.ts';
import { compileContext, type CompileOptions } from '../compile/compile-options.ts';
import { compileSublayer } from '../compile/compile-sublayer.ts';
import type { AtlasModel, Sublayer } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { pickGround, type Base } from '../runtime/pick-ground.ts';
import { present } from '../runtime/present.ts';
import { nodeOf, type CheckContext } from './context.ts';
import { FOREIGN } from './draws.ts';
import { insideOf } from './places.ts';

/** Number of layers per validation: the validator is quadratic in the number of layers. */
const SLICE = 200;

interface Probe {
  readonly layer: Readonly<Record<string, unknown>>;
  /** All objects of the model from which this layer is compiled. */
  readonly things: Thing[];
}

/** The object of the model that a layer is compiled from: a sublayer or the hillshade. */
type Thing = Sublayer | NonNullable<AtlasModel['hillshade']>;

/**
 * Compiles every sublayer for each ground and for each base map with its own values, validates it
 * against the MapLibre style specification, and reports errors at their places in the YAML. Equal
 * layers are validated once. Diagnostic: `style-spec`.
 */
export function checkCompiledStyle(context: CheckContext): void {
  const probes = new Map<string, Probe>();
  const { model } = context;
  const compiling = compileContext(model, model.levels.at(-1)!, optionsFor(context));
  const probe = (thing: Thing, compiled: BundleSublayer | null | undefined): void => {
    if (!compiled) return;
    for (const base of basesFor(compiled, context)) {
      const layer = bareLayer(compiled, base);
      const key = JSON.stringify(layer);
      const known = probes.get(key);
      if (!known) probes.set(key, { layer, things: [thing] });
      else if (known.things.at(-1) !== thing) known.things.push(thing);
    }
  };
  for (const { sublayer } of context.drawn)
    probe(sublayer, compileSublayer(sublayer, null, compiling));
  if (model.hillshade) probe(model.hillshade, compileHillshade(compiling)?.sublayer);
  const all = [...probes.values()];
  for (let i = 0; i < all.length; i += SLICE) validateSlice(all.slice(i, i + SLICE), context);
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

function bareLayer(sublayer: BundleSublayer, base: Base): Readonly<Record<string, unknown>> {
  const plain = (values: BundleSublayer['paint']): Readonly<Record<string, Json>> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, pickGround(value, base)!]),
    );
  const [source] = FOREIGN[sublayer.type];
  const { type, minzoom, maxzoom, filter, paint, layout } = sublayer;
  return present({
    type,
    source,
    'source-layer': source === 'vector' ? 'x' : undefined,
    minzoom,
    maxzoom,
    filter,
    paint: plain(paint),
    layout: plain(layout),
  });
}

const LIGHT: Base = { id: 'light', ground: 'light' };
const DARK: Base = { id: 'dark', ground: 'dark' };

/** Returns base maps that cover all variants of a sublayer's values. */
function basesFor({ paint, layout }: BundleSublayer, { model }: CheckContext): readonly Base[] {
  const varied = [...Object.values(paint), ...Object.values(layout)].filter(isVaried);
  if (varied.length === 0) return [LIGHT];
  const own = model.baseLayers.filter(({ id }) => varied.some((value) => id in value['by-ground']));
  return [LIGHT, DARK, ...own];
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

/** The parts of a validator message: layer, part, property, place in its value and reason. */
const MESSAGE =
  /^layers\[(\d+)\](?:\.(paint|layout)\.([\w-]+)|\.(\w+))?((?:\[\d+\])*)\S*?:? (.*)$/s;

function validateSlice(probes: readonly Probe[], context: CheckContext): void {
  const style = {
    version: 8,
    glyphs: 'https://example.org/{fontstack}/{range}.pbf',
    sprite: 'https://example.org/sprite',
    sources: SOURCES,
    layers: probes.map(({ layer }, i) => ({ id: `l${i}`, ...layer })),
  } as unknown as StyleSpecification;
  for (const { message } of validateStyleMin(style, latest)) {
    const [, layer, part, inPart, ofLayer, steps = '', reason = message] =
      MESSAGE.exec(message) ?? [];
    const property = inPart ?? ofLayer ?? '';
    const targets = probes[Number(layer)]?.things.map((thing) =>
      inExpression(targetOf(thing, part, property, context), steps),
    );
    for (const target of targets ?? [{ node: context.model }])
      context.report.error('style-spec', target, { property, reason });
  }
}

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
  const name = isOutline ? property.replace(/^line-/, '').replace('dasharray', 'dash') : property;
  const key = [name, 'preset'].find((each) => each in holder);
  return key === undefined ? { node: holder } : { node: holder, key };
}
