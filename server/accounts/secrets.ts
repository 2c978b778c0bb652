/** Secrets of sessions and links, and their hashes. Only the hashes are stored. */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Number of characters of the cookies `sessionid` and `csrftoken`. */
const COOKIE_LENGTH = 32;
/** Bytes of a key for `Authorization: Token`, which is written as 40 hexadecimal digits. */
const TOKEN_BYTES = 20;

const COOKIE = /^[A-Za-z0-9]{32}$/;
const TOKEN = /^[0-9a-f]{40}$/;

/** Creates a secret of letters and digits; 32 of them have 190 bits. */
export function randomSecret(length = COOKIE_LENGTH): string {
  return Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}

/** Creates a key for `Authorization: Token`. */
export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

/** Returns whether a text has the form of a cookie of this server. */
export function isCookieSecret(text: string): boolean {
  return COOKIE.test(text);
}

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Returns the hash under which a random secret is stored. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Returns the CSRF token of a session. It is computed from the cookie of the session, so that the
 * token of another session is not accepted, and nothing has to be stored.
 */
export function csrfTokenOf(cookie: string): string {
  const bytes = createHmac('sha256', cookie).update('csrftoken').digest();
  return [...bytes].map((byte) => CHARACTERS[byte % CHARACTERS.length]).join('');
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other)));
}
