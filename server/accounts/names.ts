/** How user names and addresses are compared. */

/** Returns a user name in the form in which two names are the same. */
export function nameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

/** Returns an address in its stored form: without spaces around it and in lower case. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

const MAX_EMAIL = 254;
/** One `@`, a name of usual characters, and a domain of at least two labels. */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** Returns whether a text in the form of `normalEmail` is an address for exactly one recipient. */
export function isEmail(email: string): boolean {
  return email.length <= MAX_EMAIL && EMAIL.test(email);
}

const USERNAME = /^[\p{L}\p{M}\p{N}_@.+-]+$/u;
/** Characters that are not displayed, although Unicode counts some of them as letters and marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Returns whether a text has only the characters of user names: letters, digits and `@.+-_`. Two
 * names must not look the same, so invisible characters are refused.
 */
export function isUsername(text: string): boolean {
  return USERNAME.test(text) && !INVISIBLE.test(text);
}
