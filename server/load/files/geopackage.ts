/** GeoPackage (OGC 12-128r19): features in tables of an SQLite file. */
import { extname } from 'node:path';
import type { Geometry, Position } from 'geojson';
import { readWkb } from '../../geometry/read-wkb.ts';
import { Database, type SqlRow, type SqlValue } from '../../store/sqlite/driver.ts';
import { conversionOf, convertGeometry, FILE_LIMITS, UnreadableData } from 'atlas-engine/readers';

/**
 * Length in bytes of the optional bounding box before a geometry, by the number in the flags of the
 * geometry.
 */
const BOX_BYTES = [0, 32, 48, 48, 64] as const;
const WGS84 = 4326;

interface Layer {
  readonly table: string;
  readonly column: string;
  readonly srs: number;
}

/**
 * Returns the features of a layer, in longitude and latitude. Without `wanted` there must be exactly
 * one layer. Throws `UnreadableData` with `name` in the message.
 */
export function readGeopackage(path: string, name: string, wanted?: string): unknown[] {
  let database: Database | null = null;
  try {
    database = new Database(path, { immutable: true });
    return featuresOf(database, name, wanted);
  } catch (error) {
    if (error instanceof UnreadableData) throw error;
    throw new UnreadableData(`The file \`${name}\` is not a GeoPackage, or it is damaged.`);
  } finally {
    database?.close();
  }
}

function featuresOf(database: Database, name: string, wanted: string | undefined): unknown[] {
  // Expressions in the file's schema, such as those of an index, must not call functions with effects.
  database.run('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
  for (const table of CATALOGUE) requireTable(database, table, name);
  const { table, column, srs } = layerOf(database, name, wanted);
  requireTable(database, table, name);
  const convert = srs === WGS84 ? null : conversionFor(database, srs, name);
  const columns = storedColumns(database, table);
  if (!columns.some((each) => each.name === column)) throw new RangeError('no such column');
  const booleans = columns.filter(({ type }) => /^boolean$/i.test(type)).map((each) => each.name);
  const picked = columns.map((each) => quote(each.name)).join(', ');
  const features: unknown[] = [];
  let bytes = 0;
  for (const row of database.prepare(`SELECT ${picked} FROM ${quote(table)}`).iterate()) {
    bytes += sizeOf(row);
    // The file limits the size of its rows, unless its pages refer to each other in a cycle.
    if (bytes > FILE_LIMITS.bytes)
      throw new RangeError('the rows are larger than the limit of a file');
    if (features.length > FILE_LIMITS.features) break;
    features.push({
      type: 'Feature',
      geometry: geometryOf(row[column] ?? null, convert),
      properties: propertiesOf(row, column, booleans),
    });
  }
  return features;
}

/** The tables of a GeoPackage that describe its layers. */
const CATALOGUE = ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'];

/**
 * Accepts plain tables only. A view, or the module behind a virtual table, is a program that may
 * never end.
 */
function requireTable(database: Database, table: string, name: string): void {
  const found = database
    .prepare("SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE")
    .all(table);
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
function storedColumns(database: Database, table: string): Column[] {
  return database
    .prepare('SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid')
    .all(table)
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

function layerOf(database: Database, name: string, wanted: string | undefined): Layer {
  const layers = database
    .prepare(
      `SELECT table_name, column_name, srs_id FROM gpkg_geometry_columns
        WHERE table_name IN (SELECT table_name FROM gpkg_contents WHERE data_type = 'features')
        ORDER BY table_name`,
    )
    .all()
    .map((row) => ({
      table: String(row['table_name']),
      column: String(row['column_name']),
      srs: Number(row['srs_id']),
    }));
  const others = tablesWithoutGeometry(database);
  if (layers.length === 0)
    throw new UnreadableData(
      `The GeoPackage \`${name}\` has no layer with geometries${others.length > 0 ? `, only ${others.join(', ')}` : ''}. In QGIS, save a layer of points, lines or polygons into it.`,
    );
  if (wanted !== undefined && others.includes(wanted))
    throw new UnreadableData(
      `\`${wanted}\` in the GeoPackage \`${name}\` is a table without geometries. Its layers with geometries are: ${layers.map(({ table }) => table).join(', ')}.`,
    );
  const layer =
    wanted === undefined
      ? layers.length === 1 && layers[0]
      : layers.find(({ table }) => table === wanted);
  if (layer) return layer;
  const known = layers.map(({ table }) => table);
  throw new UnreadableData(
    wanted === undefined
      ? `The GeoPackage \`${name}\` has several layers: ${known.join(', ')}. Choose one with \`layer\`.`
      : `The GeoPackage \`${name}\` has no layer \`${wanted}\`. Its layers are: ${known.join(', ')}.`,
    { lacks: { what: 'layer', key: 'layer', found: wanted ?? '', known } },
  );
}

/** Returns the names of attribute tables and rasters, which have no features. */
function tablesWithoutGeometry(database: Database): string[] {
  return database
    .prepare(
      "SELECT table_name FROM gpkg_contents WHERE data_type <> 'features' ORDER BY 1 LIMIT 12",
    )
    .all()
    .map((row) => String(row['table_name']));
}

function conversionFor(
  database: Database,
  srs: number,
  name: string,
): ((position: Position) => Position) | null {
  const row = database.prepare('SELECT * FROM gpkg_spatial_ref_sys WHERE srs_id = ?').get(srs);
  // A system that the first edition of well-known text cannot express is in an extra column.
  const definition = [row?.['definition'], row?.['definition_12_063']].find(
    (each) => typeof each === 'string' && each !== 'undefined',
  );
  const base = name.slice(0, -extname(name).length);
  return conversionOf(String(definition ?? ''), {
    file: name,
    convert: `ogr2ogr -t_srs EPSG:4326 ${base}-wgs84.gpkg ${name}`,
  });
}

function geometryOf(
  value: SqlValue,
  convert: ((position: Position) => Position) | null,
): Geometry | null {
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
