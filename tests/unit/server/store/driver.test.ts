import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeadlineExceeded, runUntil } from '../../../../server/geometry/deadline.ts';
import { Database, IN_TIME, type SqlValue } from '../../../../server/store/sqlite/driver.ts';

let folder: string;
let database: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atlas-driver-'));
  database = new Database(join(folder, 'a.sqlite'));
  database.run('CREATE TABLE t (a, b)');
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const insert = (...values: unknown[]): unknown =>
  database.prepare('INSERT INTO t VALUES (?, ?)').run(...(values as SqlValue[]));

describe('the SQLite driver', () => {
  it('keeps numbers up to 2^53, texts with accents, blobs and null', () => {
    insert(Number.MAX_SAFE_INTEGER, 'Forêt 木');
    insert(new Uint8Array([0, 255]), null);
    expect(database.prepare('SELECT a, b FROM t ORDER BY rowid').all()).toEqual([
      { a: Number.MAX_SAFE_INTEGER, b: 'Forêt 木' },
      { a: new Uint8Array([0, 255]), b: null },
    ]);
  });

  it.each([
    ['undefined', undefined],
    ['a Date', new Date(0)],
    ['NaN', Number.NaN],
    ['Infinity', Infinity],
    ['a boolean', true],
    ['a list', []],
    ['an object', {}],
  ])('refuses %s as a value', (_, value) => {
    expect(() => insert(1, value)).toThrow(TypeError);
    expect(database.prepare('SELECT count(*) AS n FROM t').get()).toEqual({ n: 0 });
  });

  it('refuses too few and too many values', () => {
    expect(() => insert(1)).toThrow('needs 2 parameters, got 1');
    expect(() => insert(1, 2, 3)).toThrow('needs 2 parameters, got 3');
  });

  it('counts no question mark inside quotes, and takes no named parameters', () => {
    expect(database.prepare("SELECT '?' AS a, ? AS b").get(1)).toEqual({ a: '?', b: 1 });
    expect(() => database.prepare('SELECT :name')).toThrow(TypeError);
  });

  it('does not report a refused value', () => {
    const secret = { note: 'grave site' };
    expect(() => insert(1, secret)).toThrow(/^parameter 2 of a statement is object$/);
  });

  it('syncs fully', () => {
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  it('rolls a failed transaction back', () => {
    const work = (): void => {
      insert(1, 2);
      throw new Error('no');
    };
    expect(() => database.transaction(work)).toThrow('no');
    expect(database.prepare('SELECT count(*) AS n FROM t').get()).toEqual({ n: 0 });
  });

  it('opens a file whose path has odd characters as immutable', () => {
    const path = join(folder, 'a b?%23#.sqlite');
    const written = new Database(path);
    written.run('CREATE TABLE u (a); INSERT INTO u VALUES (7)');
    written.close();
    const read = new Database(path, { immutable: true });
    expect(read.prepare('SELECT a FROM u').get()).toEqual({ a: 7 });
    expect(() => read.run('INSERT INTO u VALUES (8)')).toThrow(/readonly/);
    read.close();
  });
});

describe('a statement whose time is over', () => {
  /** Rows without a table; about eighty of them check the clock. */
  const ROWS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)';
  const statements = {
    aggregate: `${ROWS} SELECT json_group_array(i) FROM n WHERE ${IN_TIME}`,
    rows: `${ROWS} SELECT i FROM n WHERE ${IN_TIME}`,
    sort: `${ROWS} SELECT i FROM n WHERE ${IN_TIME} ORDER BY -i LIMIT 5`,
    'part of a limited one': `SELECT count(*) FROM (${ROWS} SELECT i FROM n WHERE ${IN_TIME} LIMIT -1)`,
  };

  it.each(Object.entries(statements))('ends: %s', (_, sql) => {
    const statement = database.prepare(sql);
    let looks = 0;
    const late = () => ++looks > 10;
    expect(() => runUntil(late, () => statement.lists())).toThrow(DeadlineExceeded);
    // Once more after SQLite has stopped, to identify the error.
    expect(looks).toBe(12);
    expect(statement.lists().length).toBeGreaterThan(0);
  });

  it('leaves a connection that works, and that reports its own errors', () => {
    const statement = database.prepare(statements.rows);
    expect(() =>
      runUntil(
        () => true,
        () => statement.all(),
      ),
    ).toThrow(DeadlineExceeded);
    insert(1, 2);
    expect(database.prepare('SELECT a FROM t').all()).toEqual([{ a: 1 }]);
    expect(() => database.prepare("SELECT json_extract('{', '$')").all()).toThrow(/malformed JSON/);
  });
});
