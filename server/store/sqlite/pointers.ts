import type { DatasetStatus } from '../store.ts';
import { Database } from './driver.ts';

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
  readonly #database: Database;
  #seen = -1;
  #all: ReadonlyMap<string, Pointer> = new Map();

  constructor(path: string) {
    this.#database = new Database(path);
    this.#database.run('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    this.#database.run(
      'CREATE TABLE IF NOT EXISTS pointer (dataset TEXT PRIMARY KEY, file TEXT NOT NULL, status TEXT NOT NULL) WITHOUT ROWID',
    );
  }

  /** Returns the pointers of now by dataset; the same map until something changed. */
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
          { file: file as string, status: JSON.parse(status as string) as DatasetStatus },
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

  /** What is known is read anew, also after a change that failed: how far it came is not known. */
  #change(work: () => void): void {
    this.#seen = -1;
    this.#database.transaction(work);
  }
}
