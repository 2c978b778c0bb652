import { statSync } from 'node:fs';
import type { DatasetStatus } from '../store.ts';
import { DamagedFile } from './damaged-file.ts';
import { Database, type SqlValue } from './driver.ts';

/** The current version of one dataset. */
export interface Pointer {
  /** Name of its file in the folder of versions. */
  readonly file: string;
  readonly status: DatasetStatus;
}

/**
 * The small table that says which version of each dataset is the current one. One row changes when
 * a load is published; every process sees the change at its next look.
 */
export class Pointers {
  readonly #path: string;
  readonly #database: Database;
  #seen = -1;
  #all: ReadonlyMap<string, Pointer> = new Map();

  /** Opens or makes the table, and looks at all of it. Throws `DamagedFile`. */
  constructor(path: string) {
    this.#path = path;
    // SQLite would make a new database of what is left of one.
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

  /** Returns the pointers of now by dataset; the same map until something changed. Throws `DamagedFile`. */
  all(): ReadonlyMap<string, Pointer> {
    const row = this.#database.prepare('PRAGMA data_version').get();
    const version = row?.data_version as number;
    // data_version counts the commits of other connections; our own reset #seen.
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

  /** Makes `file` the current version; when it returns, that is on disk. */
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

  /** Makes these the pointers of all datasets, in one step; when it returns, that is on disk. */
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

  /** What is known is read anew, also after a change that failed: how far it came is not known. */
  #change(work: () => void): void {
    this.#seen = -1;
    this.#database.transaction(work);
  }
}
