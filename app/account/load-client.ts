import type { LoadClient } from './account-store.ts';

/** Loads the calls of the account, and what sends them. */
export const loadClient: LoadClient = async (account) => {
  const { AuthClient } = await import('./auth-client.ts');
  return new AuthClient(account);
};
