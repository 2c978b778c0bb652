import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database } from '../../store/sqlite/driver.ts';
import { available } from '../errors.ts';
import type { Sql, SqlDatabase } from './sql.ts';

/**
 * Opens the accounts in a SQLite file of their own, and creates it if needed. Throws an error of the
 * system when the folder cannot be written, or `DamagedFile`.
 */
export function openSqlite(path: string): SqlDatabase {
  const folder = dirname(path);
  // The file contains addresses and answers of people, so other accounts have no access.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  accessSync(folder, constants.W_OK);
  const database = new Database(path);
  database.run('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  const sql: Sql = {
    rows: (statement, ...values) =>
      available(async () => database.prepare(statement).all(...values)),
    change: (statement, ...values) =>
      available(async () => database.prepare(statement).run(...values).changes),
    transaction: (work) => work(sql),
  };
  const within = async <T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> => {
    await available(async () => database.run(begin));
    try {
      const result = await work(sql);
      await available(async () => database.run('COMMIT'));
      return result;
    } catch (error) {
      // After some errors, such as a full disk, SQLite has already rolled back.
      await available(async () => database.run('ROLLBACK')).catch(() => undefined);
      throw error;
    }
  };
  const inTurn = turns();
  return {
    idType: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    overriding: '',
    restartIds: null,
    rows: (...one) => inTurn(() => sql.rows(...one)),
    change: (...one) => inTurn(() => sql.change(...one)),
    transaction: (work) => inTurn(() => within('BEGIN IMMEDIATE', work)),
    read: (work) => inTurn(() => within('BEGIN', work)),
    close: () => inTurn(async () => database.close()),
  };
}

/** Runs jobs one after the other: there is one connection, and its transactions must not mix. */
function turns(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const mine = last.then(job);
    last = mine.catch(() => undefined);
    return mine;
  };
}
