import type { CodeWords } from './catalogue.ts';
import { code, counted, names, nearest, words } from './phrases.en.ts';

/** What to do with a file that is not read as it is, by the ending of its name. */
const CONVERT: Readonly<Record<string, string>> = {
  shp: 'Put the `.shp` with its `.shx`, `.dbf` and `.prj` into one `.zip`, and name that.',
  xlsx: 'Save the sheet as CSV in UTF-8, and name that.',
  xls: 'Save the sheet as CSV in UTF-8, and name that.',
  ods: 'Save the sheet as CSV in UTF-8, and name that.',
  tif: 'It holds pixels: write `geometry: raster`.',
  tiff: 'It holds pixels: write `geometry: raster`.',
};

/** `data/a.kml` as `data/a.geojson`. */
const asGeoJson = (file: string): string => `${file.replace(/\.\w*$/, '')}.geojson`;

/** The words for the formats that datasets are loaded from. */
export const LOAD_WORDS: Readonly<Record<string, CodeWords>> = {
  'file-format-unknown': words(
    (p) =>
      `No features are read from ${code(p.text('found'))}: its name ends in none of ${names(p.list('known'))}.`,
    (p) =>
      CONVERT[p.text('ending')] ??
      `Convert it, for example with GDAL: \`ogr2ogr -t_srs EPSG:4326 ${asGeoJson(p.text('found'))} ${p.text('found')}\`.`,
  ),
  'key-of-format': words(
    (p) =>
      `${code(p.text('key'))} only means something for a file whose name ends in ${names(p.list('known'))}, but this is ${code(p.text('found'))}.`,
    'Remove it.',
  ),
  'unknown-column': words(
    (p) => `The file ${code(p.text('file'))} has no column ${code(p.text('found'))}.`,
    (p) =>
      p.text('key') === 'wkt' || p.has('nearest')
        ? nearest(p, 'Mend the first line of the file.', 'Its columns are')
        : `Name the columns with the longitude and the latitude, as in \`coordinates: [${placeColumns(p.list('known'))}]\`, or the one with the geometry in \`wkt\`. Its columns are: ${names(p.list('known'))}.`,
  ),
  'unknown-layer': words(
    (p) =>
      p.has('found')
        ? `The file ${code(p.text('file'))} has no layer ${code(p.text('found'))}.`
        : `The file ${code(p.text('file'))} has several layers, and the load does not say which.`,
    (p) =>
      p.has('found')
        ? nearest(p, 'Name another file.', 'Its layers are')
        : `Add \`layer:\` with one of ${names(p.list('known'))}.`,
  ),
  'unknown-table': words(
    (p) => `The database has no table ${code(p.text('found'))} with a geometry.`,
    (p) => nearest(p, 'Make the table first, or mend `DATABASE_URL`.', 'Those with a geometry are'),
  ),
  'records-unread': words(
    (p) =>
      `${counted(p, 'count', 'record', 'records')} of ${p.text('of')} ${p.text('count') === '1' ? 'has' : 'have'} no geometry that can be read, as ${p.list('examples').join('; ')}.`,
    'Mend them in the file; until then they are not on the map.',
  ),
};

/** The two columns whose names speak of longitude and latitude, else an example of such names. */
function placeColumns(columns: readonly string[]): string {
  const longitude = columns.find((name) => /^(?:lon|lng|long|longitude|x)(?:_|$)/i.test(name));
  const latitude = columns.find((name) => /^(?:lat|latitude|y)(?:_|$)/i.test(name));
  return longitude && latitude ? `${longitude}, ${latitude}` : 'lng, lat';
}
