import type { Features, Lists, Numbers, Texts, Unknown } from '../parameters.ts';
import { code, counted, names, nearest, whichFeatures } from '../phrases.en.ts';
import { words, type Advice, type Command } from '../words.ts';

/** What to do with a file that is not read as it is, by the ending of its name. */
const CONVERT: Readonly<Record<string, string>> = {
  shp: 'Put the `.shp` with its `.shx`, `.dbf` and `.prj` into one `.zip`, and name that.',
  xlsx: 'Save the sheet as CSV in UTF-8, and name that.',
  xls: 'Save the sheet as CSV in UTF-8, and name that.',
  ods: 'Save the sheet as CSV in UTF-8, and name that.',
  tif: 'It holds pixels: write `geometry: raster`.',
  tiff: 'It holds pixels: write `geometry: raster`.',
};

/** The command that makes GeoJSON of a file of features. */
function toGeoJson(file: string): Command {
  const made = { file: `${file.replace(/\.\w*$/, '')}.geojson` };
  return ['ogr2ogr', '-t_srs', 'EPSG:4326', made, { file }];
}

/** The two columns whose names speak of longitude and latitude, else an example of such names. */
function placeColumns(columns: readonly string[]): string {
  const longitude = columns.find((name) => /^(?:lon|lng|long|longitude|x)(?:_|$)/i.test(name));
  const latitude = columns.find((name) => /^(?:lat|latitude|y)(?:_|$)/i.test(name));
  return longitude && latitude ? `${longitude}, ${latitude}` : 'lng, lat';
}

type UnknownColumn = Unknown & Texts<'file' | 'key'>;

/** Which column a table without the right one has instead. */
function columnAdvice(p: UnknownColumn): string | Advice {
  const [only = '', ...others] = p.known;
  if (others.length === 0 && only.includes('|'))
    return 'The file seems to separate its columns by `|`. Separate them by commas, semicolons or tabs.';
  return p.key === 'wkt' || p.nearest
    ? nearest(p, 'Mend the first line of the file.', 'Its columns are')
    : `Name the columns with the longitude and the latitude, as in \`coordinates: [${placeColumns(p.known)}]\`, or the one with the geometry in \`wkt\`. Its columns are: ${names(p.known)}.`;
}

/** The words for the formats that datasets are loaded from. */
export const LOAD_WORDS = {
  'file-format-unknown': words<Texts<'found' | 'ending'> & Lists<'known'>>({
    short: 'Unknown file format',
    message: (p) =>
      `No features are read from ${code(p.found)}: its name ends in none of ${names(p.known)}.`,
    advice: (p) =>
      CONVERT[p.ending] ?? {
        text: (command) => `Convert it, for example with GDAL: ${command}.`,
        command: toGeoJson(p.found),
      },
  }),
  'key-of-format': words<Texts<'key' | 'found'> & Lists<'known'>>({
    short: 'Key of another file format',
    message: (p) =>
      `${code(p.key)} only means something for a file whose name ends in ${names(p.known)}, but this is ${code(p.found)}.`,
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
        : `The file ${code(p.file)} has several layers, and the load does not say which.`,
    advice: (p) =>
      p.found
        ? nearest(p, 'Name another file.', 'Its layers are')
        : `Add \`layer:\` with one of ${names(p.known)}.`,
  }),
  'unknown-table': words<Unknown>({
    short: 'Unknown table',
    message: (p) => `The database has no table ${code(p.found)} with a geometry.`,
    advice: (p) =>
      nearest(p, 'Make the table first, or mend `DATABASE_URL`.', 'Those with a geometry are'),
  }),
  'records-unread': words<Numbers<'count' | 'of'> & Lists<'reasons'> & Features>({
    short: 'Records without a readable geometry',
    message: (p) =>
      `${counted(p.count, 'record', 'records')} of ${p.of} ${p.count === 1 ? 'has' : 'have'} no geometry that can be read.${whichFeatures(p, p.reasons)}`,
    advice: 'Mend them in the file; until then they are not on the map.',
  }),
};
