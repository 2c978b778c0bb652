import { degreesFrom } from '../degrees.ts';
import type { Features, Lists, Numbers, Texts, Unknown } from '../parameters.ts';
import { code, counted, layersOf, names, nearest, whichFeatures } from '../phrases.en.ts';
import { words, type Advice, type Command } from '../words.ts';
import { yamlText } from '../yaml-text.ts';

/** Advice on the project of a GIS program, which only refers to data. */
const PROJECT =
  'A project does not contain the data of its layers. Export the layer, in QGIS with “Export > Save Features As”, as a GeoPackage in EPSG:4326, and use that.';

/** Advice on packed files. */
const UNPACK =
  'Unpack it, and use the file inside. The files of a shapefile go into a `.zip` file.';

/** Advice on converting a file whose format cannot be read, by file extension. */
const CONVERT: Readonly<Record<string, string>> = {
  shp: 'Put the `.shp` with its `.shx`, `.dbf` and `.prj` into a `.zip` file, and use that.',
  xlsx: 'Save the table as CSV in UTF-8, and use that file.',
  xls: 'Save the table as CSV in UTF-8, and use that file.',
  ods: 'Save the table as CSV in UTF-8, and use that file.',
  rar: UNPACK,
  '7z': UNPACK,
  tar: UNPACK,
  gz: UNPACK,
  qgz: PROJECT,
  qgs: PROJECT,
  qlr: PROJECT,
  mxd: PROJECT,
  aprx: PROJECT,
  tif: 'It contains pixels: write `geometry: raster`.',
  tiff: 'It contains pixels: write `geometry: raster`.',
};

/** Matches extensions of files that contain no features: texts, pictures and programs. */
const NO_FEATURES =
  /^(?:md|txt|rtf|pdf|docx?|odt|pptx?|html?|png|jpe?g|gif|webp|svg|bmp|ya?ml|qml|sld|prj|dbf|shx|cpg|exe|mp4)?$/;

/** Returns advice on a file without features. */
function noFeatures(ending: string): string | undefined {
  if (ending === 'txt')
    return 'If it is a table, save it as CSV in UTF-8, with the extension `.csv`. Otherwise use the file with the data.';
  return NO_FEATURES.test(ending)
    ? 'Use the file with the data. In QGIS, “Export > Save Features As” saves a layer as a GeoPackage; choose EPSG:4326.'
    : undefined;
}

/** Returns advice on the address of a layer as QGIS shows it, with the layer after the file. */
function layerAddress(found: string): string | undefined {
  const [file = '', ...options] = found.split('|');
  if (!/\.\w+$/.test(file) || options.length === 0) return undefined;
  const layer = options.find((option) => option.startsWith('layername='))?.slice(10);
  const keys = file.endsWith('.gpkg') && layer ? `, layer: ${yamlText(layer)}` : '';
  const what = keys ? 'the file and the layer as two keys' : 'only the file';
  return `QGIS writes the layer and its options after \`|\`. Write ${what}: \`load: { file: ${yamlText(file)}${keys} }\`.`;
}

/** Returns the command that converts a feature file to GeoJSON. */
function toGeoJson(file: string): Command {
  const made = { file: `${file.replace(/\.\w*$/, '')}.geojson` };
  return ['ogr2ogr', '-t_srs', 'EPSG:4326', made, { file }];
}

/** Matches usual names of a column of geometries. */
const GEOMETRY_COLUMN = /^(?:wkt|wkt_?geom|geom|geometry|the_geom|shape|wkb_geometry)$/i;

/** Returns the two columns that look like longitude and latitude. */
function placeColumns(columns: readonly string[]): string | undefined {
  const longitude = columns.find((name) =>
    /^(?:_?gps[_:])?(?:lon|lng|long|longitude|x)(?:_|$)/i.test(name),
  );
  const latitude = columns.find((name) => /^(?:_?gps[_:])?(?:lat|latitude|y)(?:_|$)/i.test(name));
  return longitude && latitude ? `${yamlText(longitude)}, ${yamlText(latitude)}` : undefined;
}

type UnknownColumn = Unknown & Texts<'file' | 'key'>;

/** Returns advice on a column that the table does not have. */
function columnAdvice(p: UnknownColumn): string | Advice {
  const [only = '', ...others] = p.known;
  if (others.length === 0 && only.includes('|'))
    return 'The file seems to separate its columns with `|`. Separate them with commas, semicolons or tabs.';
  const unnamed = p.known.filter((name) => name === '').length;
  if (unnamed > 0 && unnamed * 2 >= p.known.length)
    return 'The first line must have the names of the columns: delete the lines above it, such as a title.';
  const geometry = p.known.find((name) => GEOMETRY_COLUMN.test(name));
  if (p.key !== 'wkt' && geometry !== undefined && placeColumns(p.known) === undefined)
    return `If ${code(geometry)} has the geometry as WKT, add \`wkt: ${yamlText(geometry)}\` under \`load:\`. Otherwise name the longitude and latitude columns in \`coordinates\`. Its columns are ${names(p.known)}.`;
  return p.key === 'wkt' || p.nearest
    ? nearest(p, 'Correct the first line of the file.', 'Its columns are')
    : `Name the longitude and latitude columns under \`load:\`, for example \`coordinates: [${placeColumns(p.known) ?? 'lng, lat'}]\`, or the geometry column in \`wkt\`. Its columns are ${names(p.known)}.`;
}

