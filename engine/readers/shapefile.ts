import type { FileLoad } from '../model/file-load.ts';
import { groupBy } from '../basics/group-by.ts';
import { UnreadableData } from './unreadable-data.ts';
import { decoderOf } from './decode-text.ts';
import { encodingOfDbf, parseDbf } from './dbf.ts';
import { conversionOf, convertGeometry, type Conversion } from './reference-system.ts';
import { parseShp } from './shp.ts';
import { unzip } from './zip.ts';

/** The file extensions that a shapefile must have, each once. */
export const SHAPEFILE_PARTS = ['shp', 'shx', 'dbf', 'prj'] as const;
/** Matches the names of the files that are read; the first group is the extension. */
export const ENDING = /\.(shp|shx|dbf|prj|cpg)$/i;

/** Matches the names of data files of other formats, which a zip should not contain. */
const DATA =
  /\.(?:zip|gpkg|geojson|json|ndjson|geojsonl|csv|kml|kmz|gml|tab|mif|fgb|xlsx|tif|tiff)$/i;

/** Encoding names in `.cpg` files that the Encoding Standard of the web does not know. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  '65001': 'utf-8',
  '88591': 'iso-8859-1',
  '1252': 'windows-1252',
  'ANSI 1252': 'windows-1252',
  SYSTEM: 'windows-1252',
};

/**
 * Returns the features of the one shapefile in a zip, in longitude and latitude. Throws
 * `UnreadableData` with `name` in the message.
 */
export function parseShapefile(
  bytes: Uint8Array,
  name: string,
  options: Pick<FileLoad, 'encoding'>,
): unknown[] {
  const others: string[] = [];
  const entries = unzip(bytes, name, (entry) => {
    const isPart = ENDING.test(entry);
    if (!isPart) others.push(entry);
    return isPart;
  });
  const [data] = others.filter((entry) => DATA.test(entry));
  if (entries.size === 0 && data !== undefined)
    throw new UnreadableData(
      `The zip \`${name}\` has no shapefile, but another data file, \`${data}\`. Unpack it, and name that file under \`load:\`.`,
    );
  return featuresOfParts(partsOf(entries, name), name, options);
}

/** The files of a shapefile by their extension, in lower case and without the dot. */
export type ShapefileParts = ReadonlyMap<string, Uint8Array>;

export interface PartsOptions {
  readonly encoding?: FileLoad['encoding'];
  /** Returns the conversion from a reference system, as `conversionOf` does. */
  readonly conversion?: (wkt: string) => Conversion | null;
}

/**
 * Returns the features of a shapefile with all of `SHAPEFILE_PARTS`, in longitude and latitude.
 * Throws `UnreadableData` with `name` in the message.
 */
export function featuresOfParts(
  parts: ShapefileParts,
  name: string,
  { encoding, conversion }: PartsOptions = {},
): unknown[] {
  const shapes = parseShp(parts.get('shp')!, parts.get('shx')!, name);
  const dbf = parts.get('dbf')!;
  const rows = parseDbf(dbf, name, textDecoder(parts, encoding, name));
  if (shapes.length !== rows.length)
    throw new UnreadableData(
      `The file \`${name}\` has ${shapes.length} shapes, but ${rows.length} rows in its table.`,
    );
  const wkt = new TextDecoder().decode(parts.get('prj'));
  const command = `ogr2ogr -t_srs EPSG:4326 ${name.replace(/\.zip$/i, '.gpkg')} /vsizip/${name}`;
  const convert = conversion
    ? conversion(wkt)
    : conversionOf(wkt, { file: name, convert: command });
  return rows.flatMap((properties, i) => {
    // A deleted row leaves its shape in the file.
    if (properties === null) return [];
    const shape = shapes[i]!;
    const geometry = shape && convert ? convertGeometry(shape, convert) : shape;
    return [{ type: 'Feature', geometry, properties }];
  });
}

