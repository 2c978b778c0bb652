import { writeFile } from 'node:fs/promises';
import type { LoadReport } from '../../server/store/store.ts';
import { InputError } from '../common/input-error.ts';
import { UsageError } from '../common/usage-error.ts';
import { wordsForRejection } from './rejection-words.ts';

/** A rejected feature, one row of the file. */
interface RejectedRow {
  readonly dataset: string;
  /** The line of the file, from 1, where features have lines; else the place of the feature, from 0. */
  readonly row: number;
  /** Its key, else its first text; empty where it has none. */
  readonly key: string;
  /** Permanent: `no-geometry`. */
  readonly code: string;
  readonly reason: string;
}

const COLUMNS = ['dataset', 'row', 'key', 'code', 'reason'] as const;

/** How the rows are written, by the ending of the name of the file. */
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

/** Rows that are written at a time. */
const ROWS = 10_000;

/**
 * The rejected features of several loads in one file, in UTF-8, for its owner only. Those of a load
 * are in it when `add` has returned, whatever becomes of the loads that follow.
 */
export class RejectedFile {
  readonly #path: string;
  readonly #format: Format;
  #rows = 0;

  /** Throws `UsageError` unless the name of the file ends in `.csv` or `.ndjson`. */
  constructor(path: string) {
    const format = FORMATS[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
    if (!format)
      throw new UsageError(
        `The name of \`${path}\` says no format: rejected features are written to .csv or .ndjson.`,
      );
    this.#path = path;
    this.#format = format;
  }

  /** The number of rows in the file. */
  get rows(): number {
    return this.#rows;
  }

  /** Begins the file; what was in it is gone. Throws `InputError`. */
  begin(): Promise<void> {
    return this.#write(this.#format.head, 'w');
  }

  /** Adds what a load rejected. Throws `InputError`. */
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
