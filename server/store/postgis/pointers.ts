import { present } from 'atlas-engine/runtime';
import type { Pool, PoolClient } from 'pg';
import type { DatasetStatus } from '../store.ts';
import type { StoredField, VersionDraft } from '../writer.ts';
import { quoteName, VersionTables } from './version-tables.ts';

/** The current version of one dataset. */
export interface Pointer {
  readonly version: string;
  readonly geometry: VersionDraft['geometry'];
  readonly tables: VersionTables;
  readonly fields: readonly StoredField[];
  readonly searches?: NonNullable<VersionDraft['searches']>;
  readonly derived?: NonNullable<VersionDraft['derived']>;
  readonly thinned?: NonNullable<VersionDraft['thinned']>;
  readonly status: DatasetStatus;
  /** True if a table of the version is missing. */
  readonly damaged: boolean;
}

interface Content {
  readonly geometry: VersionDraft['geometry'];
  readonly fields: readonly StoredField[];
  readonly searches?: NonNullable<VersionDraft['searches']>;
  readonly derived?: NonNullable<VersionDraft['derived']>;
  readonly thinned?: NonNullable<VersionDraft['thinned']>;
}

/** Reads the pointers of all datasets, in the order of their ids. */
export async function readPointers(
  pool: Pool,
  schema: string,
): Promise<ReadonlyMap<string, Pointer>> {
  const { rows } = await pool.query<{
    dataset: string;
    version: string;
    content: Content;
    status: string;
    there: string[];
  }>(
    // The pointers are read in one statement, because a load could replace a version between two
    // statements.
    `SELECT dataset, version, content, status,
            ARRAY(SELECT relname::text FROM pg_class
                   WHERE relnamespace = $1::regnamespace AND relkind = 'r'
                     AND starts_with(relname, version || '_')) AS there
       FROM ${schema}.pointer ORDER BY dataset COLLATE "C"`,
    [schema],
  );
  return new Map(
    rows.map(({ dataset, version, content, status, there }) => {
      const tables = new VersionTables(schema, version, content);
      const found = new Set(there.map((name) => `${schema}.${quoteName(name)}`));
      const pointer: Pointer = present({
        version,
        geometry: content.geometry,
        tables,
        fields: content.fields,
        searches: content.searches,
        derived: content.derived,
        thinned: content.thinned,
        status: JSON.parse(status) as DatasetStatus,
        damaged: tables.all.some((table) => !found.has(table)),
      });
      return [dataset, pointer];
    }),
  );
}

/** A version that was written, and its status. */
interface NewVersion {
  readonly version: string;
  readonly draft: VersionDraft;
  readonly status: DatasetStatus;
}

/** Makes a version the current one of its dataset, in the client's transaction. */
export async function writePointer(
  client: PoolClient,
  schema: string,
  { version, draft, status }: NewVersion,
): Promise<void> {
  const { dataset, geometry, fields, searches, derived, thinned } = draft;
  const content: Content = present({ geometry, fields, searches, derived, thinned });
  await client.query(
    `INSERT INTO ${schema}.pointer VALUES ($1, $2, $3, $4)
       ON CONFLICT (dataset) DO UPDATE SET version = $2, content = $3, status = $4`,
    [dataset, version, JSON.stringify(content), JSON.stringify(status)],
  );
}

/** Drops the tables and rasters of versions without a pointer, in the client's transaction. */
export async function sweepTables(client: PoolClient, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND c.relname ~ '^v[0-9a-f]{16}_'
        AND NOT EXISTS (SELECT FROM ${schema}.pointer p
                         WHERE p.version = split_part(c.relname, '_', 1))`,
    [schema],
  );
  if (rows.length > 0) {
    await client.query(
      `DROP TABLE ${rows.map(({ name }) => `${schema}.${quoteName(name)}`).join(', ')}`,
    );
  }
  await client.query(
    `DELETE FROM ${schema}.raster WHERE version NOT IN (SELECT version FROM ${schema}.pointer)`,
  );
}
