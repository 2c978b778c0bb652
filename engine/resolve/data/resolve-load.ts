import type * as Config from '../../../schemas/config.g.ts';
import type {
  Dataset,
  FileFormat,
  FileLoad,
  LoadFrom,
  RasterFileLoad,
  Service,
} from '../../model/model.ts';
import { present } from '../../basics/present.ts';
import { lookUp, type ResolveContext } from '../context.ts';
import { durationOf } from '../duration.ts';
import { endingOf, reportMissingFile } from '../missing-file.ts';

/** Formats of files of features, by extension. */
const FORMATS: Readonly<Record<string, FileFormat>> = {
  json: 'geojson',
  geojson: 'geojson',
  ndjson: 'ndjson',
  geojsonl: 'ndjson',
  geojsons: 'ndjson',
  csv: 'csv',
  zip: 'shapefile',
  gpkg: 'geopackage',
  fgb: 'flatgeobuf',
  parquet: 'geoparquet',
  geoparquet: 'geoparquet',
};

/** Extensions of raster files. */
const RASTER_ENDINGS: readonly string[] = ['tif', 'tiff'];

/** Keys that only some formats support. */
const KEYS_OF_FORMATS: Readonly<Record<string, readonly FileFormat[]>> = {
  repair: ['geojson', 'ndjson', 'csv', 'shapefile', 'geopackage', 'flatgeobuf', 'geoparquet'],
  coordinates: ['csv'],
  wkt: ['csv'],
  decimal: ['csv'],
  encoding: ['csv', 'shapefile'],
  layer: ['geopackage'],
};

/**
 * Resolves `load` of a dataset. Diagnostics: `file-missing`, `file-format-unknown`,
 * `raster-from-file`, `key-of-format`, `one-of-keys`, `key-needs`, `unknown-service`,
 * `key-of-list`, `fallback-missing`.
 */
export function resolveLoad(
  raw: Config.DatasetLoad,
  geometry: Dataset['geometry'],
  context: ResolveContext,
): LoadFrom {
  const { file, service, table } = raw;
  if (file !== undefined)
    return geometry === 'raster'
      ? resolveRasterLoad(raw, file, context)
      : resolveFileLoad(raw, file, context);
  if (service === undefined && raw.coordinates)
    context.report.error(
      'key-needs',
      { node: raw, key: 'coordinates', part: 'key' },
      { key: 'coordinates', missing: 'file' },
    );
  if (table !== undefined) return { kind: 'table', table };
  return resolveServiceLoad(raw, geometry, context);
}

function resolveFileLoad(raw: Config.DatasetLoad, file: string, context: ResolveContext): FileLoad {
  const target = { node: raw, key: 'file' };
  const ending = endingOf(file);
  const format = FORMATS[ending];
  if (format) checkFile(raw, { file, format }, context);
  else {
    const known = Object.keys(FORMATS).map((name) => `.${name}`);
    context.report.error('file-format-unknown', target, { found: file, ending, known });
  }
  return present({
    kind: 'file',
    file,
    format: format ?? 'geojson',
    repair: raw.repair,
    encoding: raw.encoding,
    coordinates: raw.coordinates,
    wkt: raw.wkt,
    decimal: raw.decimal,
    thousands: raw.thousands,
    layer: raw.layer,
  });
}

function resolveRasterLoad(
  raw: Config.DatasetLoad,
  file: string,
  context: ResolveContext,
): RasterFileLoad {
  const ending = endingOf(file);
  if (RASTER_ENDINGS.includes(ending)) checkFile(raw, { file, format: 'geotiff' }, context);
  else
    context.report.error('raster-from-file', { node: raw, key: 'file' }, { found: file, ending });
  return { kind: 'file', file, format: 'geotiff' };
}

/** Reports a missing file, or keys that its format does not support. */
function checkFile(
  raw: Config.DatasetLoad,
  { file, format }: { readonly file: string; readonly format: FileFormat | 'geotiff' },
  context: ResolveContext,
): void {
  const { folder, report } = context;
  if (!folder.assets.has(file)) {
    reportMissingFile({ node: raw, key: 'file' }, file, context);
    return;
  }
  for (const [key, formats] of Object.entries(KEYS_OF_FORMATS)) {
    if (!(key in raw) || formats.some((one) => one === format)) continue;
    const known = Object.keys(FORMATS).filter((ending) => formats.includes(FORMATS[ending]!));
    report.error(
      'key-of-format',
      { node: raw, key, part: 'key' },
      { key, found: file, known: known.map((ending) => `.${ending}`) },
    );
  }
  if (format === 'csv' && raw.wkt !== undefined && raw.coordinates)
    report.error(
      'one-of-keys',
      { node: raw, key: 'wkt', part: 'key' },
      { known: ['coordinates', 'wkt'], found: ['coordinates', 'wkt'] },
    );
}

/** Replacement for an unknown service, which was reported. */
export const NO_SERVICE: Service = {
  id: '',
  address: null,
  env: '',
  fallback: 'hide',
  info: { links: [] },
};

function resolveServiceLoad(
  raw: Config.DatasetLoad,
  geometry: Dataset['geometry'],
  context: ResolveContext,
): LoadFrom {
  const { report } = context;
  const { service: id = '', path = '', format = 'geojson', records = null, every } = raw;
  const at = { node: raw, key: 'service' };
  const service = lookUp('service', id, at, context);
  for (const key of format === 'list' ? [] : ['records', 'coordinates'].filter((k) => k in raw))
    report.error('key-of-list', { node: raw, key, part: 'key' }, { key, format });
  if (service?.fallback === 'built-in' && !raw.fallback)
    report.error('fallback-missing', at, { service: id });
  return present({
    kind: 'service',
    service: service ?? NO_SERVICE,
    path,
    format,
    records,
    coordinates: raw.coordinates ?? ['longitude', 'latitude'],
    every: every === undefined ? undefined : durationOf(every),
    fallback: raw.fallback && resolveLoad(raw.fallback, geometry, context),
  });
}
