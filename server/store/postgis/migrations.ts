import type { PoolClient } from 'pg';

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
];

/** The number of the newest migration. */
export const MIGRATION_NUMBER = MIGRATIONS.length;

/** Keeps two processes from migrating at once: 'atlas' as a number. */
const MIGRATION_LOCK = 0x61746c73;

/** Brings the schema to the newest number, in one transaction; makes it when it is not there. */
export async function migrate(client: PoolClient, schema: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('CREATE EXTENSION IF NOT EXISTS postgis');
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
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
