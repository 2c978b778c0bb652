/**
 * GeoPackage (OGC 12-128r19): features in tables of an SQLite file. The file is opened by the caller,
 * because servers and browsers have different drivers.
 */
import type { Geometry, Position } from 'geojson';
import { FILE_LIMITS } from './file-limits.ts';
import { convertGeometry } from './reference-system.ts';
import { UnreadableData } from './unreadable-data.ts';
import { readWkb } from './wkb.ts';

export type SqlValue = null | number | string | Uint8Array;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** An open SQLite file. Its functions throw when the file is damaged. */
export interface SqlFile {
  run(sql: string): void;
  all(sql: string, ...values: readonly (string | number)[]): readonly SqlRow[];
  iterate(sql: string): Iterable<SqlRow>;
}

/** A table with geometries. */
export interface GeopackageLayer {
  readonly table: string;
  readonly column: string;
  readonly srs: number;
}

export interface Geopackage {
  /** The layers, by name. */
  readonly layers: readonly GeopackageLayer[];
  /** Names of attribute tables and rasters, which have no features; 12 at most. */
  readonly others: readonly string[];
}

/**
 * Length in bytes of the optional bounding box before a geometry, by the number in the flags of the
 * geometry.
 */
const BOX_BYTES = [0, 32, 48, 48, 64] as const;
const WGS84 = 4326;

/**
 * Returns the layers of an open file. Throws `UnreadableData` with `name` in the message, and other
 * errors when the file is not a GeoPackage.
 */
export function openGeopackage(file: SqlFile, name: string): Geopackage {
  // Expressions in the file's schema, such as those of an index, must not call functions with effects.
  file.run('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
  for (const table of CATALOGUE) requireTable(file, table, name);
  const layers = file
    .all(
      `SELECT table_name, column_name, srs_id FROM gpkg_geometry_columns
        WHERE table_name IN (SELECT table_name FROM gpkg_contents WHERE data_type = 'features')
        ORDER BY table_name`,
    )
    .map((row) => ({
      table: String(row['table_name']),
      column: String(row['column_name']),
      srs: Number(row['srs_id']),
    }));
  const others = file
    .all("SELECT table_name FROM gpkg_contents WHERE data_type <> 'features' ORDER BY 1 LIMIT 12")
    .map((row) => String(row['table_name']));
  return { layers, others };
}

/**
 * Returns the definition of a layer's reference system as well-known text; null for WGS 84. An unknown
 * system has an empty definition.
 */
export function definitionOf(file: SqlFile, { srs }: GeopackageLayer): string | null {
  if (srs === WGS84) return null;
  const [row] = file.all('SELECT * FROM gpkg_spatial_ref_sys WHERE srs_id = ?', srs);
  // A system that the first edition of well-known text cannot express is in an extra column.
  const definition = [row?.['definition'], row?.['definition_12_063']].find(
    (each) => typeof each === 'string' && each !== 'undefined',
  );
  return String(definition ?? '');
}

/**
 * Returns the features of a layer. `convert` converts positions to longitude and latitude. Throws as
 * `openGeopackage`.
 */
export function* featuresOfLayer(
  file: SqlFile,
  { table, column }: GeopackageLayer,
  { name, convert }: { readonly name: string; readonly convert: Conversion },
): Generator<unknown> {
  requireTable(file, table, name);
  const columns = storedColumns(file, table);
  if (!columns.some((each) => each.name === column)) throw new RangeError('no such column');
  const booleans = columns.filter(({ type }) => /^boolean$/i.test(type)).map((each) => each.name);
  const picked = columns.map((each) => quote(each.name)).join(', ');
  let count = 0;
  let bytes = 0;
  for (const row of file.iterate(`SELECT ${picked} FROM ${quote(table)}`)) {
    bytes += sizeOf(row);
    // The file limits the size of its rows, unless its pages refer to each other in a cycle.
    if (bytes > FILE_LIMITS.bytes)
      throw new RangeError('the rows are larger than the limit of a file');
    if (count++ > FILE_LIMITS.features) return;
    yield {
      type: 'Feature',
      geometry: geometryOf(row[column] ?? null, convert),
      properties: propertiesOf(row, column, booleans),
    };
  }
}

type Conversion = ((position: Position) => Position) | null;

/** The tables of a GeoPackage that describe its layers. */
const CATALOGUE = ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'];

/**
 * Accepts plain tables only. A view, or the module behind a virtual table, is a program that may
 * never end.
 */
function requireTable(file: SqlFile, table: string, name: string): void {
  const found = file.all(
    "SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE",
    table,
  );
  if (found.length !== 1) throw new RangeError(`no table ${table}`);
  if (found[0]!['type'] !== 'table')
    throw new UnreadableData(
      `\`${table}\` in the GeoPackage \`${name}\` is a ${String(found[0]!['type'])}, and only tables are supported. Write its rows to a table: \`ogr2ogr tables.gpkg ${name}\`.`,
    );
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Returns the stored columns; generated columns would run expressions from the file. */
function storedColumns(file: SqlFile, table: string): Column[] {
  return file
    .all('SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid', table)
    .map((row) => ({ name: String(row['name']), type: String(row['type']) }));
}

/** Returns the approximate size of the texts and blobs of a row in bytes. */
function sizeOf(row: SqlRow): number {
  return Object.values(row).reduce<number>(
    (sum, value) =>
      sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 0),
    0,
  );
}

function geometryOf(value: SqlValue, convert: Conversion): Geometry | null {
  // A header of eight bytes, an optional box, and well-known binary.
  if (!(value instanceof Uint8Array) || value[0] !== 0x47 || value[1] !== 0x50) return null;
  const flags = value[3] ?? 0;
  const box = BOX_BYTES[(flags >> 1) & 7];
  if (box === undefined || flags & 0x10) return null;
  const geometry = readWkb(value.subarray(8 + box));
  return geometry && convert ? convertGeometry(geometry, convert) : geometry;
}

function propertiesOf(
  row: SqlRow,
  geometry: string,
  booleans: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name, value]) => name !== geometry && !(value instanceof Uint8Array))
      .map(([name, value]) => [
        name,
        value !== null && booleans.includes(name) ? value !== 0 : value,
      ]),
  );
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
