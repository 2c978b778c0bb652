/** The checks before every call to a route of accounts: its origin, its type, its CSRF token. */
import type { FastifyRequest } from 'fastify';
import { cookieOf, credentialsOf, SESSION_COOKIE, tokenFault } from '../../accounts/credentials.ts';
import { isUsable, type Accounts } from '../../accounts/accounts.ts';
import type { LoggedIn } from '../../accounts/session-reader.ts';
import { csrfTokenOf, isSameSecret } from '../../accounts/secrets.ts';
import { refusal } from './account-route.ts';

/** The header that names the scheme of keys. */
export const AUTHENTICATE = { 'www-authenticate': 'Token' } as const;

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const TYPES = /^application\/(?:json|x-www-form-urlencoded)\s*(?:;|$)/i;

/** Refuses a change that a page of another site sent, and bodies of other types. */
export function checkOrigin(request: FastifyRequest, publicUrl: string | null): void {
  if (SAFE.has(request.method)) return;
  const { headers } = request;
  const type = headers['content-type'];
  if (type !== undefined && !TYPES.test(type))
    throw refusal(415, 'Unsupported media type in request.');
  if (!isSameSite(request, publicUrl))
    throw refusal(403, 'CSRF Failed: Origin checking failed. The origin is not this site.');
}

/** Returns whether the page that sent a request is of this site. Programs send no origin. */
function isSameSite({ headers }: FastifyRequest, publicUrl: string | null): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none';
  if (publicUrl !== null) return origin === publicUrl;
  return URL.canParse(origin) && new URL(origin).host === headers.host;
}

/**
 * Returns the account of a request; null if it has no credentials, or those of a session that has
 * ended. Throws a `Refusal` for a wrong key, and for a change with a cookie but without its CSRF
 * token.
 */
export async function userOf(
  request: FastifyRequest,
  accounts: Accounts,
): Promise<LoggedIn | null> {
  const { headers, method } = request;
  const fault = tokenFault(headers);
  if (fault !== null) throw refusal(401, fault, AUTHENTICATE);
  const credentials = credentialsOf(headers);
  const found = credentials && (await accounts.sessions.find(credentials));
  const user = found && isUsable(found, headers) ? found : null;
  if (credentials?.by === 'key') {
    if (!user) throw refusal(401, 'Invalid token.', AUTHENTICATE);
    return user;
  }
  if (user && credentials && !SAFE.has(method)) checkCsrf(request, credentials.secret);
  return user;
}

function checkCsrf({ headers }: FastifyRequest, session: string): void {
  const token = headers['x-csrftoken'];
  if (typeof token !== 'string' || token === '')
    throw refusal(403, 'CSRF Failed: CSRF token missing.');
  if (!isSameSecret(token, csrfTokenOf(session)))
    throw refusal(403, "CSRF Failed: CSRF token from the 'X-Csrftoken' HTTP header incorrect.");
}

/** Returns whether a client presents the cookie of a session that has ended. */
export function hasDeadSession(
  { headers, leftSession }: FastifyRequest,
  user: LoggedIn | null,
): boolean {
  return user === null && leftSession !== 'open' && cookieOf(headers, SESSION_COOKIE) !== null;
}
