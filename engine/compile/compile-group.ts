import type {
  Attribution,
  Bounds,
  BundleGroup,
  BundleInfo,
  BundleSource,
  BundleSublayer,
  ByGround,
  GroupEntry,
  Json,
  LegendRow,
  LegendSymbol,
} from '../bundle/bundle.ts';
import { compileFilter } from './compile-filter.ts';
import { compileLegendRows } from './compile-legend-rows.ts';
import type { CompileOptions } from './compile-options.ts';
import { compilePopupRows, datasetsOf, popupOf } from './compile-popup-rows.ts';
import { compileRichText } from './compile-rich-text.ts';
import { addSource, archiveAddress, bundleSourceId } from './compile-source.ts';
import { compileValue, isImage, type ValueContext } from './compile-value.ts';
import type {
  AtlasModel,
  Dataset,
  Group,
  Info,
  Level,
  SourceRef,
  StyleValue,
  Sublayer,
} from '../model/model.ts';

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
  const legend = compileLegendRows(group, options);
  const popup = group.popup
    ? compilePopupRows(group.popup, group.sublayers, level.rank, locale)
    : null;
  const info = compileInfo(group, datasets, locale);
  const attribution = attributionOf(group, datasets, locale);
  const restricted = group.permission.rank > 0;
  return {
    entry: compileEntry(group, datasets, legend, model, options),
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
  const sourceId = addSource(sublayer.source, level, options, sources);
  if (sourceId === null && sublayer.source.kind !== 'none') return null;
  const look = placed(lookOf(sublayer, model, options), {
    ...(sourceId === null ? {} : { source: sourceId }),
    ...archiveLayer(sublayer.source, options),
  });
  if (!group || !sublayer.popup) return look;
  const own = compilePopupRows(popupOf(group, sublayer)!, [sublayer], level.rank, options.locale);
  return own ? { ...look, popup: own } : look;
}

/** A look over the source that is read just now, which may stand in for the declared one. */
function placed(
  look: BundleSublayer,
  place: Pick<BundleSublayer, 'source' | 'source-layer'>,
): BundleSublayer {
  const { source, 'source-layer': layer = look['source-layer'] } = place;
  return source === look.source && layer === look['source-layer'] ? look : { ...look, ...place };
}

/**
 * What a sublayer looks like without its popup; one where no language makes a difference, null where
 * it holds addresses, which change with their files.
 */
type Look = BundleSublayer | Map<string, BundleSublayer> | null;

/** The looks of a model are kept: check, every language and every level ask for the same. */
const looksOf = new WeakMap<AtlasModel, Map<Sublayer, Look>>();

function lookOf(sublayer: Sublayer, model: AtlasModel, options: CompileOptions): BundleSublayer {
  const { locale } = options;
  let looks = looksOf.get(model);
  if (!looks) looksOf.set(model, (looks = new Map<Sublayer, Look>()));
  const known = looks.get(sublayer);
  if (known && !(known instanceof Map)) return known;
  const kept = known?.get(locale);
  if (kept) return kept;
  const look = compileLook(sublayer, model, options);
  if (known) known.set(locale, look);
  else if (takesIcon(sublayer.paint) || takesIcon(sublayer.layout)) looks.set(sublayer, null);
  else if (anyReadsLocale(sublayer.paint) || anyReadsLocale(sublayer.layout))
    looks.set(sublayer, new Map([[locale, look]]));
  else looks.set(sublayer, look);
  return look;
}

function compileLook(
  sublayer: Sublayer,
  model: AtlasModel,
  { locale, fileVersion }: CompileOptions,
): BundleSublayer {
  const context: ValueContext = {
    locale,
    fileVersion,
    dataset: sublayer.source.kind === 'dataset' ? sublayer.source.dataset : null,
    grounds: groundsOf(model),
  };
  const sourceId = bundleSourceId(sublayer.source);
  const layer = sourceLayerOf(sublayer);
  const filter = compileFilter(sublayer);
  return {
    id: sublayer.id,
    type: sublayer.type,
    ...(sourceId === null ? {} : { source: sourceId }),
    ...(layer === null ? {} : { 'source-layer': layer }),
    slot: sublayer.slot,
    ...(sublayer.minzoom === undefined ? {} : { minzoom: sublayer.minzoom }),
    ...(sublayer.maxzoom === undefined ? {} : { maxzoom: sublayer.maxzoom }),
    ...(filter === null ? {} : { filter }),
    paint: compileAll(sublayer.paint, context),
    layout: compileAll(sublayer.layout, context),
    interactive: sublayer.interactive && sublayer.type !== 'raster',
  };
}

