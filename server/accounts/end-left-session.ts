/** Ends sessions that their visitors have left while the server could not be reached. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Accounts } from './accounts.ts';
import { cookieOf, leftSessionOf, LOGOUT_COOKIE, type Credentials } from './credentials.ts';
import { hashSecret } from './secrets.ts';

/**
 * What became of the session that the cookie `logout` names. `ended`: it is no longer valid, or it is
 * not the session of the request. `open`: the database did not answer; the request counts as that of
 * a visitor without an account, and the next one tries again.
 */
export type LeftSession = 'ended' | 'open';

/**
 * Milliseconds after a failed attempt until the next one. The many requests of a page must not all
 * wait for a database that does not answer.
 */
const AGAIN_MS = 2_000;

/**
 * Returns the function that ends the session that the cookie `logout` of a request names; it returns
 * null without the cookie. Requests at the same time share one attempt.
 */
export function createSessionEnder({
  sessions,
  store,
}: Pick<Accounts, 'sessions' | 'store'>): (
  headers: IncomingHttpHeaders,
) => Promise<LeftSession | null> {
  const attempts = new Map<string, Promise<LeftSession>>();

  const end = async (credentials: Credentials): Promise<LeftSession> => {
    try {
      const found = await sessions.find(credentials);
      if (!found) return 'ended';
      await store.sessions.remove(found.session.id);
    } catch {
      return 'open';
    }
    await sessions.refresh();
    return 'ended';
  };

  const endOnce = async (credentials: Credentials, name: string): Promise<LeftSession> => {
    const result = await end(credentials);
    if (result === 'ended') attempts.delete(name);
    else setTimeout(() => attempts.delete(name), AGAIN_MS).unref();
    return result;
  };

  return async (headers) => {
    if (cookieOf(headers, LOGOUT_COOKIE) === null) return null;
    const credentials = leftSessionOf(headers);
    if (!credentials) return 'ended';
    const name = hashSecret(credentials.secret);
    const attempt = attempts.get(name) ?? endOnce(credentials, name);
    attempts.set(name, attempt);
    return attempt;
  };
}
