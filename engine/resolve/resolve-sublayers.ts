import { suggest } from '../diagnostics/suggest.ts';
import { isMapping } from '../expand/check-skeleton.ts';
import type {
  ClassList,
  Dataset,
  Json,
  LegendMode,
  Popup,
  Slot,
  SourceRef,
  StyleValue,
  Sublayer,
  SublayerType,
  Text,
} from '../model/model.ts';
import type { RawNode } from '../model/report.ts';
import { lookUp, sameText, type ResolveContext } from './context.ts';
import { resolveConditions } from './resolve-conditions.ts';
import { reportMissingFile } from './missing-file.ts';
import { resolveProperties, resolveValue } from './resolve-values.ts';
import {
  booleanOf,
  entriesOf,
  mappingOf,
  mappingsOf,
  numberOf,
  stringOf,
  stringsOf,
} from './raw.ts';

/** Where a type stands on the map when `slot` is silent. */
const DEFAULT_SLOT: Readonly<Record<SublayerType, Slot>> = {
  background: 'ground',
  fill: 'fills',
  raster: 'fills',
  hillshade: 'ground',
  'color-relief': 'ground',
  line: 'lines',
  circle: 'points',
  symbol: 'labels',
};

/** Types that draw features, which vector tiles hold in layers. */
const DRAWS_FEATURES: ReadonlySet<SublayerType> = new Set(['fill', 'line', 'circle', 'symbol']);

/**
 * Resolves the sublayers of a group or base layer, from the ground up; an `outline` becomes the
 * line `<id>-outline` above its fill. Diagnostics: `duplicate-id`, `unknown-source`,
 * `missing-source-layer`, `unknown-source-layer`, `source-layer-not-used`, `feed-missing`,
 * `zoom-order`, those of values, conditions and texts.
 */
export function resolveSublayers(
  owner: RawNode,
  context: ResolveContext,
  options: { readonly base: boolean },
): Sublayer[] {
  const seen = new Map<string, RawNode>();
  const result: Sublayer[] = [];
  for (const raw of mappingsOf(owner, 'sublayers')) {
    const sublayer = resolveSublayer(raw, context, options);
    if (!sublayer) {
      context.incomplete.add(owner);
      continue;
    }
    const outline = outlineOf(raw, sublayer, context);
    for (const made of outline ? [sublayer, outline] : [sublayer]) {
      const first = seen.get(made.id);
      if (first) {
        context.report.error(
          'duplicate-id',
          { node: raw, key: 'id' },
          { kind: 'sublayer', id: made.id },
          [{ target: { node: first, key: 'id' }, note: 'first-defined-here' }],
        );
        continue;
      }
      seen.set(made.id, raw);
      result.push(made);
    }
  }
  return result;
}

function resolveSublayer(
  raw: RawNode,
  context: ResolveContext,
  options: { readonly base: boolean },
): Sublayer | undefined {
  const id = stringOf(raw, 'id');
  const type = stringOf(raw, 'type') as SublayerType | undefined;
  if (id === undefined || type === undefined || !(type in DEFAULT_SLOT)) return undefined;
  const note = context.expanded.notes.get(raw);
  const source = resolveSourceRef(raw, type, context);
  if (!source) return undefined;
  const slot = stringOf(raw, 'slot') as Slot | undefined;
  const sublayer: Sublayer = {
    id,
    declaredId: note?.declaredId ?? id,
    country: note?.country ? (context.countries.get(note.country) ?? null) : null,
    type,
    source,
    slot:
      slot ??
      (options.base && type === 'fill'
        ? 'ground'
        : options.base && type === 'raster'
          ? 'ground'
          : DEFAULT_SLOT[type]),
    label: context.texts.resolveOptional(raw, 'label'),
    ...zooms(raw, context),
    where: resolveConditions(raw, 'where', context),
    filter: (raw['filter'] ?? null) as Json | null,
    paint: resolveProperties(raw, 'paint', type, context),
    layout: withFont(resolveProperties(raw, 'layout', type, context), context.fonts),
    interactive: booleanOf(raw, 'interactive') ?? !options.base,
    popup: resolvePopup(raw, context),
    legend: resolveLegend(raw, context),
    rasterClasses: resolveRasterClasses(raw, source, context),
    outlineOf: null,
  };
  context.nodes.set(sublayer, raw);
  return sublayer;
}

