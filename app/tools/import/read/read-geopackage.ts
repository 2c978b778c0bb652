import type { Database, SqlJsStatic } from 'sql.js';
import {
  definitionOf,
  featuresOfLayer,
  openGeopackage,
  type SqlFile,
  type SqlRow,
} from 'atlas-engine/readers';
import type { ImportRequest } from '../../../stores/bundle/import-types.ts';
import type { ReferenceSystems } from './reference-systems.ts';

/**
 * Loads SQLite as JavaScript. The content security policy of the page does not allow its WebAssembly.
 */
export async function loadSqlite(): Promise<SqlJsStatic> {
  const { default: start } = await import('sql.js/dist/sql-asm.js');
  return start();
}

/** Returns the features of all layers of a GeoPackage. Throws `ImportError`, and other errors for damaged content. */
export function readGeopackage(
  { bytes, name }: ImportRequest,
  systems: ReferenceSystems,
  { Database: Sqlite }: SqlJsStatic,
): unknown[] {
  const database = new Sqlite(bytes);
  try {
    const file = fileOf(database);
    return openGeopackage(file, name).layers.flatMap((layer) => {
      const wkt = definitionOf(file, layer);
      const convert = wkt === null ? null : systems.conversionFrom(wkt);
      return [...featuresOfLayer(file, layer, { name, convert })];
    });
  } finally {
    database.close();
  }
}

function fileOf(database: Database): SqlFile {
  const iterate = function* (
    sql: string,
    values: readonly (string | number)[] = [],
  ): Generator<SqlRow> {
    const statement = database.prepare(sql, [...values]);
    try {
      while (statement.step()) yield statement.getAsObject() as SqlRow;
    } finally {
      statement.free();
    }
  };
  return {
    run: (sql) => void database.run(sql),
    all: (sql, ...values) => [...iterate(sql, values)],
    iterate,
  };
}
