/** A body that is encoded once and sent many times: plain, gzip and brotli, with its hash. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Minimum size for compression in bytes. Smaller bodies fit in one packet without it. */
const MIN_COMPRESS_BYTES = 1_024;

/**
 * Maximum size for the best Brotli level in bytes. For larger bodies it takes seconds, and the next
 * lower level takes a tenth.
 */
const MAX_BEST_BROTLI_BYTES = 262_144;

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

export interface Encoded {
  readonly type: string;
  readonly identity: Buffer;
  /** The compressed body; null if compression gains too little. The plain body is then sent. */
  readonly gzip: Buffer | null;
  readonly br: Buffer | null;
  /** Hash of the plain body, for `ETag`. */
  readonly hash: string;
}

/**
 * How much time compression may take. `best`: for content that is encoded once at start. `fast`: for
 * answers. `none`: for an author, whose browser is on the same machine, and for files.
 */
export type Effort = 'best' | 'fast' | 'none';

/** Encodes a body. */
export async function encode(
  body: string | Uint8Array,
  type: string,
  { effort = 'fast' }: { readonly effort?: Effort } = {},
): Promise<Encoded> {
  const identity = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
  const hash = contentHash(identity);
  if (effort === 'none' || identity.length < MIN_COMPRESS_BYTES)
    return { type, identity, gzip: null, br: null, hash };
  const best = effort === 'best';
  const quality = !best ? 4 : identity.length <= MAX_BEST_BROTLI_BYTES ? 11 : 9;
  const [zipped, br] = await Promise.all([
    gzipAsync(identity, { level: best ? 9 : 6 }),
    compressBrotli(identity, quality),
  ]);
  return { type, identity, gzip: zipped, br, hash };
}

/** Compresses bytes with Brotli at a level from 0 to 11, outside of the main thread. */
export function compressBrotli(bytes: Buffer, quality: number): Promise<Buffer> {
  return brotliAsync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** Returns 128 bits of SHA-256 as 22 characters that are safe in an `ETag` and in an address. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

export const JSON_TYPE = 'application/json; charset=utf-8';