/** A label that names no font is written in the first of the theme, where there is one. */
function withFont(layout: Sublayer['layout'], [family]: readonly string[]): Sublayer['layout'] {
  return family === undefined || !('text-field' in layout) || 'text-font' in layout
    ? layout
    : { ...layout, 'text-font': { kind: 'literal', value: [`${family} Regular`] } };
}

/**
 * `classes` of a raster: how the server colours an own one; a foreign one paints itself and takes
 * classes for its legend only.
 */
function resolveRasterClasses(
  raw: RawNode,
  source: SourceRef,
  context: ResolveContext,
): ClassList | null {
  const id = stringOf(raw, 'classes');
  if (id === undefined) return null;
  const target = { node: raw, key: 'classes', part: 'key' } as const;
  if (source.kind === 'source' && raw['legend-only'] !== true) {
    context.report.error('classes-on-foreign-raster', target, {
      source: source.source.id,
      from: source.source.file === undefined ? 'service' : 'file',
    });
  }
  return lookUp(context.classes, id, 'classes', { node: raw, key: 'classes' }, context) ?? null;
}

function zooms(raw: RawNode, context: ResolveContext): { minzoom?: number; maxzoom?: number } {
  const minzoom = numberOf(raw, 'minzoom');
  const maxzoom = numberOf(raw, 'maxzoom');
  if (minzoom !== undefined && maxzoom !== undefined && minzoom >= maxzoom) {
    context.report.error('zoom-order', { node: raw, key: 'minzoom' }, { minzoom, maxzoom });
  }
  return {
    ...(minzoom === undefined ? {} : { minzoom }),
    ...(maxzoom === undefined ? {} : { maxzoom }),
  };
}

function resolveSourceRef(
  raw: RawNode,
  type: SublayerType,
  context: ResolveContext,
): SourceRef | undefined {
  const id = stringOf(raw, 'source');
  if (id === undefined) {
    return type === 'background' ? { kind: 'none' } : undefined;
  }
  const dataset = context.datasets.get(id);
  if (dataset) return datasetRef(raw, dataset, context);
  const broken = context.broken.has(`dataset:${id}`) || context.broken.has(`source:${id}`);
  const source = context.sources.get(id);
  if (!source) {
    if (!broken) {
      const known = [...context.datasets.keys(), ...context.sources.keys()];
      context.report.error(
        'unknown-source',
        { node: raw, key: 'source' },
        { sublayer: String(raw['id']), found: id, nearest: suggest(id, known) ?? '', known },
      );
    }
    return undefined;
  }
  const sourceLayer = stringOf(raw, 'source-layer') ?? null;
  if (source.type === 'vector' && DRAWS_FEATURES.has(type)) {
    const known = source.fields ? [...source.fields.keys()] : [];
    if (sourceLayer === null) {
      context.report.error(
        'missing-source-layer',
        { node: raw, key: 'source' },
        { source: id, known },
      );
      return undefined;
    }
    if (source.fields && !source.fields.has(sourceLayer)) {
      context.report.error(
        'unknown-source-layer',
        { node: raw, key: 'source-layer' },
        { found: sourceLayer, source: id, nearest: suggest(sourceLayer, known) ?? '', known },
      );
      return undefined;
    }
  } else if (sourceLayer !== null) {
    context.report.error(
      'source-layer-not-used',
      { node: raw, key: 'source-layer', part: 'key' },
      { source: id, type: source.type },
    );
  }
  return { kind: 'source', source, sourceLayer };
}

function datasetRef(
  raw: RawNode,
  dataset: Dataset,
  context: ResolveContext,
): SourceRef | undefined {
  const wanted = stringOf(raw, 'feed');
  const feeds = ['tiles', 'geojson', 'wms'] as const;
  const available = feeds.filter((feed) => dataset.feeds[feed] !== null);
  const feed = wanted === undefined ? available[0] : available.find((name) => name === wanted);
  if (!feed) {
    // A dataset that feeds nothing is one fault, however many sublayers read it.
    const target =
      wanted === undefined
        ? ({ node: context.nodes.get(dataset)!, key: 'feeds', part: 'key' } as const)
        : { node: raw, key: 'feed' };
    context.report.error('feed-missing', target, {
      dataset: dataset.id,
      found: wanted ?? 'none',
      known: available,
    });
    return undefined;
  }
  const sourceLayer = stringOf(raw, 'source-layer');
  if (sourceLayer !== undefined && sourceLayer !== dataset.feeds.tiles?.name) {
    context.report.error(
      'unknown-source-layer',
      { node: raw, key: 'source-layer' },
      {
        found: sourceLayer,
        source: dataset.id,
        nearest: dataset.feeds.tiles?.name ?? '',
        known: dataset.feeds.tiles ? [dataset.feeds.tiles.name] : [],
      },
    );
  }
  return { kind: 'dataset', dataset, feed };
}

