/** What systems say when a disk has no room left, or an account has used up its share of it. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Tells whether a file could not be written because there is no room for it. */
export function hasNoRoom(error: unknown): boolean {
  return CODES.has((error as { code?: unknown } | null)?.code);
}
