import pg from 'pg';
import type { Sql, SqlDatabase, SqlValue } from './sql.ts';
import { withoutValues } from '../../store/postgis/errors.ts';
import { available } from '../errors.ts';

const CONNECTIONS = 4;
/** Milliseconds until a statement or a connection is given up. */
const STATEMENT_MS = 3_000;
const CONNECT_MS = 3_000;
/** Key of the advisory lock of `exclusive`: 'acco' as a number. */
const EXCLUSIVE_LOCK = 0x6163636f;

/** Opens the accounts in a schema of their own in PostgreSQL, and creates it if needed. */
export async function openPostgres(databaseUrl: string, schema: string): Promise<SqlDatabase> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + CONNECT_MS,
    keepAlive: true,
    // The names of the tables have no schema.
    options: `-c search_path=${schema}`,
    types: { getTypeParser },
  });
  // A broken connection is replaced at its next use; without listeners its error ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await createSchema(pool, schema);
  } catch (error) {
    await pool.end();
    throw withoutValues(error);
  }
  return {
    ...statementsOf(pool),
    idType: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    overriding: 'OVERRIDING SYSTEM VALUE',
    restartIds: (table) =>
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM ${table}), false)`,
    transaction: (work) => transaction(pool, work),
    exclusive: (work) => exclusive(pool, work),
    read: (work) =>
      transaction(pool, async (sql) => {
        await sql.change('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
        return work(sql);
      }),
    close: () => pool.end(),
  };
}

/** Creates the schema. `IF NOT EXISTS` alone would need the permission in any case. */
async function createSchema(pool: pg.Pool, schema: string): Promise<void> {
  await exclusive(pool, async (sql) => {
    const [row] = await sql.rows('SELECT to_regnamespace(?) IS NOT NULL AS found', schema);
    if (row!['found'] !== true) await sql.change(`CREATE SCHEMA ${schema}`);
  });
}

/**
 * `IF NOT EXISTS` of two processes at the same moment ends with a unique violation, so each waits
 * for the lock before it looks.
 */
function exclusive<T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  return transaction(pool, async (sql) => {
    await sql.rows('SELECT pg_advisory_xact_lock(?)', EXCLUSIVE_LOCK);
    return work(sql);
  });
}

function statementsOf(client: Pick<pg.Pool, 'query'>): Omit<Sql, 'transaction'> {
  const run = (statement: string, values: readonly SqlValue[]): Promise<pg.QueryResult> =>
    inDatabase(() => client.query(numbered(statement), [...values]));
  const rows: Sql['rows'] = async (statement, ...values) => (await run(statement, values)).rows;
  return {
    rows,
    returning: rows,
    change: async (statement, ...values) => (await run(statement, values)).rowCount ?? 0,
  };
}

async function transaction<T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await inDatabase(() => pool.connect());
  let isBroken = false;
  try {
    await inDatabase(() => client.query('BEGIN'));
    const sql: Sql = { ...statementsOf(client), transaction: (inside) => inside(sql) };
    const result = await work(sql);
    await inDatabase(() => client.query('COMMIT'));
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => (isBroken = true));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** Runs a call of the driver. Its errors become `AccountsUnavailable`, without values of rows. */
function inDatabase<T>(work: () => Promise<T>): Promise<T> {
  return available(() =>
    work().catch((error: unknown) => {
      throw withoutValues(error);
    }),
  );
}

/** Writes the parameters `?` as `$1`, `$2`. Our statements have no `?` in texts. */
function numbered(statement: string): string {
  let number = 0;
  return statement.replaceAll('?', () => `$${++number}`);
}

/** Reads bigint as a number: ids and milliseconds are below 2^53. */
function getTypeParser(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === pg.types.builtins.INT8 && format !== 'binary') return Number;
  return pg.types.getTypeParser(type, format as 'text');
}
