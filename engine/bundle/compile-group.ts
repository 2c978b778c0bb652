import type {
  Attribution,
  Bounds,
  BundleGroup,
  BundleInfo,
  BundleSource,
  BundleSublayer,
  GroupEntry,
  Json,
  LegendSymbol,
} from './bundle.ts';
import { compileFilter } from './compile-filter.ts';
import { compileLegendRows } from './compile-legend-rows.ts';
import type { CompileOptions } from './compile-options.ts';
import { compilePopupRows, datasetsOf, popupOf } from './compile-popup-rows.ts';
import { compileRichText } from './compile-rich-text.ts';
import { bundleSourceId, compileSource } from './compile-source.ts';
import { compileValue, type ValueContext } from './compile-value.ts';
import type { AtlasModel, Group, Info, Level, StyleValue, Sublayer } from '../model/model.ts';

/** A group as its readers get it, with the sources it reads. */
export interface CompiledGroup {
  readonly entry: GroupEntry;
  readonly group: BundleGroup;
  readonly sources: Readonly<Record<string, BundleSource>>;
}

/** Swatches beside a name; more would be a legend. */
const MAX_SWATCHES = 3;

/**
 * Compiles a group for readers of a level who may view it. Null when nothing of it can be drawn
 * because all its outside services are off.
 */
export function compileGroup(
  group: Group,
  model: AtlasModel,
  level: Level,
  options: CompileOptions,
): CompiledGroup | null {
  const sources: Record<string, BundleSource> = {};
  const sublayers: BundleSublayer[] = [];
  for (const sublayer of group.sublayers) {
    const compiled = compileSublayer(sublayer, group, model, level, options, sources);
    if (compiled) sublayers.push(compiled);
  }
  if (sublayers.length === 0) return null;
  const { locale } = options;
  const datasets = datasetsOf(group.sublayers);
  const legend = compileLegendRows(group, locale);
  const popup = group.popup
    ? compilePopupRows(group.popup, group.sublayers, level.rank, locale)
    : null;
  const info = compileInfo(group, locale);
  const attribution = attributionOf(group, locale);
  const restricted = group.permission.rank > 0;
  return {
    entry: compileEntry(
      group,
      legend.map((row) => row.symbol),
      model,
      options,
    ),
    group: {
      id: group.id,
      opacity: group.opacity,
      ...(restricted ? { restricted } : {}),
      ...(datasets.some((dataset) => dataset.demo) ? { demo: true as const } : {}),
      sublayers,
      legend: restricted
        ? legend.map(({ label, symbol }) => ({
            label,
            symbol: symbol.type === 'fill' ? { ...symbol, hatch: true } : symbol,
          }))
        : legend,
      ...(popup ? { popup } : {}),
      ...(info ? { info } : {}),
      ...(attribution.length > 0 ? { attribution } : {}),
    },
    sources,
  };
}

/** Compiles one sublayer; the source it reads is added to `sources`. Null when that is off. */
export function compileSublayer(
  sublayer: Sublayer,
  group: Group | null,
  model: AtlasModel,
  level: Level,
  options: CompileOptions,
  sources: Record<string, BundleSource>,
): BundleSublayer | null {
  const sourceId = bundleSourceId(sublayer.source);
  if (sourceId !== null) {
    const source = sources[sourceId] ?? compileSource(sublayer.source, level, options);
    if (!source) return null;
    sources[sourceId] = source;
  }
  const { filter, paint, layout } = lookOf(sublayer, model, options.locale);
  const own =
    group && sublayer.popup
      ? compilePopupRows(popupOf(group, sublayer)!, [sublayer], level.rank, options.locale)
      : null;
  const layer = sourceLayerOf(sublayer);
  return {
    id: sublayer.id,
    type: sublayer.type,
    ...(sourceId === null ? {} : { source: sourceId }),
    ...(layer === null ? {} : { 'source-layer': layer }),
    slot: sublayer.slot,
    ...(sublayer.minzoom === undefined ? {} : { minzoom: sublayer.minzoom }),
    ...(sublayer.maxzoom === undefined ? {} : { maxzoom: sublayer.maxzoom }),
    ...(filter === null ? {} : { filter }),
    paint,
    layout,
    interactive: sublayer.interactive && sublayer.type !== 'raster',
    ...(own ? { popup: own } : {}),
  };
}

interface Look {
  readonly filter: Json | null;
  readonly paint: BundleSublayer['paint'];
  readonly layout: BundleSublayer['layout'];
}

/** What a sublayer looks like, kept: check, every language and every level ask for the same. */
const looks = new WeakMap<Sublayer, Map<string, Look>>();

function lookOf(sublayer: Sublayer, model: AtlasModel, locale: string): Look {
  const values = [...Object.values(sublayer.paint), ...Object.values(sublayer.layout)];
  const key = values.some(readsLocale) ? locale : '';
  let known = looks.get(sublayer);
  if (!known) looks.set(sublayer, (known = new Map<string, Look>()));
  let look = known.get(key);
  if (!look) {
    const context = valueContext(sublayer, model, locale);
    look = {
      filter: compileFilter(sublayer),
      paint: compileAll(sublayer.paint, context),
      layout: compileAll(sublayer.layout, context),
    };
    known.set(key, look);
  }
  return look;
}

function readsLocale(value: StyleValue): boolean {
  switch (value.kind) {
    case 'field-by-locale':
      return true;
    case 'by-zoom':
    case 'by-value':
      return value.stops.some(([, inner]) => readsLocale(inner));
    case 'by-ground':
      return Object.values(value.values).some(readsLocale);
    default:
      return false;
  }
}

