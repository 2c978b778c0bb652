/** GeoPackage (OGC 12-128r19): features in tables of an SQLite file. */
import { extname } from 'node:path';
import type { Geometry, Position } from 'geojson';
import { readWkb } from '../../geometry/read-wkb.ts';
import { Database, type SqlRow, type SqlValue } from '../../store/sqlite/driver.ts';
import { UnreadableData } from '../unreadable-data.ts';
import { conversionOf, convertGeometry } from './reference-system.ts';

/** Bytes of the box that may stand before a geometry, by the number in its flags. */
const BOX_BYTES = [0, 32, 48, 48, 64] as const;
const WGS84 = 4326;

interface Layer {
  readonly table: string;
  readonly column: string;
  readonly srs: number;
}

/**
 * Returns the features of a layer, in longitude and latitude; without `layer` there must be but
 * one. Throws `UnreadableData` with `name` in the message.
 */
export function readGeopackage(path: string, name: string, wanted?: string): unknown[] {
  let database: Database | null = null;
  try {
    database = new Database(path, { immutable: true });
    return featuresOf(database, name, wanted);
  } catch (error) {
    if (error instanceof UnreadableData) throw error;
    throw new UnreadableData(`The file \`${name}\` is no GeoPackage, or is damaged.`);
  } finally {
    database?.close();
  }
}

function featuresOf(database: Database, name: string, wanted: string | undefined): unknown[] {
  const { table, column, srs } = layerOf(database, name, wanted);
  const convert = srs === WGS84 ? null : conversionFor(database, srs, name);
  const booleans = database
    .prepare(`PRAGMA table_info(${quote(table)})`)
    .all()
    .filter(({ type }) => /^boolean$/i.test(String(type)))
    .map((row) => String(row['name']));
  const rows = database.prepare(`SELECT * FROM ${quote(table)}`).all();
  return rows.map((row) => ({
    type: 'Feature',
    geometry: geometryOf(row[column] ?? null, convert),
    properties: propertiesOf(row, column, booleans),
  }));
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
  if (layers.length === 0)
    throw new UnreadableData(`The GeoPackage \`${name}\` has no layer of features.`);
  const layer =
    wanted === undefined
      ? layers.length === 1 && layers[0]
      : layers.find(({ table }) => table === wanted);
  if (layer) return layer;
  const known = layers.map(({ table }) => table);
  throw new UnreadableData(
    wanted === undefined
      ? `The GeoPackage \`${name}\` has several layers: ${known.join(', ')}. Name one with \`layer\`.`
      : `The GeoPackage \`${name}\` has no layer \`${wanted}\`. It has: ${known.join(', ')}.`,
    { what: 'layer', key: 'layer', found: wanted ?? '', known },
  );
}

function conversionFor(
  database: Database,
  srs: number,
  name: string,
): ((position: Position) => Position) | null {
  const definition = database
    .prepare('SELECT definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?')
    .get(srs)?.['definition'];
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
  // A header of eight bytes, a box, and well-known binary.
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
