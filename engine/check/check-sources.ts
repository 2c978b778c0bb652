import type {
  AtlasModel,
  Dataset,
  Source,
  SourceRef,
  Sublayer,
  SublayerType,
} from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { DRAWS } from './draws.ts';
import { nodeOf, sublayersOf, type CheckContext } from './context.ts';

const FOREIGN: Readonly<Record<SublayerType, readonly string[]>> = {
  background: [],
  fill: ['vector', 'geojson'],
  line: ['vector', 'geojson'],
  circle: ['vector', 'geojson'],
  symbol: ['vector', 'geojson'],
  raster: ['raster', 'wms'],
  hillshade: ['raster-dem'],
  'color-relief': ['raster-dem'],
};

/**
 * Holds each sublayer's type against its source, and its zooms against the tiles. Diagnostics:
 * `geometry-mismatch`, `wrong-source-type`, `zoom-without-data`, `raster-without-classes`,
 * `tiles-begin-later`, `zoom-beyond-maps`, `raster-of-two-looks`, `unused-source`, `labels-twice`, `base-maps-from-services`,
 * `geojson-not-whole`, `public-driver-restricted`, `name-clash`.
 */
export function checkSources(context: CheckContext): void {
  const used = new Set<string>();
  for (const { sublayer } of sublayersOf(context.model)) {
    if (sublayer.source.kind === 'source') used.add(sublayer.source.source.id);
    checkType(sublayer, context);
    checkZooms(sublayer, context);
  }
  checkRasterLooks(context);
  checkReach(context);
  for (const base of context.model.baseLayers) {
    if (!base.style) continue;
    used.add(base.style.id);
    if (base.style.type !== 'style') {
      context.report.error(
        'wrong-source-type',
        { node: nodeOf(base, context), key: 'style' },
        { source: base.style.id, found: base.style.type, expected: ['style'], type: 'base layer' },
      );
    }
    const labelled = context.model.groups.some(
      (group) => group.checked && group.sublayers.some((sublayer) => sublayer.type === 'symbol'),
    );
    if (!base.without.includes('symbol') && labelled)
      context.report.error(
        'labels-twice',
        { node: nodeOf(base, context), key: 'style' },
        { base: base.id },
      );
  }
  if (context.model.hillshade) used.add(context.model.hillshade.source.id);
  for (const source of context.model.sources.values()) if (source.else) used.add(source.else.id);
  for (const source of context.model.sources.values()) {
    if (!used.has(source.id))
      context.report.warn(
        'unused-source',
        { node: nodeOf(source, context), key: 'id' },
        { id: source.id },
      );
  }
  checkBaseLayers(context);
  const names = tileNames(context.model);
  for (const dataset of context.model.datasets.values())
    if (!dataset.cut) checkNames(dataset, (name) => names.get(name), context);
}

/** Visitors of an atlas whose services are off need a base map too. */
function checkBaseLayers({ model, report, nodes, incomplete }: CheckContext): void {
  // What a fault keeps out may be what is drawn without services.
  if (incomplete.has(model.baseLayers)) return;
  const fromService = ({ service, else: standIn }: Source): boolean => !!service && !standIn;
  const outside = model.baseLayers.filter(
    ({ style, sublayers }) =>
      (style !== null && fromService(style)) ||
      (sublayers.length > 0 &&
        sublayers.every(({ source }) => source.kind === 'source' && fromService(source.source))),
  );
  const [first] = outside;
  const node = first && nodes.get(first);
  if (node && outside.length === model.baseLayers.length)
    report.error('base-maps-from-services', { node, key: 'id' }, { base: first.id });
}

function checkType(sublayer: Sublayer, context: CheckContext): void {
  const { source, type } = sublayer;
  const node = nodeOf(sublayer, context);
  if (source.kind === 'source') {
    const expected = FOREIGN[type];
    if (!expected.includes(source.source.type)) {
      context.report.error(
        'wrong-source-type',
        { node, key: 'type' },
        {
          source: source.source.id,
          found: source.source.type,
          expected,
          type,
        },
      );
    }
    return;
  }
  if (source.kind !== 'dataset') return;
  const { dataset } = source;
  const fits =
    source.feed === 'wms' && dataset.geometry !== 'raster'
      ? type === 'raster'
      : DRAWS[type].includes(dataset.geometry);
  if (!fits && sublayer.outlineOf === null) {
    const known = Object.entries(DRAWS).flatMap(([name, geometries]) =>
      geometries.includes(dataset.geometry) ? [name] : [],
    );
    context.report.error(
      'geometry-mismatch',
      { node, key: 'type' },
      { type, dataset: dataset.id, geometry: dataset.geometry, known },
    );
  }
  const { view, download } = dataset.permission;
  if (
    source.feed === 'geojson' &&
    dataset.feeds.wholeGeojson === 'download' &&
    download.rank > view.rank
  )
    context.report.error(
      'geojson-not-whole',
      { node, key: 'source' },
      { dataset: dataset.id, level: download.id },
    );
  // Classes that are named and not found were reported.
  if (type === 'raster' && dataset.geometry === 'raster' && !('classes' in node)) {
    context.report.error(
      'raster-without-classes',
      { node, key: 'source' },
      { dataset: dataset.id },
    );
  }
}

