import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database, isBusy } from '../../store/sqlite/driver.ts';
import { AccountsUnavailable, available } from '../errors.ts';
import type { Sql, SqlDatabase } from './sql.ts';
import { inSeconds, PATIENCE_MS, Turns } from './turns.ts';
import { WriteThread } from './write-thread.ts';

/** Milliseconds between two attempts for a lock. */
const PAUSE_MS = 20;

/**
 * Opens the accounts in a SQLite file of their own, and creates it if needed. Changes run in a thread,
 * one transaction after the other. Reads run in the calling thread: they take microseconds, and wait
 * for nothing, because the log of the file (WAL) lets them see what was committed before.
 *
 * `script` is the module of the thread; tests replace it. Throws an error of the system when the folder cannot be written, `DamagedFile`, or
 * `AccountsUnavailable` while another process holds the lock of the file.
 */
export async function openSqlite(path: string, script?: URL): Promise<SqlDatabase> {
  const folder = dirname(path);
  // The file contains addresses and answers of people, so other accounts have no access.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK);
  const end = performance.now() + PATIENCE_MS;
  const start = (until: number): Promise<WriteThread> => openThread(path, { script, end: until });
  const thread = await start(end);
  try {
    const reader = await untilFree(end, async () => openReader(path));
    return new SqliteDatabase({ reader, thread, start });
  } catch (error) {
    await thread.close();
    throw error;
  }
}

interface Parts {
  readonly reader: Database;
  readonly thread: WriteThread;
  /** Starts another thread, and waits for a lock until a time. */
  readonly start: (end: number) => Promise<WriteThread>;
}

class SqliteDatabase implements SqlDatabase {
  readonly idType = 'INTEGER PRIMARY KEY AUTOINCREMENT';
  readonly overriding = '';
  readonly restartIds = null;
  readonly #reader: Database;
  readonly #start: Parts['start'];
  readonly #turns = new Turns();
  #thread: WriteThread;

  constructor({ reader, thread, start }: Parts) {
    this.#reader = reader;
    this.#thread = thread;
    this.#start = start;
  }

  rows: Sql['rows'] = (statement, ...values) =>
    available(async () => {
      try {
        return this.#reader.prepare(statement).all(...values);
      } catch (error) {
        if (!isBusy(error)) throw error;
        // For a moment, while another process repairs the log. The thread may wait for it.
        return this.#inTurn((thread) => thread.rows(statement, values));
      }
    });

  returning: Sql['returning'] = (statement, ...values) =>
    available(() => this.#inTurn((thread) => thread.rows(statement, values)));

  change: Sql['change'] = (statement, ...values) =>
    available(() => this.#inTurn((thread) => thread.change(statement, values)));

  transaction: Sql['transaction'] = (work) => this.#within('BEGIN IMMEDIATE', work);

  /** Every transaction that changes something locks the file. */
  exclusive: SqlDatabase['exclusive'] = (work) => this.transaction(work);

  read: SqlDatabase['read'] = (work) => this.#within('BEGIN', work);

  async close(): Promise<void> {
    await this.#turns.close();
    this.#reader.close();
    await this.#thread.close();
  }

  /** Runs one statement in its turn, again and again while the file is locked. */
  #inTurn<T>(run: (thread: WriteThread) => Promise<T>): Promise<T> {
    return this.#turns.take(async (end) => {
      const thread = await this.#living(end);
      return untilFree(end, () => run(thread));
    });
  }

  /** Only the beginning waits for the lock, so nothing of `work` runs twice. */
  #within<T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#turns.take(async (end) => {
      const thread = await available(() => this.#living(end));
      await available(() => untilFree(end, () => thread.run(begin)));
      try {
        const result = await work(statementsOf(thread));
        await available(() => thread.run('COMMIT'));
        return result;
      } catch (error) {
        // After some errors, such as a full disk, SQLite has already rolled back.
        await thread.run('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  /** Returns the thread, or a new one in place of one that has ended by itself. */
  async #living(end: number): Promise<WriteThread> {
    if (this.#thread.hasEnded) this.#thread = await this.#start(end);
    return this.#thread;
  }
}

/** Returns the statements of a transaction, all in the thread in which it began. */
function statementsOf(thread: WriteThread): Sql {
  const rows: Sql['rows'] = (statement, ...values) =>
    available(() => thread.rows(statement, values));
  const sql: Sql = {
    rows,
    returning: rows,
    change: (statement, ...values) => available(() => thread.change(statement, values)),
    transaction: (work) => work(sql),
  };
  return sql;
}

async function openThread(
  path: string,
  { script, end }: { readonly script: URL | undefined; readonly end: number },
): Promise<WriteThread> {
  const thread = new WriteThread(script);
  try {
    await untilFree(end, () => thread.open(path));
    return thread;
  } catch (error) {
    await thread.close();
    throw error;
  }
}

/** Opens the connection that reads. It never waits for a lock, and refuses changes. */
function openReader(path: string): Database {
  const reader = new Database(path, { busyTimeout: 0 });
  try {
    reader.run('PRAGMA query_only = ON');
    return reader;
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** Repeats an attempt until no other process has locked the file, or a time has come. */
async function untilFree<T>(end: number, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= end)
        throw new AccountsUnavailable(
          new Error(`another process has locked their file for ${inSeconds()}`),
        );
    }
    await sleep(PAUSE_MS);
  }
}
