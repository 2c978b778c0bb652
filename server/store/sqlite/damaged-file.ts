import { closeSync, fstatSync, openSync } from 'node:fs';

/** A file of the store that is no database, or damaged. The message is its path, also from thread to thread. */
export class DamagedFile extends Error {
  override readonly name = DAMAGED_FILE;

  constructor(path: string, cause?: unknown) {
    super(path, { cause });
  }
}

/** The name of the error, which is what comes over from a thread. */
export const DAMAGED_FILE = 'DamagedFile';

/** Result codes of SQLite: the file is corrupt, or no database; it cannot be opened. */
const CORRUPT = 11;
const NOT_A_DATABASE = 26;
const CANNOT_OPEN = 14;
/** Extended codes: a read failed, came back short, or the file system or a checksum says so. */
const FAILED_READS: ReadonlySet<unknown> = new Set([266, 522, 8_458, 8_202]);
/** What systems say when something is in the place of a file that is not the file. */
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
 * Returns what to throw for an error of the driver about a file: `DamagedFile` when the file is at
 * fault, an error of the system when it can be opened by nobody at the moment (such as `EMFILE`).
 */
export function fileError(path: string, error: unknown): unknown {
  const { sqliteCode, sqliteExtendedCode } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (sqliteCode === CORRUPT || sqliteCode === NOT_A_DATABASE) return new DamagedFile(path, error);
  if (FAILED_READS.has(sqliteExtendedCode)) return new DamagedFile(path, error);
  if (sqliteCode !== CANNOT_OPEN) return error;
  // SQLite does not say why: the system does.
  const reason = whyNotReadable(path);
  if (reason === null) return error;
  return NOT_THE_FILE.has(reason.code) ? new DamagedFile(path, reason) : reason;
}

function whyNotReadable(path: string): NodeJS.ErrnoException | null {
  try {
    const handle = openSync(path, 'r');
    try {
      if (!fstatSync(handle).isDirectory()) return null;
      return Object.assign(new Error('there is a directory in the place of a file'), {
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

/** Tells whether an error comes from the system, not from what a file holds: such as `EMFILE`. */
export function isOfSystem(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code);
}
