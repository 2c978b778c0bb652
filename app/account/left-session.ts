/**
 * What the page keeps of a session that the visitor has left while the server did not answer. A script
 * cannot remove the cookie of the session. A cookie of its own, `logout`, makes the server end the
 * session at the next request of any kind, also after the page is closed.
 */
import { cookieIn, csrfTokenIn } from '../net/csrf-token.ts';

/** The cookies of the page, as `document.cookie` reads and writes them. */
export interface Cookies {
  read(): string;
  write(cookie: string): void;
}

/** Those of the document; outside of a browser there are none. */
export const DOCUMENT_COOKIES: Cookies = {
  read: () => (typeof document === 'undefined' ? '' : document.cookie),
  write: (cookie) => {
    if (typeof document !== 'undefined') document.cookie = cookie;
  },
};

/** A session that must end on the server. */
export interface LeftSession {
  /** The key of the token scheme; null under the session scheme. */
  readonly key: string | null;
  /** The CSRF token of the session, which names it; null where the browser has none. */
  readonly token: string | null;
}

const LOGOUT = 'logout';

/** The longest time that browsers keep a cookie, in seconds: longer than any session. */
const SECONDS = 400 * 86_400;

/** Writes the cookie `logout`, and returns the session that it names. */
export function leaveSession(cookies: Cookies, key: string | null): LeftSession {
  const token = csrfTokenIn(cookies.read());
  if (token !== null) cookies.write(cookieOf(LOGOUT, encodeURIComponent(token), SECONDS));
  return { key, token };
}

/** Returns the session that the cookie `logout` names; null without the cookie. */
export function leftSessionIn(cookies: Cookies): LeftSession | null {
  const token = cookieIn(cookies.read(), LOGOUT);
  return token === null ? null : { key: null, token };
}

/**
 * Removes the cookies of a session that has ended, unless they are those of another one. The server
 * of the atlas removes them too; servers of other accounts do not know `logout`.
 */
export function forgetSession(cookies: Cookies, { token }: LeftSession): void {
  if (leftSessionIn(cookies)?.token === token) cookies.write(cookieOf(LOGOUT, '', 0));
  if (csrfTokenIn(cookies.read()) === token) cookies.write(cookieOf('csrftoken', '', 0));
}

/** Like the cookies of the server: it is sent whenever the cookie of the session is sent. */
function cookieOf(name: string, value: string, seconds: number): string {
  const isSecure = typeof location !== 'undefined' && location.protocol === 'https:';
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`;
}