function outlineOf(raw: RawNode, fill: Sublayer, context: ResolveContext): Sublayer | null {
  const outline = raw['outline'];
  if (!isMapping(outline)) return null;
  const paint: Record<string, StyleValue> = {};
  for (const [key, property] of Object.entries(OUTLINE_PAINT)) {
    if (!(key in outline)) continue;
    const spec = { type: key === 'color' ? 'color' : 'number' };
    const value =
      key === 'dash'
        ? { kind: 'literal' as const, value: outline[key] as Json }
        : resolveValue(outline[key], { node: outline, key }, spec, context);
    if (value) paint[property] = value;
  }
  const line: Sublayer = {
    id: `${fill.id}-outline`,
    declaredId: `${fill.declaredId}-outline`,
    country: fill.country,
    type: 'line',
    source: fill.source,
    slot:
      (stringOf(outline, 'slot') as Slot | undefined) ??
      (fill.slot === 'ground' ? 'ground' : 'lines'),
    label: fill.label,
    ...('minzoom' in fill ? { minzoom: fill.minzoom } : {}),
    ...('maxzoom' in fill ? { maxzoom: fill.maxzoom } : {}),
    ...zooms(outline, context),
    where: fill.where,
    filter: fill.filter,
    paint,
    layout: { 'line-join': { kind: 'literal', value: 'round' } },
    interactive: false,
    popup: null,
    legend: { kind: 'auto' },
    rasterClasses: null,
    outlineOf: fill.id,
    fillPaint: fill.paint,
  };
  context.nodes.set(line, outline);
  return line;
}

const OUTLINE_PAINT: Readonly<Record<string, string>> = {
  color: 'line-color',
  width: 'line-width',
  opacity: 'line-opacity',
  dash: 'line-dasharray',
  blur: 'line-blur',
  offset: 'line-offset',
};

/** `popup` of a group or sublayer; field names are checked later, against the datasets. */
export function resolvePopup(raw: RawNode, context: ResolveContext): Popup | null {
  const popup = mappingOf(raw, 'popup');
  if (!popup) return null;
  const result: Popup = {
    title: stringOf(popup, 'title') ?? null,
    fields: stringsOf(popup, 'fields'),
    sections: mappingsOf(popup, 'sections').map((section) => ({
      heading: context.texts.resolve(section, 'heading'),
      fields: stringsOf(section, 'fields'),
    })),
  };
  context.nodes.set(result, popup);
  return result;
}

/** The picture of a legend in each language. */
function resolveImage(legend: RawNode, context: ResolveContext): Text {
  const { image } = legend;
  const known = context.folder.assets;
  if (typeof image === 'string') {
    if (!known.has(image)) reportMissingFile(legend, 'image', image, context);
    return sameText(image, context.locales);
  }
  const byLocale = context.texts.resolve(legend, 'image');
  for (const [locale, path] of entriesOf(mappingOf(legend, 'image')))
    if (typeof path === 'string' && !known.has(path))
      reportMissingFile(image as RawNode, locale, path, context);
  return byLocale;
}

/** `legend`: `auto`, `none`, `{ from: source }`, `{ image, text }`, `{ classes }` for foreign rasters. */
export function resolveLegend(raw: RawNode, context: ResolveContext): LegendMode {
  const legend = raw['legend'];
  if (legend === 'none') return { kind: 'none' };
  if (!isMapping(legend)) return { kind: 'auto' };
  if (legend['from'] === 'source') return { kind: 'source' };
  if ('image' in legend) {
    return {
      kind: 'image',
      image: resolveImage(legend, context),
      text: context.texts.resolve(legend, 'text'),
    };
  }
  return { kind: 'auto' };
}
