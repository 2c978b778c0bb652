import type { AtlasModel, BaseLayer, Source } from '../model/model.ts';
import type { RawNode } from '../model/report.ts';
import { lookUp, type ResolveContext } from './context.ts';
import { resolveAttribution } from './resolve-sources.ts';
import { reportMissingFile } from './missing-file.ts';
import { resolveSublayers } from './resolve-sublayers.ts';
import { propertySpecs, resolveProperties, resolveValue } from './resolve-values.ts';
import { booleanOf, numberOf, stringOf, stringsOf } from './raw.ts';

/** MapLibre's own limit. */
const MAX_ZOOM = 24;

/**
 * Resolves one base map: own sublayers, a single raster `source`, or a hosted `style`.
 * Diagnostics: `unknown-source`, `labels-twice`, `file-missing`, those of sublayers.
 */
export function resolveBaseLayer(raw: RawNode, context: ResolveContext): BaseLayer | undefined {
  const id = stringOf(raw, 'id');
  const ground = stringOf(raw, 'ground') as BaseLayer['ground'] | undefined;
  if (id === undefined || ground === undefined) return undefined;
  const styleId = stringOf(raw, 'style');
  const style =
    styleId === undefined
      ? null
      : (lookUp(context.sources, styleId, 'source', { node: raw, key: 'style' }, context) ?? null);
  const without = stringsOf(raw, 'without');
  const sublayers = resolveSublayers(raw, context, { base: true });
  const sourceId = stringOf(raw, 'source');
  const source =
    sourceId === undefined
      ? undefined
      : lookUp(context.sources, sourceId, 'source', { node: raw, key: 'source' }, context);
  const thumbnail = stringOf(raw, 'thumbnail') ?? null;
  if (thumbnail !== null && !context.folder.assets.has(thumbnail))
    reportMissingFile(raw, 'thumbnail', thumbnail, context);
  const base: BaseLayer = {
    id,
    order: numberOf(raw, 'order') ?? 1000,
    name: context.texts.resolve(raw, 'name'),
    ground,
    maxzoom: numberOf(raw, 'maxzoom') ?? MAX_ZOOM,
    style,
    without,
    thumbnail,
    sublayers: source ? [rasterUnder(source, raw, context), ...sublayers] : sublayers,
    attribution: resolveAttribution(raw, 'attribution', context),
  };
  context.nodes.set(base, raw);
  return base;
}

function rasterUnder(
  source: Source,
  raw: RawNode,
  context: ResolveContext,
): BaseLayer['sublayers'][number] {
  const sublayer: BaseLayer['sublayers'][number] = {
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
    rasterClasses: null,
    outlineOf: null,
  };
  context.nodes.set(sublayer, raw);
  return sublayer;
}

/** `hillshade`: one layer over every base map that wants it. */
export function resolveHillshade(
  raw: RawNode | undefined,
  context: ResolveContext,
): AtlasModel['hillshade'] {
  if (!raw) return null;
  const id = stringOf(raw, 'source');
  const source =
    id === undefined
      ? undefined
      : lookUp(context.sources, id, 'source', { node: raw, key: 'source' }, context);
  if (!source) return null;
  if (source.type !== 'raster-dem') {
    context.report.error(
      'wrong-source-type',
      { node: raw, key: 'source' },
      { source: source.id, found: source.type, expected: ['raster-dem'], type: 'hillshade' },
    );
    return null;
  }
  const name = 'hillshade-exaggeration';
  const exaggeration =
    'exaggeration' in raw
      ? resolveValue(
          raw['exaggeration'],
          { node: raw, key: 'exaggeration' },
          propertySpecs('paint', 'hillshade')[name]!,
          context,
        )
      : undefined;
  return {
    source,
    paint: {
      ...(exaggeration ? { [name]: exaggeration } : {}),
      ...resolveProperties(raw, 'paint', 'hillshade', context),
    },
    checked: booleanOf(raw, 'checked') ?? false,
  };
}
