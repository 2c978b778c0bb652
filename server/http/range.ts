/** Parses the header `Range` (RFC 9110, section 14). */

/** A half-open range of bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses the header for a file of `size` bytes. Returns `null` when the whole file must be sent (no
 * header, another unit, several ranges, or an invalid header), and `unsatisfiable` when no byte is
 * in the range.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
