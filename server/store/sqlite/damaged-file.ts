import { closeSync, fstatSync, openSync } from 'node:fs';

/**
 * Thrown for a file of the store that is damaged or not a database. The message is the path of the
 * file.
 */
export class DamagedFile extends Error {
  override readonly name = DAMAGED_FILE;

  constructor(path: string, cause?: unknown) {
    super(path, { cause });
  }
}

/** The name of the error; the class is lost between threads. */
export const DAMAGED_FILE = 'DamagedFile';

/** Result code of SQLite: the file is corrupt. */
const CORRUPT = 11;
/** Result code of SQLite: the file is not a database. */
const NOT_A_DATABASE = 26;
/** Result code of SQLite: the file cannot be opened. */
const CANNOT_OPEN = 14;
/** Extended result codes of SQLite: a read failed, was incomplete, or had a wrong checksum. */
const FAILED_READS: ReadonlySet<unknown> = new Set([266, 522, 8_458, 8_202]);
/**
 * Error codes of the operating system if something else, such as a folder, has the name of the
 * file.
 */
const NOT_THE_FILE: ReadonlySet<unknown> = new Set([
  'EISDIR',
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'EIO',
  'ELOOP',
]);

/**
 * Converts an error of the driver about a file: to `DamagedFile` when the file is the cause, or to an
 * error of the system when no file can be opened at the moment (such as `EMFILE`).
 */
export function fileError(path: string, error: unknown): unknown {
  const { sqliteCode, sqliteExtendedCode } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (sqliteCode === CORRUPT || sqliteCode === NOT_A_DATABASE) return new DamagedFile(path, error);
  if (FAILED_READS.has(sqliteExtendedCode)) return new DamagedFile(path, error);
  if (sqliteCode !== CANNOT_OPEN) return error;
  // SQLite does not give the reason, but the system does.
  const reason = whyNotReadable(path);
  if (reason === null) return error;
  return NOT_THE_FILE.has(reason.code) ? new DamagedFile(path, reason) : reason;
}

function whyNotReadable(path: string): NodeJS.ErrnoException | null {
  try {
    const handle = openSync(path, 'r');
    try {
      if (!fstatSync(handle).isDirectory()) return null;
      return Object.assign(new Error('a directory has the name of a file of the store'), {
        code: 'EISDIR',
      });
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return Object.assign(new Error(`a file of the store cannot be opened (${code})`), { code });
  }
}

/** Returns whether an error comes from the system and not from the content of a file, e.g. `EMFILE`. */
export function isOfSystem(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code);
}
