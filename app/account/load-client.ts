import { loadRepeating } from '../net/http-client.ts';
import type { LoadClient } from './account-store.ts';

/** Loads the calls of the account, and what sends them: a logout must not have to load it later. */
export const loadClient: LoadClient = async (account) => {
  const [{ AuthClient }] = await Promise.all([import('./auth-client.ts'), loadRepeating()]);
  return new AuthClient(account);
};
