import {
  latest,
  validateStyleMin,
  type StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { BundleSublayer, ByGround, Json } from '../bundle/bundle.ts';
import { compileSublayer } from '../bundle/compile-group.ts';
import type { CompileOptions } from '../bundle/compile-options.ts';
import type { Sublayer } from '../model/model.ts';
import type { Target } from '../parse/origins.ts';
import { nodeOf, sublayersOf, type CheckContext } from './context.ts';

/** Layers validated at a time: the validator is quadratic in the number of layers. */
const SLICE = 200;

interface Probe {
  readonly layer: Readonly<Record<string, unknown>>;
  /** All that compile to this layer. */
  readonly sublayers: Sublayer[];
}

/**
 * Compiles every sublayer for each ground and holds it against the MapLibre style specification;
 * what it finds is pointed at in the YAML. Alike layers are validated once. Diagnostic:
 * `style-spec`.
 */
export function checkCompiledStyle(context: CheckContext): void {
  const probes = new Map<string, Probe>();
  const options = optionsFor(context);
  const [everything] = context.model.levels.slice(-1);
  const sources = {};
  for (const { sublayer } of sublayersOf(context.model)) {
    const compiled = compileSublayer(sublayer, null, context.model, everything!, options, sources);
    if (!compiled) continue;
    for (const ground of dependsOnGround(compiled) ? ['light', 'dark'] : ['light']) {
      const layer = bareLayer(compiled, ground);
      const key = JSON.stringify(layer);
      const known = probes.get(key);
      if (!known) probes.set(key, { layer, sublayers: [sublayer] });
      else if (known.sublayers.at(-1) !== sublayer) known.sublayers.push(sublayer);
    }
  }
  const all = [...probes.values()];
  for (let i = 0; i < all.length; i += SLICE) validateSlice(all.slice(i, i + SLICE), context);
}

/** Addresses are made up: only paint, layout, filter and zooms are held against the specification. */
const optionsFor = (context: CheckContext): CompileOptions => ({
  locale: context.model.locales.default,
  version: () => null,
  bounds: () => null,
  address: () => '/',
  fileVersion: () => null,
  hash: () => '',
});

function bareLayer(sublayer: BundleSublayer, ground: string): Readonly<Record<string, unknown>> {
  const plain = (values: BundleSublayer['paint']): Record<string, Json> => {
    const result: Record<string, Json> = {};
    for (const name in values) result[name] = ofGround(values[name]!, ground);
    return result;
  };
  const source = SOURCE_OF[sublayer.type];
  return {
    type: sublayer.type,
    ...(source ? { source } : {}),
    ...(source === 'vector' ? { 'source-layer': 'x' } : {}),
    ...(sublayer.minzoom === undefined ? {} : { minzoom: sublayer.minzoom }),
    ...(sublayer.maxzoom === undefined ? {} : { maxzoom: sublayer.maxzoom }),
    ...(sublayer.filter === undefined ? {} : { filter: sublayer.filter }),
    paint: plain(sublayer.paint),
    layout: plain(sublayer.layout),
  };
}

const SOURCE_OF: Readonly<Record<string, string>> = {
  fill: 'vector',
  line: 'vector',
  circle: 'vector',
  symbol: 'vector',
  raster: 'raster',
  hillshade: 'raster-dem',
  'color-relief': 'raster-dem',
};

function dependsOnGround({ paint, layout }: BundleSublayer): boolean {
  return [...Object.values(paint), ...Object.values(layout)].some(
    (value) => typeof value === 'object' && value !== null && 'by-ground' in value,
  );
}

function ofGround(value: ByGround<Json>, ground: string): Json {
  const variants =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { 'by-ground'?: Record<string, Json> })['by-ground']
      : undefined;
  return variants ? variants[ground]! : (value as Json);
}

function validateSlice(probes: readonly Probe[], context: CheckContext): void {
  const style = {
    version: 8,
    glyphs: 'https://example.org/{fontstack}/{range}.pbf',
    sprite: 'https://example.org/sprite',
    sources: {
      vector: { type: 'vector', tiles: ['https://example.org/{z}/{x}/{y}.pbf'] },
      raster: { type: 'raster', tiles: ['https://example.org/{z}/{x}/{y}.png'], tileSize: 256 },
      'raster-dem': { type: 'raster-dem', tiles: ['https://example.org/{z}/{x}/{y}.png'] },
    },
    layers: probes.map(({ layer }, i) => ({ id: `l${i}`, ...layer })),
  } as unknown as StyleSpecification;
  for (const { message } of validateStyleMin(style, latest)) {
    const place = /^layers\[(\d+)\](?:\.(paint|layout)\.([\w-]+)|\.(\w+))?\S*?:? (.*)$/s.exec(
      message,
    );
    const probe = place ? probes[Number(place[1])] : undefined;
    if (!place || !probe) {
      context.report.error('style-spec', { node: context.model }, { reason: message });
      continue;
    }
    const property = place[3] ?? place[4];
    const part = place[2] as 'paint' | 'layout' | undefined;
    for (const sublayer of probe.sublayers)
      context.report.error('style-spec', targetOf(sublayer, part, property, context), {
        property: property ?? '',
        reason: place[5]!,
      });
  }
}

function targetOf(
  sublayer: Sublayer,
  part: 'paint' | 'layout' | undefined,
  property: string | undefined,
  context: CheckContext,
): Target {
  const node = nodeOf(sublayer, context);
  if (sublayer.outlineOf !== null) {
    const key = property?.replace(/^line-/, '').replace('dasharray', 'dash');
    return key !== undefined && key in node ? { node, key } : { node };
  }
  if (!part) return property !== undefined && property in node ? { node, key: property } : { node };
  const holder = node[part];
  if (typeof holder !== 'object' || holder === null) return { node };
  if (property !== undefined && property in holder) return { node: holder, key: property };
  return 'preset' in holder ? { node: holder, key: 'preset' } : { node: holder };
}