function takesIcon(values: Readonly<Record<string, StyleValue>>): boolean {
  return Object.keys(values).some(isImage);
}

function anyReadsLocale(values: Readonly<Record<string, StyleValue>>): boolean {
  for (const name in values) if (readsLocale(values[name]!)) return true;
  return false;
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
  const result: Record<string, ByGround<Json>> = {};
  for (const name in values) result[name] = compileValue(values[name]!, name, context);
  return result;
}

const grounds = new WeakMap<AtlasModel, ValueContext['grounds']>();

function groundsOf(model: AtlasModel): ValueContext['grounds'] {
  let known = grounds.get(model);
  if (!known) {
    known = Object.fromEntries(model.baseLayers.map(({ id, ground }) => [id, ground]));
    grounds.set(model, known);
  }
  return known;
}

/** The name of the layer inside the tiles; null for sources that have none. */
function sourceLayerOf({ source }: Sublayer): string | null {
  if (source.kind === 'source') return source.sourceLayer;
  if (source.kind === 'none' || source.feed !== 'tiles' || source.dataset.geometry === 'raster')
    return null;
  return source.dataset.id;
}

/** The name of the layer inside the archive of a dataset; nothing where it is read from none. */
function archiveLayer(
  source: SourceRef,
  options: CompileOptions,
): Pick<BundleSublayer, 'source-layer'> {
  if (source.kind !== 'dataset' || source.feed !== 'tiles') return {};
  const { driver } = source.dataset;
  if (driver.kind === 'store' || archiveAddress(source.dataset, options) === null) return {};
  return { 'source-layer': driver.sourceLayer };
}

/** The line of a group on the panel, for those who may open it. */
function compileEntry(
  group: Group,
  datasets: readonly Dataset[],
  legend: readonly LegendRow[],
  model: AtlasModel,
  options: CompileOptions,
): GroupEntry {
  const { locale } = options;
  const bounds = boundsOfGroup(group, datasets, model, options);
  let minzoom = Infinity;
  for (const sublayer of group.sublayers)
    if (sublayer.type !== 'symbol') minzoom = Math.min(minzoom, sublayer.minzoom ?? 0);
  const swatch = firstDistinct(legend);
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

/** The first few symbols that differ; pictures are no swatches. */
function firstDistinct(legend: readonly LegendRow[]): LegendSymbol[] {
  const seen = new Map<string, LegendSymbol>();
  for (const { symbol } of legend) {
    if (seen.size === MAX_SWATCHES) break;
    if (symbol.type === 'image') continue;
    const look = JSON.stringify(symbol);
    if (!seen.has(look)) seen.set(look, symbol);
  }
  return [...seen.values()];
}

function boundsOfGroup(
  group: Group,
  datasets: readonly Dataset[],
  model: AtlasModel,
  options: CompileOptions,
): Bounds | null {
  const all = datasets.flatMap((dataset) => {
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
function compileInfo(
  group: Group,
  datasets: readonly Dataset[],
  locale: string,
): BundleInfo | null {
  const infos: Info[] = [group.info, ...datasets.map((dataset) => dataset.info)];
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

function attributionOf(group: Group, datasets: readonly Dataset[], locale: string): Attribution[] {
  const fromSources = group.sublayers.flatMap(({ source }) =>
    source.kind === 'source' ? source.source.attribution : [],
  );
  const named = fromSources.map(({ text, url }) => ({
    text: text[locale]!,
    ...(url === undefined ? {} : { url }),
  }));
  const providers = datasets.flatMap(({ info }) =>
    info.provider ? [{ text: info.provider[locale]! }] : [],
  );
  return [...new Map([...named, ...providers].map((item) => [item.text, item])).values()];
}
