/** The token that the server compares with the header of calls (specification, section 7). */
const COOKIE = 'csrftoken';

/** Returns the token in the value of `document.cookie`; null while there is none. */
export function csrfTokenIn(cookies: string): string | null {
  return cookieIn(cookies, COOKIE);
}

/** Returns a cookie in the value of `document.cookie`; null without it. */
export function cookieIn(cookies: string, name: string): string | null {
  const pairs = cookies.split(/;\s*/);
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}

/** Returns the token of the page; null while there is none, and in a worker. */
export function csrfToken(): string | null {
  return typeof document === 'undefined' ? null : csrfTokenIn(document.cookie);
}

/** Returns the header for calls to the server of the atlas; empty while there is no token. */
export function csrfHeader(): Readonly<Record<string, string>> {
  const token = csrfToken();
  return token === null ? {} : { 'x-csrftoken': token };
}
