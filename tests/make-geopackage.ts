import { rmSync } from 'node:fs';
import { Database } from '../server/store/sqlite/driver.ts';

/** An SQL statement, and the name of the table that it creates; empty if it creates none. */
export interface Table {
  readonly name: string;
  readonly sql: string;
}

/** The tables that every GeoPackage has, with the one layer `villages`. */
const CATALOGUE: readonly Table[] = [
  { name: 'gpkg_contents', sql: 'CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT)' },
  {
    name: 'gpkg_geometry_columns',
    sql: 'CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER)',
  },
  {
    name: 'gpkg_spatial_ref_sys',
    sql: 'CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, definition TEXT)',
  },
];

/** Writes a GeoPackage with one layer `villages`; `tables` are used instead of the usual ones. */
export function makeGeopackage(path: string, tables: readonly Table[]): void {
  rmSync(path, { force: true });
  const own = new Set(tables.map(({ name }) => name));
  const database = new Database(path);
  try {
    for (const { name, sql } of CATALOGUE) if (!own.has(name)) database.run(sql);
    if (!own.has('gpkg_contents'))
      database.run("INSERT INTO gpkg_contents VALUES ('villages', 'features')");
    database.run("INSERT INTO gpkg_geometry_columns VALUES ('villages', 'geom', 4326)");
    for (const { sql } of tables) database.run(sql);
  } finally {
    database.close();
  }
}
