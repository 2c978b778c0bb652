/** The accounts in SQLite: changes in a thread, reads beside it. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../../../server/accounts/store/sqlite-database.ts';
import type { SqlDatabase } from '../../../server/accounts/store/sql.ts';
import { DamagedFile } from '../../../server/store/sqlite/damaged-file.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'atlas-sqlite-'));
let database: SqlDatabase;

beforeAll(async () => {
  const script = new URL('./ending-worker.ts', import.meta.url);
  database = await openSqlite(join(dataDir, 'accounts.sqlite'), script);
  await database.change('CREATE TABLE one (id INTEGER PRIMARY KEY, name TEXT UNIQUE)');
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const names = async (): Promise<unknown[]> =>
  (await database.rows('SELECT name FROM one ORDER BY id')).map(({ name }) => name);

const insert = (name: string): Promise<number> =>
  database.change('INSERT INTO one (name) VALUES (?)', name);

it('changes are made in the order of their calls, also inside a transaction', async () => {
  await Promise.all([
    insert('a'),
    database.transaction((sql) =>
      Promise.all(['b', 'c'].map((name) => sql.change('INSERT INTO one (name) VALUES (?)', name))),
    ),
    insert('d'),
  ]);
  expect(await names()).toEqual(['a', 'b', 'c', 'd']);
});

it('errors of the thread keep their messages', async () => {
  const because = (reason: string) => ({
    name: 'AccountsUnavailable',
    message: `The accounts cannot be read or written (${reason}).`,
  });
  await expect(insert('a')).rejects.toMatchObject(because('UNIQUE constraint failed: one.name'));
  await expect(database.change('DELETE FROM two')).rejects.toMatchObject(
    because('no such table: two'),
  );
  const filled = database.transaction(async (sql) => {
    await sql.rows('PRAGMA max_page_count = 1');
    await sql.change('INSERT INTO one (name) VALUES (?)', 'x'.repeat(100_000));
  });
  await expect(filled).rejects.toMatchObject(because('database or disk is full'));
  // SQLite has undone the transaction itself, and the next one begins.
  await database.transaction((sql) => sql.rows('PRAGMA max_page_count = 1073741823'));
  await insert('e');
});

it('a query cannot change anything', async () => {
  await expect(database.rows('DELETE FROM one RETURNING *')).rejects.toThrow('readonly');
  expect(await names()).toHaveLength(5);
});

it('a thread that ends undoes its transaction and is replaced', async () => {
  const before = await names();
  const failing = database.transaction(async (sql) => {
    await sql.change('DELETE FROM one');
    await sql.rows("SELECT 'end'").catch(() => undefined);
    // Without the thread, no part of the transaction can take effect.
    await sql.change('DELETE FROM one WHERE id > 1');
  });
  await expect(failing).rejects.toThrow('has ended');
  expect(await names()).toEqual(before);
  await insert('f');
  expect(await names()).toEqual([...before, 'f']);
});

it('changes that were called before it closes are made, and none after it', async () => {
  const path = join(dataDir, 'closed.sqlite');
  const closing = await openSqlite(path);
  const made = closing.change('CREATE TABLE two (id INTEGER)');
  const closed = closing.close();
  await expect(closing.change('DROP TABLE two')).rejects.toThrow('closed');
  await Promise.all([made, closed]);
  // The last connection has copied the log into the file, and removed it.
  expect(existsSync(`${path}-wal`)).toBe(false);
  const again = await openSqlite(path);
  expect(await again.rows('SELECT count(*) AS number FROM two')).toEqual([{ number: 0 }]);
  await again.close();
});

it('a damaged file is reported as such', async () => {
  const path = join(dataDir, 'damaged.sqlite');
  writeFileSync(path, 'This is not a database. '.repeat(100));
  await expect(openSqlite(path)).rejects.toThrow(new DamagedFile(path));
});
