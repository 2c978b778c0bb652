/**
 * The only file that imports the SQLite driver.
 *
 * The driver stores a Date as NULL and accepts missing parameters, so every value is checked and
 * counted here. An unreferenced connection is garbage collected and loses its lock, so every open one
 * is kept in a set until `close`.
 *
 * A statement cannot be interrupted. One that may take long has `IN_TIME` among its conditions: SQLite
 * then checks the time limit of the thread, and the statement fails with `DeadlineExceeded`.
 */
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { checkTime, tick } from '../../geometry/deadline.ts';
import { fileError } from './damaged-file.ts';

/** Values that can be bound: finite numbers, texts, blobs and null. */
export type SqlValue = number | string | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

type Driver = InstanceType<typeof DatabaseSync>;
type DriverStatement = ReturnType<Driver['prepare']>;

const open = new Set<Driver>();

/**
 * A condition that is true while the current job has time. SQLite evaluates it for each row of the
 * outermost table, and one row in 256, at random, checks the clock: a call of JavaScript takes 0.35 µs.
 * A function that is not deterministic is not moved out of the loop.
 */
export const IN_TIME = '(random() & 255 OR tick())';
const ROWS_PER_TICK = 256;

export interface OpenOptions {
  /** The file never changes: no locks, no journal, no check for changes on disk. */
  readonly immutable?: boolean;
  /** The tables of an R*Tree may be written. */
  readonly writesTrees?: boolean;
  /** Maximum time in milliseconds to wait for the lock of another process; default 5000. */
  readonly busyTimeout?: number;
}

/** A connection to one database file. */
export class Database {
  readonly #path: string;
  readonly #driver: Driver;
  readonly #statements = new Map<string, Statement>();

  /**
   * Opens or creates the file. This and all other methods throw `DamagedFile` when the file is damaged
   * or not a database, an error of the system when it cannot be opened, or the driver's error.
   */
  constructor(path: string, options: OpenOptions = {}) {
    const { immutable = false, writesTrees = false, busyTimeout = 5000 } = options;
    const location = immutable ? `${pathToFileURL(path).href}?immutable=1` : path;
    this.#path = path;
    this.#driver = ofFile(
      path,
      () =>
        new DatabaseSync(location, {
          readOnly: immutable,
          timeout: busyTimeout,
          defensive: !writesTrees,
        }),
    );
    open.add(this.#driver);
    this.#driver.function('tick', () => {
      tick(ROWS_PER_TICK);
      checkTime();
      return 1;
    });
    // With WAL, the driver uses NORMAL by default, even if it reports another value.
    try {
      if (!immutable) this.run('PRAGMA synchronous = FULL');
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Runs statements without parameters or results. */
  run(sql: string): void {
    ofFile(this.#path, () => this.#driver.exec(sql));
  }

  /** Returns the prepared statement for a text, the same object every time. */
  prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      const driver = ofFile(this.#path, () => this.#driver.prepare(sql));
      statement = new Statement(driver, { path: this.#path, parameters: countParameters(sql) });
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Runs `work` in a transaction (`BEGIN IMMEDIATE`); an error rolls it back. */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      if (this.#driver.isTransaction) this.#driver.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    if (open.delete(this.#driver)) this.#driver.close();
  }
}

/** A prepared statement; every call binds all its `?` parameters, in order. */
export class Statement {
  readonly #driver: DriverStatement;
  readonly #path: string;
  readonly #parameters: number;
  #asLists = false;

  constructor(
    driver: DriverStatement,
    { path, parameters }: { readonly path: string; readonly parameters: number },
  ) {
    this.#driver = driver;
    this.#path = path;
    this.#parameters = parameters;
  }

  run(...values: readonly SqlValue[]): { readonly changes: number } {
    this.#check(values);
    return ofFile(this.#path, () => ({ changes: this.#driver.run(...values).changes }));
  }

  /** Returns the first row. All methods that read throw `DeadlineExceeded` when their time is over. */
  get(...values: readonly SqlValue[]): SqlRow | undefined {
    return this.#read(false, () => this.#driver.get(...values), values) as SqlRow | undefined;
  }

  all(...values: readonly SqlValue[]): SqlRow[] {
    return this.#read(false, () => this.#driver.all(...values), values) as SqlRow[];
  }

  /** Returns the first row as a list of columns, in half the time of a row with names. */
  list(...values: readonly SqlValue[]): SqlValue[] | undefined {
    return this.#read(true, () => this.#driver.get(...values), values) as SqlValue[] | undefined;
  }

  /** Iterates over the rows as they are found. */
  iterate(...values: readonly SqlValue[]): IterableIterator<SqlRow> {
    const start = () => this.#driver.iterate(...values);
    return this.#read(false, start, values) as IterableIterator<SqlRow>;
  }

  lists(...values: readonly SqlValue[]): SqlValue[][] {
    return this.#read(true, () => this.#driver.all(...values), values) as SqlValue[][];
  }

  #read(asLists: boolean, read: () => unknown, values: readonly SqlValue[]): unknown {
    this.#check(values);
    if (asLists !== this.#asLists) this.#driver.setReturnArrays(asLists);
    this.#asLists = asLists;
    try {
      return ofFile(this.#path, read);
    } catch (error) {
      // The driver replaces the error that `tick` threw.
      checkTime();
      throw error;
    }
  }

  #check(values: readonly unknown[]): void {
    if (values.length !== this.#parameters) {
      throw new TypeError(
        `the statement needs ${this.#parameters} parameters, got ${values.length}`,
      );
    }
    values.forEach((value, index) => {
      if (!isBindable(value)) {
        // The message does not contain the value, which may be restricted.
        throw new TypeError(`parameter ${index + 1} of a statement is ${kindOf(value)}`);
      }
    });
  }
}

function ofFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileError(path, error);
  }
}

/** Returns whether an error means that another connection has locked the file. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && /database (table )?is locked|SQLITE_BUSY/.test(error.message);
}

/** Result code of SQLite for a full disk: no space for a page of the file. */
const FULL = 13;
/** Result code of SQLite for a full disk: no space for the index of its log. */
const IOERR_SHMSIZE = 4_874;

/** Returns whether an error means that the disk is full. */
export function isFull(error: unknown): boolean {
  const { sqliteCode, sqliteExtendedCode } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return sqliteCode === FULL || sqliteExtendedCode === IOERR_SHMSIZE;
}

function isBindable(value: unknown): value is SqlValue {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || value instanceof Uint8Array;
}

function kindOf(value: unknown): string {
  if (typeof value === 'number') return 'a number that is not finite';
  if (value instanceof Date) return 'a Date';
  return typeof value;
}

/** Counts `?` outside quotes and comments; named parameters are not used. */
function countParameters(sql: string): number {
  const bare = sql.replaceAll(/'[^']*'|"[^"]*"|--[^\n]*/g, '');
  if (/[:@$][A-Za-z_]|\?\d/.test(bare)) throw new TypeError('statements take `?` parameters only');
  return bare.split('?').length - 1;
}