function partsOf(entries: ReadonlyMap<string, Uint8Array>, name: string): ShapefileParts {
  const parts = new Map<string, Uint8Array>();
  for (const [entry, content] of entries) {
    const ending = endingOf(entry);
    if (parts.has(ending)) throw severalShapefiles([...entries.keys()], name);
    parts.set(ending, content);
  }
  const missing = SHAPEFILE_PARTS.filter((part) => !parts.has(part));
  if (missing.length === 1 && missing[0] === 'prj')
    throw new UnreadableData(
      `The zip \`${name}\` has no \`.prj\`, the file with its reference system. Ask the author for it. If its coordinates are longitude and latitude on WGS 84, convert it: \`ogr2ogr -a_srs EPSG:4326 ${name.replace(/\.zip$/i, '')}.gpkg /vsizip/${name}\`.`,
    );
  if (missing.length > 0)
    throw new UnreadableData(
      `The zip \`${name}\` is not a complete shapefile: it has no ${missing.map((part) => `\`.${part}\``).join(', no ')}. Put all files of the shapefile in it.`,
    );
  return parts;
}

function endingOf(entry: string): string {
  return ENDING.exec(entry)![1]!.toLowerCase();
}

/** The error for a zip with several files of an extension. */
function severalShapefiles(files: readonly string[], name: string): UnreadableData {
  const found = [...groupBy(files, (file) => file.replace(ENDING, ''))];
  const isWhole = (entries: readonly string[]): boolean =>
    SHAPEFILE_PARTS.every((part) => entries.some((entry) => endingOf(entry) === part));
  const whole = found.filter(([, entries]) => isWhole(entries)).map(([stem]) => stem);
  const folder = name.replace(/\.zip$/i, '');
  const zips = whole.map((stem) => `\`${stem.split('/').at(-1)}.zip\``);
  const others = found.filter(([, entries]) => !isWhole(entries)).flatMap(([, entries]) => entries);
  const quoted = (list: readonly string[]): string => list.map((each) => `\`${each}\``).join(', ');
  if (whole.length > 1)
    return new UnreadableData(
      `The zip \`${name}\` has ${whole.length} shapefiles: ${quoted(whole.map((stem) => `${stem}.shp`))}. Make a zip of each, such as ${zips[0]}, with its \`.shp\`, \`.shx\`, \`.dbf\` and \`.prj\`, and a dataset for each; or keep only the one that this dataset needs.`,
    );
  return new UnreadableData(
    whole.length === 1
      ? `The zip \`${name}\` has files beside the shapefile \`${whole[0]}.shp\`: ${quoted(others)}. Remove them from the zip.`
      : `The zip \`${name}\` has files of several names: ${quoted(others)}. The files of a shapefile must have one name, such as \`${folder}.shp\`, \`${folder}.shx\`, \`${folder}.dbf\` and \`${folder}.prj\`.`,
  );
}

/**
 * Returns a decoder for the encoding that the load names. If it names none, the encoding is that of
 * the `.cpg` file, otherwise that of the table, otherwise UTF-8.
 */
function textDecoder(
  parts: ReadonlyMap<string, Uint8Array>,
  wanted: FileLoad['encoding'],
  name: string,
): (bytes: Uint8Array) => string {
  const cpg = parts.get('cpg') && new TextDecoder().decode(parts.get('cpg')).trim();
  const label =
    wanted ?? (cpg ? (CODE_PAGES[cpg] ?? cpg) : encodingOfDbf(parts.get('dbf')!)) ?? 'utf-8';
  const decode = decoderOf(label);
  if (!decode)
    throw new UnreadableData(
      `The \`.cpg\` in \`${name}\` names an unknown encoding. Set the right one under \`load:\`, for example \`encoding: windows-1252\`.`,
    );
  return (bytes) => {
    try {
      return decode(bytes);
    } catch {
      throw new UnreadableData(
        `The texts of \`${name}\` are not ${label.toUpperCase()}. Set their encoding under \`load:\`, for example \`encoding: windows-1252\`.`,
      );
    }
  };
}
