/** Sends a file from disk, whole or a range of it. */
import { createReadStream } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentTypeOf } from './content-type.ts';
import { HttpError } from './errors.ts';
import { statWithHash } from './file-hash.ts';
import { parseRange } from './range.ts';
import { CACHE, matchesEtag } from './send-encoded.ts';

/** What a file answers besides 200, for OpenAPI. */
export const FILE_ANSWERS = {
  206: 'The requested range of bytes.',
  416: 'The requested range is outside the file.',
} as const;

/**
 * Sends the file at an absolute path. `rank` is the rank it needs: above 0 it is not cached. A public
 * file is cached without a time limit when the address has its hash as `v`, unless it is revocable.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    path,
    rank,
    revocable = false,
  }: { readonly path: string; readonly rank: number; readonly revocable?: boolean },
): Promise<FastifyReply> {
  const { size, hash } = await statWithHash(path).catch((error: unknown) => {
    throw new HttpError('unavailable', { cause: error });
  });
  const etag = `"${hash}"`;
  void reply.header('accept-ranges', 'bytes');
  if (rank > 0) void reply.header('cache-control', CACHE.never);
  else {
    const { v } = request.query as { v?: string };
    const caching = v === hash && !revocable ? CACHE.immutable : CACHE.revalidate;
    void reply.headers({ 'cache-control': caching, etag });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  const range = wantsRange(request, etag) ? parseRange(request.headers.range, size) : null;
  if (range === 'unsatisfiable') {
    throw new HttpError('range-not-satisfiable', {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: size };
  void reply.type(contentTypeOf(path)).header('content-length', String(end - start));
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`);
  if (request.method === 'HEAD' || end === start) return reply.send();
  return reply.send(createReadStream(path, { start, end: end - 1 }));
}

/**
 * Returns whether to send a range. A range of an older state of the file is not sent; the client
 * then gets the whole new file (`If-Range`).
 */
function wantsRange(request: FastifyRequest, etag: string): boolean {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etag;
}
