/** Error codes of the operating system for a full disk and for an exceeded quota. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Returns whether a file could not be written because the disk is full. */
export function hasNoRoom(error: unknown): boolean {
  return CODES.has((error as { code?: unknown } | null)?.code);
}
