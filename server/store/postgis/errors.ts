import pg from 'pg';
import { StoreFull, StoreUnavailable } from '../writer.ts';

/** PostgreSQL failed at a statement; `code` is its SQLSTATE (PostgreSQL manual, appendix A). */
class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';
  readonly code: string;

  constructor(code: string) {
    super(`PostgreSQL answered with the error ${code}`);
    this.code = code;
  }
}

/** Returns the SQLSTATE of an error of PostgreSQL. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Takes the words off an error of PostgreSQL: they quote values, which may be restricted. */
export function withoutValues(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? new DatabaseFailure(error.code ?? 'unknown') : error;
}

/** What Node says of a connection that cannot be made or has gone. */
const NETWORK_CODES = /^E(?:CONN|PIPE|HOST|NET|NOTFOUND|AI_AGAIN|TIMEDOUT)/;
/** What the driver says when nothing came in time. */
const DRIVER_TIMEOUTS = /^(?:timeout exceeded|timeout expired|Query read timeout)/;
/** What the driver says of a connection that was cut, also to whoever asks it once more. */
const DRIVER_CUTS = /^Connection terminated|is not queryable$/;
/** SQLSTATE classes of a server that goes down, starts up or has no connection to give. */
const SERVER_CODES = /^(?:08|53300|57P0)/;

/**
 * Tells whether an error is about the connection, not about the question: `broken` when it was cut,
 * so that a new one may do, `gone` when none is to be had; null for every other error.
 */
export function isLost(error: unknown): 'broken' | 'gone' | null {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    if (/^57P0[12]/.test(code)) return 'broken';
    return SERVER_CODES.test(code) ? 'gone' : null;
  }
  if (!(error instanceof Error)) return null;
  const code = String((error as { code?: unknown }).code);
  if (/^(?:ECONNRESET|EPIPE)$/.test(code) || DRIVER_CUTS.test(error.message)) return 'broken';
  return NETWORK_CODES.test(code) || DRIVER_TIMEOUTS.test(error.message) ? 'gone' : null;
}

const DISK_FULL = '53100';

/** What is told to whoever loads when the database fails: in words where something can be done. */
export function ofLoad(error: unknown): unknown {
  const cause = withoutValues(error);
  if (codeOf(error) === DISK_FULL)
    return new StoreFull(
      `The database has no room left on its disk (${DISK_FULL}). What was loaded before stays. Make room there, then try again.`,
      { cause },
    );
  if (isLost(error))
    return new StoreUnavailable(
      'The database does not answer, or stopped meanwhile. What was loaded before stays. Look into its own log, and try again when it runs.',
      { cause },
    );
  return cause;
}
