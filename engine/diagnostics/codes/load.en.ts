import type { Features, Lists, Numbers, Texts, Unknown } from '../parameters.ts';
import { code, counted, names, nearest, whichFeatures } from '../phrases.en.ts';
import { words, type Advice, type Command } from '../words.ts';

/** Advice on converting a file whose format cannot be read, by file extension. */
const CONVERT: Readonly<Record<string, string>> = {
  shp: 'Put the `.shp` with its `.shx`, `.dbf` and `.prj` into a `.zip` file, and use that.',
  xlsx: 'Save the table as CSV in UTF-8, and use that file.',
  xls: 'Save the table as CSV in UTF-8, and use that file.',
  ods: 'Save the table as CSV in UTF-8, and use that file.',
  tif: 'It contains pixels: write `geometry: raster`.',
  tiff: 'It contains pixels: write `geometry: raster`.',
};

/** Returns the command that converts a feature file to GeoJSON. */
function toGeoJson(file: string): Command {
  const made = { file: `${file.replace(/\.\w*$/, '')}.geojson` };
  return ['ogr2ogr', '-t_srs', 'EPSG:4326', made, { file }];
}

/** Returns the two columns that look like longitude and latitude, or else an example. */
function placeColumns(columns: readonly string[]): string {
  const longitude = columns.find((name) => /^(?:lon|lng|long|longitude|x)(?:_|$)/i.test(name));
  const latitude = columns.find((name) => /^(?:lat|latitude|y)(?:_|$)/i.test(name));
  return longitude && latitude ? `${longitude}, ${latitude}` : 'lng, lat';
}

type UnknownColumn = Unknown & Texts<'file' | 'key'>;

/** Returns advice on a column that the table does not have. */
function columnAdvice(p: UnknownColumn): string | Advice {
  const [only = '', ...others] = p.known;
  if (others.length === 0 && only.includes('|'))
    return 'The file seems to separate its columns with `|`. Separate them with commas, semicolons or tabs.';
  return p.key === 'wkt' || p.nearest
    ? nearest(p, 'Correct the first line of the file.', 'Its columns are')
    : `Name the longitude and latitude columns, for example \`coordinates: [${placeColumns(p.known)}]\`, or the geometry column in \`wkt\`. Its columns are ${names(p.known)}.`;
}

/** The messages about the formats that datasets are loaded from. */
export const LOAD_WORDS = {
  'file-format-unknown': words<Texts<'found' | 'ending'> & Lists<'known'>>({
    short: 'Unknown file format',
    message: (p) =>
      `Features cannot be read from ${code(p.found)}: the extension must be one of ${names(p.known)}.`,
    advice: (p) =>
      CONVERT[p.ending] ?? {
        text: (command) => `Convert it, for example with GDAL: ${command}.`,
        command: toGeoJson(p.found),
      },
  }),
  'key-of-format': words<Texts<'key' | 'found'> & Lists<'known'>>({
    short: 'Key for another file format',
    message: (p) =>
      `${code(p.key)} applies only to files with the extension ${names(p.known)}, but the file is ${code(p.found)}.`,
    advice: 'Remove it.',
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
      p.found
        ? nearest(p, 'Use another file.', 'Its layers are')
        : `Add \`layer:\` with one of ${names(p.known)}.`,
  }),
  'unknown-table': words<Unknown>({
    short: 'Unknown table',
    message: (p) => `The database has no table ${code(p.found)} with a geometry.`,
    advice: (p) =>
      nearest(p, 'Create the table, or correct `DATABASE_URL`.', 'Tables with a geometry are'),
  }),
  'records-unread': words<Numbers<'count' | 'of'> & Lists<'reasons'> & Features>({
    short: 'Records without a readable geometry',
    message: (p) =>
      `${p.count} of ${counted(p.of, 'record', 'records')} ${p.count === 1 ? 'has' : 'have'} no readable geometry and will not be on the map.${whichFeatures(p, p.reasons)}`,
    advice: 'Correct them in the file.',
  }),
};
