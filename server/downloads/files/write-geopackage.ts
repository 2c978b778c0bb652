/** GeoPackage (OGC 12-128r19): one layer in an SQLite file, in EPSG:4326. */
import { join } from 'node:path';
import type { FieldType } from 'atlas-engine';
import { boxOf } from 'atlas-engine/runtime';
import { Database, type SqlValue } from '../../store/sqlite/driver.ts';
import type { AttributeValue } from '../../store/store.ts';
import { textOf, type FeatureWriter, type FilePlan, type ShapeType } from './feature-file.ts';
import { toMulti, wkbOf } from './wkb-of.ts';

/** `GPKG` as a number: the application that SQLite records in the file. */
const APPLICATION = 0x47504b47;
/** Version 1.3 of the standard. */
const VERSION = 10_300;

const WGS84 = [
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]]',
  ',PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]',
].join('');

const TABLES = `
  PRAGMA application_id = ${APPLICATION};
  PRAGMA user_version = ${VERSION};
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
  CREATE TABLE gpkg_contents (
    table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
    description TEXT DEFAULT '',
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
    CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
    srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
    CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));`;

/** The standard requires the first two systems. */
const SYSTEMS: readonly (readonly SqlValue[])[] = [
  ['Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', null],
  ['Undefined geographic SRS', 0, 'NONE', 0, 'undefined', null],
  ['WGS 84 geodetic', 4326, 'EPSG', 4326, WGS84, 'longitude and latitude in degrees'],
];

const COLUMN_TYPES: Readonly<Record<FieldType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  // Dates may be a year or a month, which the type DATE does not have.
  date: 'TEXT',
  list: 'TEXT',
};

/** Writes a GeoPackage. It has no R-tree, whose triggers call functions that plain SQLite lacks. */
export function writeGeopackage(plan: FilePlan): FeatureWriter {
  const { folder, name, fields } = plan;
  const file = `${name}.gpkg`;
  const database = new Database(join(folder, file));
  // A file that was not finished is thrown away, so it needs no journal.
  database.run('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  const [id, geom] = ['fid', 'geom'].map((column) => freeName(column, fields)) as [string, string];
  describe(database, plan, geom);
  const columns = fields.map((field) => `${quote(field.name)} ${COLUMN_TYPES[field.type]}`);
  database.run(
    `CREATE TABLE ${quote(name)} (${[`${quote(id)} INTEGER PRIMARY KEY`, `${quote(geom)} BLOB`, ...columns].join(', ')})`,
  );
  database.run('BEGIN');
  const places = fields.map(() => '?').join(', ');
  const insert = database.prepare(
    `INSERT INTO ${quote(name)} VALUES (?, ?${fields.length > 0 ? `, ${places}` : ''})`,
  );
  return {
    add: (feature) => {
      if (feature.geometry.type === 'GeometryCollection') return;
      const geometry = toMulti(feature.geometry);
      const blob = Buffer.concat([headOf(boxOf(geometry)), wkbOf(geometry)]);
      const values = fields.map((field) => valueOf(feature.properties[field.name] ?? null));
      insert.run(feature.id, blob, ...values);
    },
    end: () => {
      database.run('COMMIT');
      database.close();
      return [file];
    },
  };
}

function describe(database: Database, { name, census, note }: FilePlan, geom: string): void {
  database.run(TABLES);
  const system = database.prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)');
  for (const row of SYSTEMS) system.run(...row);
  database
    .prepare(
      `INSERT INTO gpkg_contents
         (table_name, data_type, identifier, description, min_x, min_y, max_x, max_y, srs_id)
       VALUES (?, 'features', ?, ?, ?, ?, ?, ?, 4326)`,
    )
    .run(name, name, note ?? '', ...census.bounds);
  database
    .prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, 4326, 0, 0)')
    .run(name, geom, layerType(census.types));
}

function layerType(types: ReadonlySet<ShapeType>): string {
  const multi = new Set(
    [...types].map((type) => type.replace(/^(LineString|Polygon)$/, 'Multi$1')),
  );
  const [only] = multi;
  return only !== undefined && multi.size === 1 ? only.toUpperCase() : 'GEOMETRY';
}

/** Returns the header of a geometry: its reference system and its bounds. */
function headOf([west, south, east, north]: readonly number[]): Uint8Array {
  const head = Buffer.alloc(40);
  head.write('GP', 0, 'latin1');
  // The low byte first, and bounds of two dimensions.
  head[3] = 0b0000_0011;
  head.writeInt32LE(4326, 4);
  [west!, east!, south!, north!].forEach((value, at) => head.writeDoubleLE(value, 8 + 8 * at));
  return head;
}

function valueOf(value: AttributeValue): SqlValue {
  if (value === null || typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : textOf(value);
}

/** Column names of SQLite ignore case. */
function freeName(name: string, fields: FilePlan['fields']): string {
  const isTaken = fields.some((field) => field.name.toLowerCase() === name);
  return isTaken ? `atlas_${name}` : name;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
