import type { FileLoad } from 'atlas-engine';
import { UnreadableData } from '../unreadable-data.ts';
import { decoderOf } from './decode-text.ts';
import { encodingOfDbf, parseDbf } from './dbf.ts';
import { conversionOf, convertGeometry } from './reference-system.ts';
import { parseShp } from './shp.ts';
import { unzip } from './zip.ts';

/** The parts of a shapefile that must be there, each once. */
const PARTS = ['shp', 'shx', 'dbf', 'prj'] as const;
const ENDING = /\.(shp|shx|dbf|prj|cpg)$/i;

/** Names that `.cpg` files give to encodings besides those that the web knows. */
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
  { encoding }: Pick<FileLoad, 'encoding'>,
): unknown[] {
  const entries = unzip(bytes, name, (entry) => ENDING.test(entry));
  const parts = partsOf(entries, name);
  const shapes = parseShp(parts.get('shp')!, parts.get('shx')!, name);
  const dbf = parts.get('dbf')!;
  const rows = parseDbf(dbf, name, textDecoder(parts, encoding, name));
  if (shapes.length !== rows.length)
    throw new UnreadableData(
      `The file \`${name}\` has ${shapes.length} shapes, but ${rows.length} rows in its table.`,
    );
  const convert = conversionOf(new TextDecoder().decode(parts.get('prj')), {
    file: name,
    convert: `ogr2ogr -t_srs EPSG:4326 ${name.replace(/\.zip$/i, '.gpkg')} /vsizip/${name}`,
  });
  return rows.flatMap((properties, i) => {
    // A row that is marked as deleted leaves its shape behind.
    if (properties === null) return [];
    const shape = shapes[i]!;
    const geometry = shape && convert ? convertGeometry(shape, convert) : shape;
    return [{ type: 'Feature', geometry, properties }];
  });
}

function partsOf(
  entries: ReadonlyMap<string, Uint8Array>,
  name: string,
): ReadonlyMap<string, Uint8Array> {
  const parts = new Map<string, Uint8Array>();
  for (const [entry, content] of entries) {
    const ending = ENDING.exec(entry)![1]!.toLowerCase();
    if (parts.has(ending))
      throw new UnreadableData(
        `The zip \`${name}\` holds several files that end in \`.${ending}\`. Give each shapefile a zip of its own.`,
      );
    parts.set(ending, content);
  }
  const missing = PARTS.filter((part) => !parts.has(part));
  if (missing.length === 1 && missing[0] === 'prj')
    throw new UnreadableData(
      `The zip \`${name}\` has no \`.prj\`, which says what its coordinates are. Ask its maker for it. Where they are longitude and latitude on WGS 84, this makes a file that is read: \`ogr2ogr -a_srs EPSG:4326 ${name.replace(/\.zip$/i, '')}.gpkg /vsizip/${name}\`.`,
    );
  if (missing.length > 0)
    throw new UnreadableData(
      `The zip \`${name}\` is no whole shapefile: it has no ${missing.map((part) => `\`.${part}\``).join(', no ')}. Put all files of the shapefile into it.`,
    );
  return parts;
}

/** Decodes texts as the load says, else the `.cpg`, else the table, else as UTF-8. */
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
      `The \`.cpg\` in \`${name}\` names an unknown encoding. Write the right one under \`load:\`, as \`encoding: windows-1252\`.`,
    );
  return (bytes) => {
    try {
      return decode(bytes);
    } catch {
      throw new UnreadableData(
        `The texts of \`${name}\` are not ${label.toUpperCase()}. Write under \`load:\` what they are, as \`encoding: windows-1252\`.`,
      );
    }
  };
}
