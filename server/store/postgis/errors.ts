import pg from 'pg';
import { StoreFull, StoreUnavailable } from '../writer.ts';

/** Thrown for an error of PostgreSQL. `code` is its SQLSTATE (PostgreSQL manual, appendix A). */
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

/** Removes the message of a PostgreSQL error, because it quotes values, which may be restricted. */
export function withoutValues(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? new DatabaseFailure(error.code ?? 'unknown') : error;
}

/** Error codes of Node for a connection that failed or was lost. */
const NETWORK_CODES = /^E(?:CONN|PIPE|HOST|NET|NOTFOUND|AI_AGAIN|TIMEDOUT)/;
/** Messages of the driver for a timeout. */
const DRIVER_TIMEOUTS = /^(?:timeout exceeded|timeout expired|Query read timeout)/;
/** Messages of the driver for a connection that was closed, or is used after that. */
const DRIVER_CUTS = /^Connection terminated|is not queryable$/;
/** SQLSTATE classes of a server that stops, starts or has no free connections. */
const SERVER_CODES = /^(?:08|53300|57P0)/;

/**
 * Returns whether an error concerns the connection and not the query: `broken` when it was closed, so
 * that a new one may work, `gone` when none can be made; null for every other error.
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

/** Returns the error for a load when the database fails, with advice where there is any. */
export function ofLoad(error: unknown): unknown {
  const cause = withoutValues(error);
  if (codeOf(error) === DISK_FULL)
    return new StoreFull(
      `The disk of the database is full (${DISK_FULL}). Data loaded before are kept. Free disk space there, then try again.`,
      { cause },
    );
  if (isLost(error))
    return new StoreUnavailable(
      'The database does not respond, or has stopped. Data loaded before are kept. Check its log, and try again when it runs.',
      { cause },
    );
  return cause;
}
