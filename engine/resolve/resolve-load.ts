import type {
  Dataset,
  FileFormat,
  FileLoad,
  LoadFrom,
  RasterFileLoad,
  Service,
} from '../model/model.ts';
import type { RawNode } from '../model/report.ts';
import { lookUp, type ResolveContext } from './context.ts';
import { endingOf, reportMissingFile } from './missing-file.ts';
import { durationOf, mappingOf, stringOf, stringsOf } from './raw.ts';

/** How files of features are read, by the endings of their names. */
const FORMATS: Readonly<Record<string, FileFormat>> = {
  json: 'geojson',
  geojson: 'geojson',
  ndjson: 'ndjson',
  geojsonl: 'ndjson',
  geojsons: 'ndjson',
  csv: 'csv',
  zip: 'shapefile',
  gpkg: 'geopackage',
};

/** The endings of the names of files with a raster. */
const RASTER_ENDINGS: readonly string[] = ['tif', 'tiff'];

/** The keys that only some formats have. */
const KEYS_OF_FORMATS: Readonly<Record<string, readonly FileFormat[]>> = {
  mend: ['geojson', 'ndjson', 'csv', 'shapefile', 'geopackage'],
  coordinates: ['csv'],
  wkt: ['csv'],
  decimal: ['csv'],
  encoding: ['csv', 'shapefile'],
  layer: ['geopackage'],
};

/**
 * Resolves where a dataset is loaded from. Diagnostics: `file-missing`, `file-format-unknown`,
 * `raster-from-file`, `key-of-format`, `one-of-keys`, `key-needs`, `unknown-service`, `key-of-list`,
 * `service-without-else`.
 */
export function resolveLoad(
  raw: RawNode,
  geometry: Dataset['geometry'],
  context: ResolveContext,
): LoadFrom {
  const file = stringOf(raw, 'file');
  if (file !== undefined) return resolveFileLoad(raw, file, geometry, context);
  if (stringOf(raw, 'service') === undefined && 'coordinates' in raw)
    context.report.error(
      'key-needs',
      { node: raw, key: 'coordinates', part: 'key' },
      { key: 'coordinates', missing: 'file' },
    );
  const table = stringOf(raw, 'table');
  if (table !== undefined) return { kind: 'table', table };
  return resolveServiceLoad(raw, geometry, context);
}

function resolveFileLoad(
  raw: RawNode,
  file: string,
  geometry: Dataset['geometry'],
  context: ResolveContext,
): FileLoad | RasterFileLoad {
  if (geometry === 'raster') return resolveRasterLoad(raw, file, context);
  const { report, folder } = context;
  const format = FORMATS[endingOf(file)];
  if (!format)
    report.error(
      'file-format-unknown',
      { node: raw, key: 'file' },
      {
        found: file,
        ending: endingOf(file),
        known: Object.keys(FORMATS).map((name) => `.${name}`),
      },
    );
  else if (!folder.assets.has(file)) reportMissingFile(raw, 'file', file, context);
  else checkKeys(raw, { file, format }, context);
  const coordinates = stringsOf(raw, 'coordinates');
  const wkt = stringOf(raw, 'wkt');
  const layer = stringOf(raw, 'layer');
  const encoding = stringOf(raw, 'encoding') as FileLoad['encoding'];
  return {
    kind: 'file',
    file,
    format: format ?? 'geojson',
    ...(raw['mend'] === 'utf8-read-as-latin1' ? { mend: 'utf8-read-as-latin1' as const } : {}),
    ...(encoding === undefined ? {} : { encoding }),
    ...(coordinates.length === 2 ? { coordinates: [coordinates[0]!, coordinates[1]!] } : {}),
    ...(wkt === undefined ? {} : { wkt }),
    ...(raw['decimal'] === 'comma' ? { decimal: 'comma' as const } : {}),
    ...(layer === undefined ? {} : { layer }),
  };
}

function resolveRasterLoad(raw: RawNode, file: string, context: ResolveContext): RasterFileLoad {
  const ending = endingOf(file);
  if (!RASTER_ENDINGS.includes(ending))
    context.report.error('raster-from-file', { node: raw, key: 'file' }, { found: file, ending });
  else if (!context.folder.assets.has(file)) reportMissingFile(raw, 'file', file, context);
  else checkKeys(raw, { file, format: 'geotiff' }, context);
  return { kind: 'file', file, format: 'geotiff' };
}

function checkKeys(
  raw: RawNode,
  { file, format }: { readonly file: string; readonly format: FileFormat | 'geotiff' },
  { report }: ResolveContext,
): void {
  for (const [key, formats] of Object.entries(KEYS_OF_FORMATS)) {
    if (!(key in raw) || formats.some((one) => one === format)) continue;
    const known = Object.keys(FORMATS).filter((ending) => formats.includes(FORMATS[ending]!));
    report.error(
      'key-of-format',
      { node: raw, key, part: 'key' },
      { key, found: file, known: known.map((ending) => `.${ending}`) },
    );
  }
  if (format === 'csv' && 'wkt' in raw && 'coordinates' in raw)
    report.error(
      'one-of-keys',
      { node: raw, key: 'wkt', part: 'key' },
      { known: ['coordinates', 'wkt'], found: ['coordinates', 'wkt'] },
    );
}

/** Stands for a service that is not there, which was reported. */
export const NO_SERVICE: Service = {
  id: '',
  address: null,
  env: '',
  fallback: 'hide',
  info: { links: [] },
};

function resolveServiceLoad(
  raw: RawNode,
  geometry: Dataset['geometry'],
  context: ResolveContext,
): LoadFrom {
  const { report } = context;
  const id = stringOf(raw, 'service') ?? '';
  const at = { node: raw, key: 'service' };
  const service = lookUp(context.services, id, 'service', at, context);
  const format = (stringOf(raw, 'format') ?? 'geojson') as 'geojson' | 'esri-json' | 'list';
  for (const key of format === 'list' ? [] : ['records', 'coordinates'].filter((k) => k in raw))
    report.error('key-of-list', { node: raw, key, part: 'key' }, { key, format });
  const every = durationOf(raw['every']);
  const otherwise = mappingOf(raw, 'else');
  if (service?.fallback === 'built-in' && !otherwise)
    report.error('service-without-else', at, { service: id });
  const [longitude = 'longitude', latitude = 'latitude'] = stringsOf(raw, 'coordinates');
  return {
    kind: 'service',
    service: service ?? NO_SERVICE,
    path: stringOf(raw, 'path') ?? '',
    format,
    records: stringOf(raw, 'records') ?? null,
    coordinates: [longitude, latitude],
    ...(every === undefined ? {} : { every }),
    ...(otherwise ? { else: resolveLoad(otherwise, geometry, context) } : {}),
  };
}