/** The server draws a raster itself, and in one look. */
function checkRasterLooks(context: CheckContext): void {
  const first = new Map<string, Sublayer>();
  for (const { sublayer } of sublayersOf(context.model)) {
    const { source, rasterClasses } = sublayer;
    if (source.kind !== 'dataset' || !rasterClasses) continue;
    const { id } = source.dataset;
    const other = first.get(id);
    if (!other) first.set(id, sublayer);
    else if (other.rasterClasses !== rasterClasses)
      context.report.warn(
        'raster-of-two-looks',
        { node: nodeOf(sublayer, context), key: 'classes' },
        { dataset: id, classes: other.rasterClasses!.id, found: rasterClasses.id },
        [
          {
            target: { node: nodeOf(other, context), key: 'classes' },
            note: 'drawn-otherwise-here',
          },
        ],
      );
  }
}

function checkZooms(sublayer: Sublayer, context: CheckContext): void {
  const { source } = sublayer;
  const first = firstZoomOf(source, context);
  if (sublayer.maxzoom === undefined || sublayer.maxzoom > first) return;
  const id =
    source.kind === 'dataset'
      ? source.dataset.id
      : source.kind === 'source'
        ? source.source.id
        : '';
  context.report.error(
    'zoom-without-data',
    { node: nodeOf(sublayer, context), key: 'maxzoom' },
    { maxzoom: sublayer.maxzoom, minzoom: first, source: id },
  );
}

/** The width and height of the map at a first visit, px, and the size of the world at zoom 0. */
const FIRST_VIEW = [1280, 800] as const;
const WORLD = 512;

/** The zoom at which the whole home of the atlas is in view; degrees of latitude are taken as of longitude. */
function homeZoom({ home: [west, south, east, north] }: AtlasModel): number {
  const pixels = Math.min(FIRST_VIEW[0] / (east - west), FIRST_VIEW[1] / (north - south));
  return Math.max(0, Math.floor(Math.log2((pixels * 360) / WORLD)));
}

/** Groups whose tiles begin above the first view without a word, and zooms no base map reaches. */
function checkReach(context: CheckContext): void {
  const { model, report } = context;
  const home = homeZoom(model);
  const highest = Math.max(...model.baseLayers.map(({ maxzoom }) => maxzoom));
  for (const { owner, sublayer } of sublayersOf(model)) {
    const { source, minzoom = 0 } = sublayer;
    const node = nodeOf(sublayer, context);
    const isBase = 'ground' in owner;
    const maxzoom = isBase ? owner.maxzoom : highest;
    if (minzoom >= maxzoom)
      report.warn(
        'zoom-beyond-maps',
        { node, key: 'minzoom' },
        { minzoom, maxzoom, base: isBase ? owner.id : '' },
      );
    if (isBase || source.kind === 'none' || sublayer.outlineOf !== null) continue;
    const first = firstZoomOf(source, context);
    // Below its first tile a sublayer that ends there draws nothing at all, which is another fault.
    const ends = sublayer.maxzoom ?? Infinity;
    if (first <= home || minzoom >= first || ends <= first) continue;
    const id = source.kind === 'dataset' ? source.dataset.id : source.source.id;
    report.warn(
      'tiles-begin-later',
      { node, key: 'minzoom' in node ? 'minzoom' : 'source' },
      { source: id, sublayer: sublayer.id, minzoom: first, from: minzoom },
    );
  }
}

function checkNames(
  dataset: Dataset,
  byTileName: (name: string) => Dataset | undefined,
  context: CheckContext,
): void {
  const { report, model } = context;
  const node = nodeOf(dataset, context);
  const { driver, permission, feeds } = dataset;
  // An archive is the whole of the dataset in one file.
  const restricted =
    permission.view.rank > 0 ||
    (feeds.wholeGeojson === 'download' && permission.download.rank > 0) ||
    [...dataset.fields.values()].some((field) => field.permission.rank > 0);
  if (driver.kind === 'pmtiles' && restricted) {
    report.error(
      'public-driver-restricted',
      { node, key: 'driver' },
      { dataset: dataset.id, file: 'file' in driver ? driver.file : driver.path },
    );
  }
  const { tiles, geojson, wms } = dataset.feeds;
  for (const name of new Set([tiles?.name, geojson, wms])) {
    const other = name ? model.datasets.get(name) : undefined;
    if (other && other.id !== dataset.id)
      report.error(
        'name-clash',
        { node, key: 'feeds' },
        { name: other.id, dataset: dataset.id, other: other.id },
      );
  }
  if (!tiles) return;
  const written = (node['feeds'] as { tiles?: object } | undefined)?.tiles as
    { aliases?: object } | undefined;
  const clash = (name: string, target: Target, other: Dataset): void =>
    report.error('name-clash', target, { name, dataset: dataset.id, other: other.id });
  tiles.aliases.forEach((alias, i) => {
    const other = model.datasets.get(alias) ?? byTileName(alias);
    if (other && other.id !== dataset.id)
      clash(alias, { node: written?.aliases ?? node, key: i }, other);
  });
}

/** The first dataset that feeds each tile name; cuts have names of their own. */
function tileNames({ datasets }: AtlasModel): Map<string, Dataset> {
  const names = new Map<string, Dataset>();
  for (const dataset of datasets.values()) {
    const name = dataset.feeds.tiles?.name;
    if (!dataset.cut && name !== undefined && !names.has(name)) names.set(name, dataset);
  }
  return names;
}

/** The first zoom at which a source has anything; what its archive says counts too. */
function firstZoomOf(source: SourceRef, { facts }: CheckContext): number {
  if (source.kind === 'none') return 0;
  if (source.kind === 'dataset')
    return source.feed === 'tiles' ? (source.dataset.feeds.tiles?.minzoom ?? 0) : 0;
  const { file, minzoom = 0 } = source.source;
  const found = file === undefined ? undefined : facts.files?.get(file);
  return found?.kind === 'archive' ? Math.max(minzoom, found.minzoom) : minzoom;
}
