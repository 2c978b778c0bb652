/** Thrown when the database of the accounts does not answer, or refuses a statement. */
export class AccountsUnavailable extends Error {
  override readonly name = 'AccountsUnavailable';

  constructor(cause: unknown) {
    super('The accounts cannot be read or written at the moment.', { cause });
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
