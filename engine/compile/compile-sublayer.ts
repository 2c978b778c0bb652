import type { Json } from '../basics/values.ts';
import type { BundleSublayer, ByGround } from '../bundle/bundle.ts';
import { datasetOf } from '../model/datasets-of.ts';
import type { Group, SourceRef, StyleValue, Sublayer } from '../model/model.ts';
import { present } from '../basics/present.ts';
import { isImage } from '../values/properties.ts';
import { someIn } from '../values/value-tree.ts';
import { compileCover } from './compile-cover.ts';
import { compileFilter } from './compile-filter.ts';
import type { CompileContext, CompileOptions } from './compile-options.ts';
import { compilePopupRows, ownPopup } from './compile-popup-rows.ts';
import { addSource, archiveAddress, bundleSourceId } from './compile-source.ts';
import type { CompileTables } from './compile-tables.ts';
import { compileValue, type ValueContext } from './compile-value.ts';

/**
 * Compiles one sublayer and adds its source to the context. Returns null when the source is off.
 */
export function compileSublayer(
  sublayer: Sublayer,
  group: Group | null,
  context: CompileContext,
): BundleSublayer | null {
  const { options } = context;
  const source = addSource(sublayer.source, context);
  if (source === null && sublayer.source.kind !== 'none') return null;
  const look = lookOf(sublayer, context);
  const layer = archiveLayer(sublayer.source, options) ?? look['source-layer'];
  const isSame = source === (look.source ?? null) && layer === look['source-layer'];
  const read = isSame
    ? look
    : { ...look, ...present({ source: source ?? undefined, 'source-layer': layer }) };
  const popup = group && ownPopup(group, sublayer);
  const own = popup && compilePopupRows(popup, [sublayer], context);
  return own ? { ...read, popup: own } : read;
}

/**
 * Returns a layer without its popup. Such a layer does not depend on the level, and rarely on the
 * language. Layers with images are not cached, because the addresses of images change with the
 * files.
 */
export function lookOf(
  sublayer: Sublayer,
  { tables, options }: Pick<CompileContext, 'tables' | 'options'>,
): BundleSublayer {
  const { locale } = options;
  const known = tables.looks.get(sublayer);
  const kept = known instanceof Map ? known.get(locale) : known?.all;
  if (kept) return kept;
  const look = compileLook(sublayer, options, tables);
  if (known instanceof Map) known.set(locale, look);
  else if (!hasPicture(look.paint) && !hasPicture(look.layout))
    tables.looks.set(sublayer, readsLocale(sublayer) ? new Map([[locale, look]]) : { all: look });
  return look;
}

function hasPicture(values: BundleSublayer['paint']): boolean {
  for (const name in values) if (isImage(name)) return true;
  return false;
}

function readsLocale({ paint, layout }: Sublayer): boolean {
  return [paint, layout].some((values) => {
    for (const name in values) if (someIn(values[name]!, isByLocale)) return true;
    return false;
  });
}

function isByLocale({ kind }: StyleValue): boolean {
  return kind === 'field-by-locale';
}

function compileLook(
  sublayer: Sublayer,
  { locale, fileVersion }: CompileOptions,
  { grounds }: CompileTables,
): BundleSublayer {
  const { id, type, source, slot, minzoom, maxzoom } = sublayer;
  const context = { locale, fileVersion, dataset: datasetOf(sublayer) ?? null, grounds };
  return present({
    id,
    type,
    source: bundleSourceId(source) ?? undefined,
    'source-layer': sourceLayerOf(sublayer) ?? undefined,
    'feature-layer': featureLayerOf(sublayer),
    slot,
    minzoom,
    maxzoom,
    filter: compileFilter(sublayer) ?? undefined,
    paint: compileValues(sublayer.paint, context),
    layout: compileValues(sublayer.layout, context),
    interactive: sublayer.interactive && type !== 'raster',
    cover: compileCover(sublayer, grounds),
    'over-data': sublayer.overData || undefined,
  });
}

/** Compiles the values of a paint or layout, by property. */
export function compileValues(
  values: Readonly<Record<string, StyleValue>>,
  context: ValueContext,
): Readonly<Record<string, ByGround<Json>>> {
  const compiled: Record<string, ByGround<Json>> = {};
  for (const name in values) compiled[name] = compileValue(values[name]!, name, context);
  return compiled;
}

/** Returns the name of the layer inside the tiles; null for sources without layers. */
function sourceLayerOf({ source }: Sublayer): string | null {
  if (source.kind === 'source') return source.sourceLayer;
  if (source.kind === 'none' || source.feed !== 'tiles' || source.dataset.geometry === 'raster')
    return null;
  const { dataset, derived } = source;
  return derived === undefined ? dataset.id : `${dataset.id}:${derived}`;
}

function featureLayerOf({ source }: Sublayer): string | undefined {
  return source.kind === 'dataset' && source.derived !== undefined ? source.dataset.id : undefined;
}

/**
 * Returns the layer to read from a dataset's archive; undefined when the source is not an archive.
 */
function archiveLayer(source: SourceRef, options: CompileOptions): string | undefined {
  if (source.kind !== 'dataset' || source.feed !== 'tiles') return undefined;
  const { driver } = source.dataset;
  if (driver.kind === 'store' || archiveAddress(source.dataset, options) === null) return undefined;
  return driver.sourceLayer;
}
