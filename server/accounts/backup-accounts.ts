/** Accounts in a backup: a file with one row a line, the same for both databases. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BackupError } from '../store/backup/manifest.ts';
import { openAccountDatabase, type AccountPlace } from './open-account-store.ts';
import { numberIn } from './store/rows.ts';
import { ACCOUNTS_VERSION } from './store/migrations.ts';
import type { Sql, SqlDatabase, SqlRow, SqlValue } from './store/sql.ts';
import { withdrawalTable } from './store/withdrawal-table.ts';

/** Name of the file in the folder of a backup. */
export const ACCOUNTS_FILE = 'accounts.jsonl';

/**
 * The tables of a backup, in the order in which they are filled. Sessions, links and mails are left
 * out: a restored session could be one that had ended, and a restored mail one that was sent.
 */
const TABLES = [
  'account',
  'known_network',
  'permission',
  'access_request',
  'message',
  'audit',
  'withdrawal',
] as const;

/** Rows that are read at once. */
const BATCH = 500;

/** Writes the accounts to a file in a folder, as they are at one moment. Returns their number. */
export async function backUpAccounts(place: AccountPlace, dir: string): Promise<number> {
  const database = await openAccountDatabase(place);
  const file = await open(join(dir, ACCOUNTS_FILE), 'wx', 0o600);
  try {
    await file.write(`${JSON.stringify({ version: ACCOUNTS_VERSION })}\n`);
    const count = await database.read(async (sql) => {
      for (const table of TABLES)
        for await (const row of rowsOf(sql, table))
          await file.write(`${JSON.stringify({ table, row })}\n`);
      return countAccounts(sql);
    });
    await file.sync();
    return count;
  } finally {
    await file.close();
    await database.close();
  }
}

async function* rowsOf(sql: Sql, table: (typeof TABLES)[number]): AsyncGenerator<SqlRow> {
  const order = table === 'known_network' ? 'account, network' : 'id';
  for (let start = 0; ; start += BATCH) {
    const rows = await sql.rows(
      `SELECT * FROM ${table} ORDER BY ${order} LIMIT ? OFFSET ?`,
      BATCH,
      start,
    );
    yield* rows;
    if (rows.length < BATCH) return;
  }
}

async function countAccounts(sql: Sql): Promise<number> {
  const [row] = await sql.rows('SELECT count(*) AS number FROM account WHERE demonstration = 0');
  return numberIn(row!, 'number');
}

/**
 * Replaces all accounts by those of a backup, in one transaction; everyone must log in again. Without
 * `replace`, only if there are none. Returns the number of restored accounts; null if there are others.
 * What was withdrawn since the backup stays withdrawn. Throws `BackupError` for a file of another version.
 */
export async function restoreAccounts(
  place: AccountPlace,
  dir: string,
  { replace }: { readonly replace: boolean },
): Promise<number | null> {
  const database = await openAccountDatabase(place);
  try {
    return await database.transaction(async (sql) => {
      if (!replace && (await countAccounts(sql)) > 0) return null;
      await sql.change('DELETE FROM account');
      const withdrawn = await withdrawalTable(sql).all();
      for (const table of ['mail', 'message', 'audit', 'withdrawal'])
        await sql.change(`DELETE FROM ${table}`);
      await insertAll(sql, { database, file: join(dir, ACCOUNTS_FILE) });
      for (const one of withdrawn) await withdrawalTable(sql).add(one);
      // Running servers read all sessions again.
      await sql.change('UPDATE change_count SET number = number + 1');
      return countAccounts(sql);
    });
  } finally {
    await database.close();
  }
}

async function insertAll(
  sql: Sql,
  { database, file }: { readonly database: SqlDatabase; readonly file: string },
): Promise<void> {
  let isFirst = true;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const read = JSON.parse(line) as Partial<Line>;
    if (isFirst) checkVersion(read);
    else await insert(sql, read, database.overriding);
    isFirst = false;
  }
  for (const table of TABLES) {
    const restart = database.restartIds?.(table);
    if (restart !== undefined && table !== 'known_network') await sql.rows(restart);
  }
}

interface Line {
  readonly version: number;
  readonly table: string;
  readonly row: Readonly<Record<string, SqlValue>>;
}

function checkVersion({ version }: Partial<Line>): void {
  if (version === ACCOUNTS_VERSION) return;
  throw new BackupError(
    `The accounts of the backup have version ${version}; this release reads version ${ACCOUNTS_VERSION}. Use the release that made the backup. No account was changed.`,
  );
}

/** A name that can be part of a statement. */
const COLUMN = /^[a-z_]+$/;

async function insert(sql: Sql, { table, row = {} }: Partial<Line>, overriding: string) {
  const columns = Object.keys(row);
  if (!TABLES.some((one) => one === table) || !columns.every((name) => COLUMN.test(name)))
    throw new BackupError('The accounts of the backup are damaged. No account was changed.');
  const places = columns.map(() => '?').join(', ');
  await sql.change(
    `INSERT INTO ${table} (${columns.join(', ')}) ${overriding} VALUES (${places})`,
    ...Object.values(row),
  );
}
