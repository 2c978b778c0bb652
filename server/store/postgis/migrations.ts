import type { PoolClient } from 'pg';
import { StoreUnavailable } from '../writer.ts';
import { codeOf } from './errors.ts';

/** Statements by number; a number is never changed once it was published. `$schema` is quoted. */
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
  // Shapes have their blob beside them from here on: versions without are loaded anew.
  `DELETE FROM $schema.pointer`,
];

/** The number of the newest migration. */
export const MIGRATION_NUMBER = MIGRATIONS.length;

/** Keeps two processes from migrating at once: 'atlas' as a number. */
const MIGRATION_LOCK = 0x61746c73;

/**
 * Brings the schema to the newest number, in one transaction; makes it when it is not there. Throws
 * `StoreUnavailable` when the database has no PostGIS, or its user may make neither of the two.
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

/** What PostgreSQL says where an extension is not installed, or may not be made. */
const NO_EXTENSION = ['0A000', '58P01', '42501'];
const FORBIDDEN = '42501';

/** Makes extension and schema. Both are looked for first: `IF NOT EXISTS` asks for rights all the same. */
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
        `The database that DATABASE_URL names has no PostGIS (${code}). Install it, and have a superuser run \`CREATE EXTENSION postgis\` there.`,
      );
    });
  if (!there.schema)
    await client.query(`CREATE SCHEMA ${schema}`).catch((error: unknown) => {
      if (codeOf(error) !== FORBIDDEN) throw error;
      throw new StoreUnavailable(
        `The user that DATABASE_URL names may make no schema in that database (${FORBIDDEN}). Have its owner run \`GRANT CREATE ON DATABASE … TO …\` there.`,
      );
    });
}
