import type { BundleSource, SourceCommon } from '../bundle/bundle.ts';
import type { CompileContext, CompileOptions } from './compile-options.ts';
import { present } from '../basics/present.ts';
import { joinAddress } from './join-address.ts';
import type { Dataset, Level, Source, SourceRef } from '../model/model.ts';

/** Returns the id of a source in a bundle. A dataset has one source per feed. */
export function bundleSourceId(ref: SourceRef): string | null {
  if (ref.kind === 'none') return null;
  if (ref.kind === 'source') return ref.source.id;
  return ref.feed === 'tiles' || ref.dataset.geometry === 'raster'
    ? ref.dataset.id
    : `${ref.dataset.id}@${ref.feed}`;
}

/**
 * Adds the source of a layer and its replacement to the context, and returns the id to use: that of
 * the replacement while the service is off. Null when there is no source.
 */
export function addSource(
  ref: SourceRef,
  context: Pick<CompileContext, 'level' | 'options' | 'sources'>,
): string | null {
  const { level, options, sources } = context;
  const id = bundleSourceId(ref);
  if (id === null) return null;
  const source = sources[id] ?? compileSource(ref, level, options);
  const fallback = ref.kind === 'source' ? ref.source.fallback : undefined;
  const other = fallback
    ? addSource({ kind: 'source', source: fallback, sourceLayer: null }, context)
    : null;
  if (!source) return other;
  sources[id] = source;
  return id;
}

/**
 * Compiles a source. A dataset is requested by its own id and not by a shared feed name, so that
 * addresses do not reveal which datasets have the same feed name. Returns null when the source
 * belongs to a service that is off.
 */
function compileSource(ref: SourceRef, level: Level, options: CompileOptions): BundleSource | null {
  if (ref.kind === 'none') return null;
  return ref.kind === 'dataset'
    ? datasetSource(ref.dataset, ref.feed, level, options)
    : foreignSource(ref.source, options);
}

function datasetSource(
  dataset: Dataset,
  feed: 'tiles' | 'geojson' | 'wms',
  level: Level,
  options: CompileOptions,
): BundleSource {
  const bounds = options.bounds(dataset.id);
  const version = options.version(dataset.id, level.id);
  const v = version === null ? '' : `v=${version}`;
  const common: SourceCommon = { dataset: dataset.id, ...present({ bounds: bounds ?? undefined }) };
  if (feed === 'tiles') {
    const archive = archiveAddress(dataset, options);
    if (archive !== null) return { type: 'vector', pmtiles: archive, ...common };
    const { minzoom, maxzoom } = dataset.feeds.tiles!;
    const path = `/api/mvt/tile/${dataset.id}/{z}/{x}/{y}.pbf`;
    const whole = present({ 'whole-from': options.wholeFrom?.(dataset.id, level.id) ?? undefined });
    const tiles = [v ? `${path}?${v}` : path];
    return { type: 'vector', tiles, minzoom, maxzoom, ...common, ...whole };
  }
  if (feed === 'geojson')
    return {
      type: 'geojson',
      data: `/api/geodata/${dataset.id}/${v ? `?${v}` : ''}`,
      ...common,
    };
  const query = `service=WMS&version=1.1.1&request=GetMap&layers=${dataset.id}&styles=&srs=EPSG:3857&format=image/png&transparent=true&width=256&height=256&bbox={bbox-epsg-3857}`;
  return { type: 'raster', tiles: [`/wms?${query}${v ? `&${v}` : ''}`], tileSize: 256, ...common };
}

/** Returns the address of a dataset's archive; null while the store provides its tiles. */
export function archiveAddress(
  { driver }: Dataset,
  options: Pick<CompileOptions, 'fileVersion' | 'address'>,
): string | null {
  if (driver.kind === 'store') return null;
  if ('file' in driver) return fileAddress(driver.file, options);
  const address = options.address(driver.service.id);
  return address === null ? null : joinAddress(address, driver.path);
}

function foreignSource(source: Source, options: CompileOptions): BundleSource | null {
  const { minzoom, maxzoom, bounds, fadeFrom } = source;
  const attribution = source.attribution.map(({ text }) => text[options.locale]).join(' · ');
  const common: SourceCommon = {
    ...present({ minzoom, maxzoom, 'fade-from': fadeFrom, bounds }),
    ...present({ attribution: attribution || undefined }),
    ...serviceOf(source, options),
  };
  const address = addressOf(source, options);
  if (address === null) return null;
  const archive = /\.pmtiles(?:\?|$)/.test(address);
  const tiles = archive ? { pmtiles: address } : { tiles: [address] };
  switch (source.type) {
    case 'vector':
      return { type: 'vector', ...tiles, ...common };
    case 'raster':
      return { type: 'raster', tileSize: source.tileSize, ...tiles, ...common };
    case 'raster-dem':
      return {
        type: 'raster-dem',
        tileSize: source.tileSize,
        encoding: source.encoding ?? 'terrarium',
        ...tiles,
        ...common,
      };
    case 'geojson':
      return { type: 'geojson', data: address, ...common };
    case 'style':
      return { type: 'style', url: address, ...common };
    case 'wms': {
      const query = `service=WMS&version=1.1.1&request=GetMap&layers=${(source.layers ?? []).join(',')}&styles=&srs=EPSG:3857&format=${source.format ?? 'image/png'}&transparent=true&width=${source.tileSize}&height=${source.tileSize}&bbox={bbox-epsg-3857}`;
      return {
        type: 'raster',
        tileSize: source.tileSize,
        tiles: [`${address}${address.includes('?') ? '&' : '?'}${query}`],
        ...common,
      };
    }
  }
}

/** Returns the replacement of a source when its service fails, and its hosts. */
function serviceOf({ service, fallback }: Source, options: CompileOptions): SourceCommon {
  if (!service) return {};
  const hosts = options.hosts?.(service.id) ?? [];
  return present({
    else: fallback?.id,
    fallback: service.fallback === 'base-layer' ? service.fallback : undefined,
    hosts: hosts.length > 0 ? hosts : undefined,
  });
}

function addressOf(source: Source, options: CompileOptions): string | null {
  if (source.file !== undefined) return fileAddress(source.file, options);
  if (!source.service) return null;
  const address = options.address(source.service.id);
  return address === null ? null : joinAddress(address, source.path ?? '');
}

/** Returns the address of a configuration file on the server, with its version. */
export function fileAddress(path: string, options: Pick<CompileOptions, 'fileVersion'>): string {
  const version = options.fileVersion(path);
  const escaped = path.split('/').map(encodeURIComponent).join('/');
  return `/atlas/files/${escaped}${version === null ? '' : `?v=${version}`}`;
}
