import { statSync } from 'node:fs';
import type { DatasetStatus } from '../store.ts';
import { DamagedFile } from './damaged-file.ts';
import { Database, type SqlValue } from './driver.ts';

/** The current version of one dataset. */
export interface Pointer {
  /** Name of its file in the folder `versions`. */
  readonly file: string;
  readonly status: DatasetStatus;
}

/**
 * The small table of the current version of each dataset. A load changes one row when it is published;
 * other processes see the change at their next read.
 */
export class Pointers {
  readonly #path: string;
  readonly #database: Database;
  #seen = -1;
  #all: ReadonlyMap<string, Pointer> = new Map();

  /** Opens or creates the table, and checks all of it. Throws `DamagedFile`. */
  constructor(path: string) {
    this.#path = path;
    // SQLite would turn an empty file into a new database.
    if (statSync(path, { throwIfNoEntry: false })?.size === 0) throw new DamagedFile(path);
    this.#database = new Database(path);
    try {
      this.#database.run('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      this.#database.run(
        'CREATE TABLE IF NOT EXISTS pointer (dataset TEXT PRIMARY KEY, file TEXT NOT NULL, status TEXT NOT NULL) WITHOUT ROWID',
      );
      const [row] = this.#database.prepare('PRAGMA quick_check(1)').all();
      if (row?.quick_check !== 'ok') throw new DamagedFile(path);
      this.all();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Returns the current pointers by dataset; the same map until they change. Throws `DamagedFile`. */
  all(): ReadonlyMap<string, Pointer> {
    const row = this.#database.prepare('PRAGMA data_version').get();
    const version = row?.data_version as number;
    // data_version counts the commits of other connections; own commits reset #seen.
    if (version !== this.#seen) {
      const rows = this.#database
        .prepare('SELECT dataset, file, status FROM pointer ORDER BY dataset')
        .all();
      this.#all = new Map(
        rows.map(({ dataset, file, status }) => [
          dataset as string,
          { file: file as string, status: this.#statusOf(status) },
        ]),
      );
      this.#seen = version;
    }
    return this.#all;
  }

  /** Makes `file` the current version; the change is on disk when this returns. */
  set(dataset: string, { file, status }: Pointer): void {
    this.#change(() => {
      this.#database
        .prepare('INSERT OR REPLACE INTO pointer VALUES (?, ?, ?)')
        .run(dataset, file, JSON.stringify(status));
    });
  }

  delete(dataset: string): void {
    this.#change(() => {
      this.#database.prepare('DELETE FROM pointer WHERE dataset = ?').run(dataset);
    });
  }

  /** Replaces the pointers of all datasets in one step; the change is on disk when this returns. */
  replaceAll(pointers: readonly Pointer[]): void {
    this.#change(() => {
      this.#database.prepare('DELETE FROM pointer').run();
      const insert = this.#database.prepare('INSERT INTO pointer VALUES (?, ?, ?)');
      for (const { file, status } of pointers)
        insert.run(status.dataset, file, JSON.stringify(status));
    });
  }

  close(): void {
    this.#database.close();
  }

  #statusOf(text: SqlValue | undefined): DatasetStatus {
    try {
      return JSON.parse(String(text)) as DatasetStatus;
    } catch (error) {
      throw new DamagedFile(this.#path, error);
    }
  }

  /**
   * Changes the pointers. They are read again even after a failed change, because its effect is
   * unknown.
   */
  #change(work: () => void): void {
    this.#seen = -1;
    this.#database.transaction(work);
  }
}
