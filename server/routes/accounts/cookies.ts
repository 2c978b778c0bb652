/** The cookies of accounts, with the names and lifetimes of the recorded interface. */
import { cookieOf, SESSION_COOKIE } from '../../accounts/credentials.ts';
import { csrfTokenOf, isCookieSecret, randomSecret } from '../../accounts/secrets.ts';
import type { Answer, Call } from './account-route.ts';

const CSRF_COOKIE = 'csrftoken';
export const LANGUAGE_COOKIE = 'django_language';

/** Lifetimes in seconds. */
export const SESSION_SECONDS = 14 * 86_400;
const CSRF_SECONDS = 364 * 86_400;

/**
 * Returns the values of `Set-Cookie` for an answer. `isSecure` is true for a site that visitors
 * reach by https.
 */
export function cookiesOf(
  { session, csrf, language }: Pick<Answer, 'session' | 'csrf' | 'language'>,
  { request }: Pick<Call, 'request'>,
  isSecure: boolean,
): readonly string[] {
  const common = attributes(isSecure);
  const end = (name: string): string => endOf(name, isSecure);
  const cookies = [];
  if (typeof session === 'string')
    cookies.push(`${SESSION_COOKIE}=${session}; Max-Age=${SESSION_SECONDS}; HttpOnly; ${common}`);
  if (session === null) cookies.push(end(SESSION_COOKIE));
  const token = csrf === 'give' ? missingToken(request, session) : null;
  if (token !== null) cookies.push(`${CSRF_COOKIE}=${token}; Max-Age=${CSRF_SECONDS}; ${common}`);
  if (csrf === 'take') cookies.push(end(CSRF_COOKIE));
  if (language !== undefined)
    cookies.push(`${LANGUAGE_COOKIE}=${language}; Max-Age=${CSRF_SECONDS}; ${common}`);
  return cookies;
}

/** Returns the value of `Set-Cookie` that removes a cookie. */
export function endOf(name: string, isSecure: boolean): string {
  return `${name}=; Max-Age=0; ${attributes(isSecure)}`;
}

/** Returns whether visitors reach the site by https, so that its cookies are sent only by https. */
export function isSecureSite({ protocol }: Call['request'], publicUrl: string | null): boolean {
  return (publicUrl ?? `${protocol}:`).startsWith('https:');
}

function attributes(isSecure: boolean): string {
  return `Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Returns the CSRF token that a client lacks; null if it has the right one. */
function missingToken(
  { headers }: Call['request'],
  session: string | null | undefined,
): string | null {
  const present = cookieOf(headers, CSRF_COOKIE);
  const secret = session === undefined ? cookieOf(headers, SESSION_COOKIE) : session;
  if (secret !== null && isCookieSecret(secret)) {
    const token = csrfTokenOf(secret);
    return token === present ? null : token;
  }
  return present !== null && isCookieSecret(present) ? null : randomSecret();
}