function compileAll(
  values: Readonly<Record<string, StyleValue>>,
  context: ValueContext,
): BundleSublayer['paint'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, compileValue(value, name, context)]),
  );
}

function valueContext(sublayer: Sublayer, model: AtlasModel, locale: string): ValueContext {
  return {
    locale,
    dataset: sublayer.source.kind === 'dataset' ? sublayer.source.dataset : null,
    grounds: Object.fromEntries(model.baseLayers.map(({ id, ground }) => [id, ground])),
  };
}

/** The name of the layer inside the tiles; null for sources that have none. */
export function sourceLayerOf(sublayer: Sublayer): string | null {
  const { source } = sublayer;
  if (source.kind === 'source') return source.sourceLayer;
  if (source.kind === 'none' || source.feed !== 'tiles' || source.dataset.geometry === 'raster')
    return null;
  return source.dataset.id;
}

/** The line of a group on the panel, for those who may open it. */
function compileEntry(
  group: Group,
  symbols: readonly LegendSymbol[],
  model: AtlasModel,
  options: CompileOptions,
): GroupEntry {
  const { locale } = options;
  const bounds = boundsOfGroup(group, model, options);
  const minzoom = Math.min(
    ...group.sublayers
      .filter((sublayer) => sublayer.type !== 'symbol')
      .map((sublayer) => sublayer.minzoom ?? 0),
  );
  const swatch = distinct(symbols.filter((symbol) => symbol.type !== 'image')).slice(
    0,
    MAX_SWATCHES,
  );
  return {
    ...listing(group, locale),
    ...(group.aliases.length > 0 ? { aliases: group.aliases } : {}),
    ...(group.subtitle ? { subtitle: group.subtitle[locale]! } : {}),
    ...(group.checked ? { checked: true as const } : {}),
    ...(group.open ? { open: true as const } : {}),
    ...(swatch.length > 0 ? { swatch } : {}),
    ...(bounds ? { bounds } : {}),
    ...(Number.isFinite(minzoom) && minzoom > 0 ? { minzoom } : {}),
  };
}

/** All that is said of a group to those who may not open it: name, place, coverage, how to ask. */
export function lockedEntry(group: Group, locale: string): GroupEntry {
  const { id, granted } = group.permission;
  return {
    ...listing(group, locale),
    locked: { level: id, ...(granted === undefined ? {} : { granted }) },
  };
}

function listing(group: Group, locale: string): GroupEntry {
  return {
    id: group.id,
    name: group.name[locale]!,
    order: group.order,
    ...(group.coverage === 'all' ? {} : { coverage: group.coverage.map(({ id }) => id) }),
    ...(group.project === null ? {} : { project: group.project }),
  };
}

function distinct(symbols: readonly LegendSymbol[]): LegendSymbol[] {
  const seen = new Map(symbols.map((symbol) => [JSON.stringify(symbol), symbol]));
  return [...seen.values()];
}

function boundsOfGroup(group: Group, model: AtlasModel, options: CompileOptions): Bounds | null {
  const all = datasetsOf(group.sublayers).flatMap((dataset) => {
    const bounds = options.bounds(dataset.id);
    return bounds ? [bounds] : [];
  });
  if (all.length === 0)
    return group.sublayers.some(({ source }) => source.kind === 'source')
      ? model.region.bounds
      : null;
  return [
    Math.min(...all.map(([west]) => west)),
    Math.min(...all.map(([, south]) => south)),
    Math.max(...all.map(([, , east]) => east)),
    Math.max(...all.map(([, , , north]) => north)),
  ];
}

/** What the group says of itself, completed from its datasets. */
function compileInfo(group: Group, locale: string): BundleInfo | null {
  const infos: Info[] = [group.info, ...datasetsOf(group.sublayers).map((dataset) => dataset.info)];
  const first = <K extends keyof Info>(key: K): Info[K] | undefined =>
    infos.find((info) => info[key] !== undefined)?.[key];
  const description = first('description');
  const caution = first('caution');
  const citation = first('citation');
  const providers = [...new Set(infos.flatMap((info) => info.provider?.[locale] ?? []))];
  const date = first('date');
  const licence = first('licence');
  const links = infos
    .flatMap((info) => info.links)
    .map(({ text, url }) => ({ text: text[locale]!, url }));
  const result: BundleInfo = {
    ...(description ? { description: compileRichText(description[locale]!) } : {}),
    ...(providers.length > 0 ? { provider: providers.join(' · ') } : {}),
    ...(date === undefined ? {} : { date }),
    ...(licence === undefined ? {} : { licence }),
    ...(citation ? { citation: citation[locale]! } : {}),
    ...(caution ? { caution: compileRichText(caution[locale]!) } : {}),
    ...(links.length > 0
      ? { links: [...new Map(links.map((link) => [link.url, link])).values()] }
      : {}),
  };
  return Object.keys(result).length > 0 ? result : null;
}

function attributionOf(group: Group, locale: string): Attribution[] {
  const fromSources = group.sublayers.flatMap(({ source }) =>
    source.kind === 'source' ? source.source.attribution : [],
  );
  const named = fromSources.map(({ text, url }) => ({
    text: text[locale]!,
    ...(url === undefined ? {} : { url }),
  }));
  const providers = datasetsOf(group.sublayers).flatMap(({ info }) =>
    info.provider ? [{ text: info.provider[locale]! }] : [],
  );
  return [...new Map([...named, ...providers].map((item) => [item.text, item])).values()];
}
