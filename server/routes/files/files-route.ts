/** Files of the configuration that are served as they are: PMTiles by ranges, pictures, icons. */
import { createReadStream } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowsFile } from '../../policies.ts';
import { HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { parseRange } from '../../http/range.ts';
import { CACHE, matchesEtag } from '../../http/send-encoded.ts';
import { statWithHash } from './file-hash.ts';

/**
 * Adds `/atlas/files/*`. The request only chooses among the addresses that the model names; no path
 * is ever made from it.
 */
export function addFilesRoute(app: FastifyInstance): void {
  addGetRoute(app, '/atlas/files/*', sendFile, {
    ownHead: true,
    schema: { querystring: { type: 'object', properties: { v: { type: 'string' } } } },
  });
}

async function sendFile(request: FastifyRequest, reply: FastifyReply) {
  const { snapshot } = request.atlas;
  const path = (request.params as { '*': string })['*'];
  const file = allowsFile(snapshot.access, path) ? snapshot.files.get(path) : undefined;
  if (!file) throw new HttpError('not-found');
  const stat = await statWithHash(file.path).catch((error: unknown) => {
    throw new HttpError('unavailable', { cause: error });
  });
  const etag = `"${stat.hash}"`;
  const { v } = request.query as { v?: string };
  void reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': v === stat.hash ? CACHE.immutable : CACHE.revalidate,
    etag,
  });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const range = wantsRange(request, etag) ? parseRange(request.headers.range, stat.size) : null;
  if (range === 'unsatisfiable') {
    throw new HttpError('range-not-satisfiable', {
      headers: { 'content-range': `bytes */${stat.size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: stat.size };
  void reply.type(file.type).header('content-length', String(end - start));
  if (range) {
    void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${stat.size}`);
  }
  if (request.method === 'HEAD' || end === start) return reply.send();
  return reply.send(createReadStream(file.path, { start, end: end - 1 }));
}

/** A range of an older state is refused: the client then gets the whole new file (`If-Range`). */
function wantsRange(request: FastifyRequest, etag: string): boolean {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etag;
}
