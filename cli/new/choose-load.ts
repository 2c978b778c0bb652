import { open } from 'node:fs/promises';
import type { FileFormat, FileLoad } from 'atlas-engine';
import { UsageError } from '../../host/common/command.ts';

/** How a file of data is read: the options under `load`, without the file. */
export type LoadOptions = Omit<FileLoad, 'kind' | 'file'>;

/** The formats by the ends of file names. */
const FORMATS: Readonly<Record<string, FileFormat | 'geotiff'>> = {
  '.geojson': 'geojson',
  '.json': 'geojson',
  '.ndjson': 'ndjson',
  '.geojsonl': 'ndjson',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.zip': 'shapefile',
  '.gpkg': 'geopackage',
  '.fgb': 'flatgeobuf',
  '.parquet': 'geoparquet',
  '.geoparquet': 'geoparquet',
  '.tif': 'geotiff',
  '.tiff': 'geotiff',
};

/** Returns the format of a file. Throws `UsageError` if it has no reader. */
export function formatOf(file: string): FileFormat | 'geotiff' {
  const ending = /\.[^./\\]+$/.exec(file.toLowerCase())?.[0] ?? '';
  const format = FORMATS[ending];
  if (format) return format;
  throw new UsageError(
    `\`${file}\` is in no format that the atlas reads: ${Object.keys(FORMATS).join(', ')}, or a shapefile (\`.shp\`). QGIS and ogr2ogr save most formats as GeoPackage (.gpkg).`,
  );
}

/** Names of columns with coordinates in degrees or a geometry, in lower case. */
const LONGITUDES = ['longitude', 'lon', 'lng', 'long', 'x'];
const LATITUDES = ['latitude', 'lat', 'y'];
const GEOMETRIES = ['wkt', 'geom', 'geometry', 'the_geom'];

/** Bytes of a table that contain its header. */
const HEADER_BYTES = 65_536;

/**
 * Returns the ways in which a file may be read, the most probable first. The columns of a table are
 * known by their names.
 */
export async function loadsOf(
  path: string,
  format: FileFormat,
  layer: string | undefined,
): Promise<readonly LoadOptions[]> {
  if (format !== 'csv') return [{ format, ...(layer !== undefined && { layer }) }];
  const columns = await columnsOf(path);
  const named = (names: readonly string[]): string | undefined =>
    columns.find((column) => names.includes(column.toLowerCase()));
  const wkt = named(GEOMETRIES);
  const [x, y] = [named(LONGITUDES), named(LATITUDES)];
  if (wkt === undefined && (x === undefined || y === undefined))
    throw new UsageError(
      `The table has no columns of coordinates that are known by their names, such as \`longitude\` and \`latitude\`, or \`wkt\`. Its columns are: ${columns.join(', ')}.`,
    );
  const isUsual = x === 'longitude' && y === 'latitude';
  const place = x !== undefined && y !== undefined ? pairOf(x, y, isUsual) : { wkt: wkt! };
  return [
    { format, ...place },
    { format, ...place, decimal: 'comma' },
    { format, ...place, encoding: 'windows-1252' },
    { format, ...place, decimal: 'comma', encoding: 'windows-1252' },
  ];
}

/** The usual names of the columns need not be written. */
function pairOf(x: string, y: string, isUsual: boolean): Pick<LoadOptions, 'coordinates'> {
  return isUsual ? {} : { coordinates: [x, y] };
}

async function columnsOf(path: string): Promise<readonly string[]> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const text = buffer.toString('latin1', 0, bytesRead).replace(/^ï»¿|^sep=.\r?\n/gi, '');
    const [header = ''] = text.split(/\r?\n/);
    return header.split(/[,;\t]/).map((column) => column.trim().replace(/^"(.*)"$/, '$1'));
  } finally {
    await file.close();
  }
}