/** A coordinate in degrees, minutes and seconds. */
type Angle = Texts<'found' | 'column'> & Numbers<'line'>;

/** Returns advice on coordinates in degrees, minutes and seconds. */
function angleAdvice({ found, column }: Angle): string {
  const west = /^o|o(?:uest)?$/i.test(found) ? ' after you have replaced `O` with `W`' : '';
  return `Write \`${degreesFrom(found)}\` for ${code(found)}. In QGIS, the field calculator converts a column: \`to_decimal("${column}")\`${west}.`;
}

/** The reasons why a record cannot be read, by the code of the server. */
const REASONS: Readonly<Record<string, string>> = {
  'no-geometry': 'no coordinates',
  'bad-coordinates': 'the coordinates are not numbers',
  'degrees-minutes': 'degrees, minutes and seconds',
  'decimal-comma': 'a decimal comma',
  'not-wkt': 'the geometry is not WKT',
  'wrong-cell-count': 'more or fewer cells than the first line',
  'not-json': 'not JSON',
  'too-deep': 'nested too deeply',
  'too-large': 'more than 64 MB',
};

/** The messages about the formats that datasets are loaded from. */
export const LOAD_WORDS = {
  'file-format-unknown': words<Texts<'found' | 'ending'> & Lists<'known'>>({
    short: 'Unknown file format',
    message: (p) =>
      `Features cannot be read from ${code(p.found)}: the extension must be one of ${names(p.known)}.`,
    advice: (p) =>
      layerAddress(p.found) ??
      CONVERT[p.ending] ??
      noFeatures(p.ending) ?? {
        text: (command) => `Convert it, for example with GDAL: ${command}. Then name the new file.`,
        command: toGeoJson(p.found),
      },
  }),
  'key-of-format': words<Texts<'key' | 'found'> & Lists<'known'>>({
    short: 'Key for another file format',
    message: (p) =>
      `${code(p.key)} applies only to files with the extension ${names(p.known)}, but the file is ${code(p.found)}.`,
    advice: 'Remove it.',
  }),
  'coordinates-in-dms': words<Texts<'file'> & Angle>({
    short: 'Coordinates in degrees, minutes and seconds',
    message: (p) =>
      `The coordinates of ${code(p.file)} are in degrees, minutes and seconds: ${code(p.found)} in line ${p.line}. Only decimal degrees are read.`,
    advice: angleAdvice,
  }),
  'unknown-column': words<UnknownColumn>({
    short: 'Unknown column',
    message: (p) => `The file ${code(p.file)} has no column ${code(p.found)}.`,
    advice: columnAdvice,
  }),
  'unknown-layer': words<Unknown & Texts<'file'>>({
    short: 'Unknown layer of the file',
    message: (p) =>
      p.found
        ? `The file ${code(p.file)} has no layer ${code(p.found)}.`
        : `The file ${code(p.file)} has several layers, but \`layer\` is missing.`,
    advice: (p) =>
      p.found ? layersOf(p, 'Use another file.') : `Add \`layer:\` with one of ${names(p.known)}.`,
  }),
  'unknown-table': words<Unknown>({
    short: 'Unknown table',
    message: (p) => `The database has no table ${code(p.found)} with a geometry.`,
    advice: (p) =>
      nearest(p, 'Create the table, or correct `DATABASE_URL`.', 'Tables with a geometry are'),
  }),
  'records-unread': words<
    Numbers<'count' | 'of'> & Lists<'reasons'> & Features & { readonly angle?: Angle }
  >({
    short: 'Records that cannot be read',
    message: (p) =>
      `${p.count} of ${counted(p.of, 'record', 'records')} cannot be read and will not be on the map.${whichFeatures(
        p,
        p.reasons.map((reason) => REASONS[reason] ?? reason),
      )}`,
    advice: (p) =>
      p.angle
        ? angleAdvice(p.angle)
        : p.reasons.includes('decimal-comma')
          ? 'Add `decimal: comma` under `load:`, or correct them in the file.'
          : p.reasons.includes('wrong-cell-count')
            ? 'Correct them in the file. A cell that contains the separator must be in double quotes.'
            : 'Correct them in the file.',
  }),
};
