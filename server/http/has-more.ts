/**
 * Returns whether a text has more than this number of matches. Parsing a megabyte of brackets or fields
 * takes tenths of a second, so they are counted first.
 */
export function hasMore(text: string, pattern: RegExp, most: number): boolean {
  let found = 0;
  for (const _ of text.matchAll(pattern)) if (++found > most) return true;
  return false;
}
