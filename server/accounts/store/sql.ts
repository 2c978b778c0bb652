/** The SQL that both databases of accounts understand, and how a statement runs. */

export type SqlValue = number | string | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** Runs statements with `?` for their values. */
export interface Sql {
  /** Returns the rows of a query. */
  rows(statement: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** Makes a change, and returns the rows of its `RETURNING`. */
  returning(statement: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** Makes a change, and returns the number of changed rows. */
  change(statement: string, ...values: readonly SqlValue[]): Promise<number>;
  /**
   * Runs statements that take effect together, or not at all. Their changes are on disk at the end;
   * inside another transaction, at the end of that one.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}

export interface SqlDatabase extends Sql {
  /** The type of a key that the database assigns. */
  readonly idType: string;
  /** The words of an `INSERT` that sets a key which the database assigns. */
  readonly overriding: string;
  /** Returns the statement after which a table assigns new keys; null if none is needed. */
  readonly restartIds: ((table: string) => string) | null;
  /** Runs a transaction that waits while another process runs one in this way. */
  exclusive<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs statements that read all tables as they are at one moment, and does not stop writers. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
