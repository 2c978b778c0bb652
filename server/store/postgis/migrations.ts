import type { PoolClient } from 'pg';
import { StoreUnavailable } from '../writer.ts';
import { codeOf } from './errors.ts';

/**
 * The statements of the migrations, by number. A published migration never changes. `$schema` is
 * replaced by the quoted schema.
 */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE $schema.pointer (
     dataset text PRIMARY KEY,
     version text NOT NULL,
     content jsonb NOT NULL,
     status text NOT NULL
   )`,
  `CREATE TABLE $schema.raster (
     version text PRIMARY KEY,
     bounds text NOT NULL,
     width integer NOT NULL,
     height integer NOT NULL,
     cells bytea NOT NULL
   )`,
  // Since this migration, shapes have a blob. Versions without one are loaded again.
  `DELETE FROM $schema.pointer`,
  // Since this migration, features have an area. Versions without one are loaded again.
  `DELETE FROM $schema.pointer`,
];

/** The number of the newest migration. */
export const MIGRATION_NUMBER = MIGRATIONS.length;

/** Key of the lock that prevents two migrations at once: 'atlas' as a number. */
const MIGRATION_LOCK = 0x61746c73;

/**
 * Migrates the schema to the newest number, in one transaction, and creates it if needed. Throws
 * `StoreUnavailable` when the database has no PostGIS, or its user does not have the permissions.
 */
export async function migrate(client: PoolClient, schema: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await prepare(client, schema);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${schema}.migration (number integer PRIMARY KEY)`,
    );
    const { rows } = await client.query<{ last: number }>(
      `SELECT coalesce(max(number), 0) AS last FROM ${schema}.migration`,
    );
    for (let number = rows[0]!.last; number < MIGRATIONS.length; number++) {
      await client.query(MIGRATIONS[number]!.replaceAll('$schema', schema));
      await client.query(`INSERT INTO ${schema}.migration VALUES ($1)`, [number + 1]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** SQLSTATE codes for an extension that is not installed or may not be created. */
const NO_EXTENSION = ['0A000', '58P01', '42501'];
const FORBIDDEN = '42501';

/** Creates extension and schema if missing. `IF NOT EXISTS` would need permissions in any case. */
async function prepare(client: PoolClient, schema: string): Promise<void> {
  const { rows } = await client.query<{ postgis: boolean; schema: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'postgis') AS postgis,
            to_regnamespace($1) IS NOT NULL AS schema`,
    [schema],
  );
  const there = rows[0]!;
  if (!there.postgis)
    await client.query('CREATE EXTENSION postgis').catch((error: unknown) => {
      const code = codeOf(error) ?? '';
      if (!NO_EXTENSION.includes(code)) throw error;
      throw new StoreUnavailable(
        `The database of DATABASE_URL has no PostGIS (${code}). Install it, and have a superuser run \`CREATE EXTENSION postgis\` there.`,
      );
    });
  if (!there.schema)
    await client.query(`CREATE SCHEMA ${schema}`).catch((error: unknown) => {
      if (codeOf(error) !== FORBIDDEN) throw error;
      throw new StoreUnavailable(
        `The user of DATABASE_URL does not have permission to create a schema in that database (${FORBIDDEN}). Have its owner run \`GRANT CREATE ON DATABASE … TO …\` there.`,
      );
    });
}
