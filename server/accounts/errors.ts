/** Thrown when the database of the accounts does not answer, or refuses a statement. */
export class AccountsUnavailable extends Error {
  override readonly name = 'AccountsUnavailable';

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The accounts cannot be read or written (${reason}).`, { cause });
  }
}

/** Runs a statement; its errors become `AccountsUnavailable`. */
export async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AccountsUnavailable ? error : new AccountsUnavailable(error);
  }
}
