import pg from 'pg';

/** PostgreSQL failed at a statement; `code` is its SQLSTATE (PostgreSQL manual, appendix A). */
export class DatabaseFailure extends Error {
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
