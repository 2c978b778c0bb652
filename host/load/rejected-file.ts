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
  /** The key of the feature, else its first text; empty if it has none. */
  readonly key: string;
  /** The code of the reason, such as `no-geometry`. Codes never change. */
  readonly code: string;
  readonly reason: string;
}

const COLUMNS = ['dataset', 'row', 'key', 'code', 'reason'] as const;

/** The formats, by the extension of the file name. */
const FORMATS: Readonly<Record<string, Format>> = {
  csv: {
    head: lineOf(COLUMNS),
    line: (row) => lineOf(COLUMNS.map((column) => String(row[column]))),
  },
  ndjson: { head: '', line: (row) => `${JSON.stringify(row)}\n` },
};

interface Format {
  readonly head: string;
  readonly line: (row: RejectedRow) => string;
}

/** Number of rows per write. */
const ROWS = 10_000;

/**
 * Writes the rejected features of several loads into one file in UTF-8 that only its owner can read.
 * After `add`, the rejected features of a load are in the file, even if a later load fails.
 */
export class RejectedFile {
  readonly #path: string;
  readonly #format: Format;
  #rows = 0;

  /** Throws `UsageError` unless the file name ends in `.csv` or `.ndjson`. */
  constructor(path: string) {
    const format = FORMATS[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
    if (!format) throw new UsageError(`The file name \`${path}\` must end in .csv or .ndjson.`);
    this.#path = path;
    this.#format = format;
  }

  /** The number of rows in the file. */
  get rows(): number {
    return this.#rows;
  }

  /** Creates the file or empties it. Throws `InputError`. */
  begin(): Promise<void> {
    return this.#write(this.#format.head, 'w');
  }

  /** Appends the rejected features of a load. Throws `InputError`. */
  async add({ dataset, rejected }: LoadReport): Promise<void> {
    const { line } = this.#format;
    const toLine = ({ index, line: row, name = '', reason: code }: Rejected): string =>
      line({ dataset, row: row ?? index, key: name, code, reason: wordsForRejection(code) });
    for (let i = 0; i < rejected.length; i += ROWS) {
      const some = rejected.slice(i, i + ROWS);
      await this.#write(some.map(toLine).join(''), 'a');
      this.#rows += some.length;
    }
  }

  async #write(text: string, flag: 'w' | 'a'): Promise<void> {
    try {
      await writeFile(this.#path, text, { mode: 0o600, flag });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new InputError(`The file \`${this.#path}\` cannot be written (${code}).`);
    }
  }
}

type Rejected = LoadReport['rejected'][number];

function lineOf(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\n`;
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
