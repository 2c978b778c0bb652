/** What a client presents to show who it is: the cookie of its session, or a key. */
import type { IncomingHttpHeaders } from 'node:http';
import { csrfTokenOf, isCookieSecret, isSameSecret, isToken } from './secrets.ts';

export const SESSION_COOKIE = 'sessionid';

/**
 * The cookie of a logout that the server does not know of yet: a script cannot remove the cookie of
 * the session. Its value is the CSRF token of the session that must end, so that it ends no other.
 */
export const LOGOUT_COOKIE = 'logout';

export interface Credentials {
  readonly by: 'cookie' | 'key';
  readonly secret: string;
}

/** Returns a cookie of a request. */
export function cookieOf({ cookie }: IncomingHttpHeaders, name: string): string | null {
  for (const pair of cookie?.split(';') ?? []) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return null;
}

/** Matches a header with the scheme for keys, whatever its case. */
const TOKEN_SCHEME = /^token(?: |$)/i;

/**
 * Returns what is wrong with the key of a request, in the words of the recorded interface; null if
 * the request has no key or one of the right form.
 */
export function tokenFault({ authorization }: IncomingHttpHeaders): string | null {
  if (authorization === undefined || !TOKEN_SCHEME.test(authorization)) return null;
  const [, ...parts] = authorization.trim().split(/\s+/);
  if (parts.length === 0) return 'Invalid token header. No credentials provided.';
  if (parts.length > 1) return 'Invalid token header. Token string should not contain spaces.';
  return isToken(parts[0]!) ? null : 'Invalid token.';
}

/**
 * Returns the credentials of a request, the key before the cookie; null if there are none. The
 * cookie of a session that its visitor has left is none.
 */
export function credentialsOf(headers: IncomingHttpHeaders): Credentials | null {
  const { authorization } = headers;
  if (authorization !== undefined && TOKEN_SCHEME.test(authorization)) {
    const [, secret = ''] = authorization.trim().split(/\s+/);
    return tokenFault(headers) === null ? { by: 'key', secret } : null;
  }
  const session = sessionOf(headers);
  return session && !isLeft(session, headers) ? session : null;
}

/** Returns the session that the visitor has left, although its cookie is still sent; null for none. */
export function leftSessionOf(headers: IncomingHttpHeaders): Credentials | null {
  const session = sessionOf(headers);
  return session && isLeft(session, headers) ? session : null;
}

function sessionOf(headers: IncomingHttpHeaders): Credentials | null {
  const secret = cookieOf(headers, SESSION_COOKIE);
  return secret !== null && isCookieSecret(secret) ? { by: 'cookie', secret } : null;
}

function isLeft({ secret }: Credentials, headers: IncomingHttpHeaders): boolean {
  const left = cookieOf(headers, LOGOUT_COOKIE);
  return left !== null && isSameSecret(left, csrfTokenOf(secret));
}
