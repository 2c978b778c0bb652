import type * as Config from '../../../schemas/config.g.ts';
import type { AtlasModel, BaseLayer, Source, Sublayer } from '../../model/model.ts';
import { present } from '../../basics/present.ts';
import { lookUp, type ResolveContext } from '../context.ts';
import { reportMissingFile } from '../missing-file.ts';
import { LAST, resolveAttribution } from '../resolve-listed.ts';
import { propertySpecs, resolveProperties } from '../values/resolve-properties.ts';
import { resolveSublayers } from './resolve-sublayers.ts';
import { resolveValue } from '../values/resolve-values.ts';

/** MapLibre's maximum zoom. */
const MAX_ZOOM = 24;

/**
 * Resolves one base map: its own sublayers, a single raster `source`, or a hosted `style`.
 * Diagnostics: `unknown-source`, `labels-twice`, `file-missing`, those of sublayers.
 */
export function resolveBaseLayer(raw: Config.BaseLayer, context: ResolveContext): BaseLayer {
  const sourceOf = (key: 'source' | 'style'): Source | undefined =>
    raw[key] === undefined ? undefined : lookUp('source', raw[key], { node: raw, key }, context);
  const style = sourceOf('style') ?? null;
  const sublayers = resolveSublayers(raw, context, { base: true });
  const source = sourceOf('source');
  const { thumbnail = null } = raw;
  if (thumbnail !== null) reportMissingFile({ node: raw, key: 'thumbnail' }, thumbnail, context);
  const base: BaseLayer = {
    id: raw.id,
    order: raw.order ?? LAST,
    name: context.texts.resolve(raw, 'name'),
    ground: raw.ground,
    maxzoom: raw.maxzoom ?? MAX_ZOOM,
    style,
    without: raw.without ?? [],
    thumbnail,
    sublayers: source ? [rasterUnder(source, raw, context), ...sublayers] : sublayers,
    attribution: resolveAttribution(raw.attribution, context),
  };
  context.nodes.set(base, raw);
  return base;
}

function rasterUnder(source: Source, raw: Config.BaseLayer, context: ResolveContext): Sublayer {
  const sublayer: Sublayer = {
    id: source.id,
    declaredId: source.id,
    country: null,
    type: 'raster',
    source: { kind: 'source', source, sourceLayer: null },
    slot: 'ground',
    label: null,
    where: [],
    filter: null,
    paint: {},
    layout: {},
    interactive: false,
    popup: null,
    legend: { kind: 'none' },
    overData: false,
    rasterClasses: null,
    outlineOf: null,
  };
  context.nodes.set(sublayer, raw);
  return sublayer;
}

const EXAGGERATION = 'hillshade-exaggeration';

/** Resolves `hillshade`, a layer over every base map. */
export function resolveHillshade(
  raw: Config.Hillshade | undefined,
  context: ResolveContext,
): AtlasModel['hillshade'] {
  if (!raw) return null;
  const target = { node: raw, key: 'source' };
  const source = lookUp('source', raw.source, target, context);
  if (!source) return null;
  if (source.type !== 'raster-dem') {
    const params = { source: source.id, found: source.type, expected: ['raster-dem'] };
    context.report.error('wrong-source-type', target, { ...params, type: 'hillshade' });
    return null;
  }
  const spec = propertySpecs('paint', 'hillshade')[EXAGGERATION]!;
  const exaggeration =
    'exaggeration' in raw
      ? resolveValue(raw.exaggeration, { node: raw, key: 'exaggeration' }, spec, context)
      : undefined;
  const hillshade = {
    source,
    paint: {
      ...present({ [EXAGGERATION]: exaggeration }),
      ...resolveProperties(raw, 'paint', 'hillshade', context),
    },
    maxzoom: raw.maxzoom ?? null,
    checked: raw.checked ?? false,
  };
  context.nodes.set(hillshade, raw);
  return hillshade;
}
