import { writeFile } from 'node:fs/promises';
import type { LoadReport } from '../../server/store/store.ts';
import { InputError } from '../common/input-error.ts';
import { UsageError } from '../common/usage-error.ts';
import { wordsForRejection } from './rejection-words.ts';

/** A rejected feature, one row of the file. */
interface RejectedRow {
  readonly dataset: string;
  /** The line in the file, from 1; in formats without lines the position of the feature, from 0. */
  readonly row: number;
  /** Its key, else its first text; empty if it has none. */
  readonly key: string;
  /** A permanent code, such as `no-geometry`. */
  readonly code: string;
  readonly reason: string;
}

const COLUMNS = ['dataset', 'row', 'key', 'code', 'reason'] as const;

/** Writes the rows, by the extension of the file name. */
const FORMATS: Readonly<Record<string, (rows: readonly RejectedRow[]) => string>> = {
  csv: (rows) =>
    [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => String(row[column])))]
      .map((cells) => `${cells.map(cell).join(',')}\n`)
      .join(''),
  ndjson: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
};

/** Collects the rejected features of several loads for one file. */
export class RejectedFile {
  readonly #path: string;
  readonly #format: (rows: readonly RejectedRow[]) => string;
  readonly #rows: RejectedRow[] = [];

  /** Throws `UsageError` unless the file name ends in `.csv` or `.ndjson`. */
  constructor(path: string) {
    const format = FORMATS[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
    if (!format) throw new UsageError(`The file name \`${path}\` must end in .csv or .ndjson.`);
    this.#path = path;
    this.#format = format;
  }

  add({ dataset, rejected }: LoadReport): void {
    for (const { index, line, name = '', reason: code } of rejected)
      this.#rows.push({
        ...{ dataset, row: line ?? index, key: name, code },
        reason: wordsForRejection(code),
      });
  }

  /** Writes the file in UTF-8, readable for its owner only; returns the number of rows. Throws `InputError`. */
  async write(): Promise<number> {
    await writeFile(this.#path, this.#format(this.#rows), { mode: 0o600 }).catch(
      ({ code }: NodeJS.ErrnoException) => {
        throw new InputError(`The file \`${this.#path}\` cannot be written (${code}).`);
      },
    );
    return this.#rows.length;
  }
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
