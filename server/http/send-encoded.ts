/** Sends encoded bodies: negotiates the encoding, compares `ETag` and sets `Vary`. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoded } from './encoded.ts';
import { chooseEncoding, type Encoding } from './negotiate.ts';

/** Values of `Cache-Control`: who may cache a response, and for how long. */
export const CACHE = {
  /** The address contains a hash of the content, and everyone receives the same. */
  immutable: 'public, max-age=31536000, immutable',
  /** Public, requested often, and may be a minute old. */
  brief: 'private, max-age=60',
  /** Public, but the content of the address may change, for example after a login. */
  revalidate: 'private, no-cache',
  /** Restricted content, which must not be stored. */
  never: 'private, no-store',
} as const;

export type Caching = keyof typeof CACHE;

/**
 * Returns the caching rule of a response that required a rank. Above rank 0, it is never cached.
 */
export function cachingOf(rank: number): Caching {
  return rank > 0 ? 'never' : 'revalidate';
}

/** A body to send. `identity` may be a function, which is called only when a client needs it. */
export interface Body extends Omit<Encoded, 'identity'> {
  readonly identity: Buffer | (() => Promise<Buffer>);
}

/**
 * Sends a body in the best encoding that the client accepts, or 304 when the client has it. `vary`
 * lists the request headers, besides the encoding, that the body depends on.
 */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  { caching, vary = [] }: { caching: Caching; vary?: readonly string[] },
): Promise<FastifyReply> {
  const offered = (['br', 'gzip'] as const).filter((encoding) => body[encoding] !== null);
  const encoding: Encoding =
    offered.length === 0 ? 'identity' : chooseEncoding(request.headers['accept-encoding'], offered);
  const etag = `"${body.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const varies = offered.length > 0 ? [...vary, 'Accept-Encoding'] : vary;
  void reply.header('cache-control', CACHE[caching]);
  if (varies.length > 0) void reply.header('vary', varies.join(', '));
  if (caching !== 'never') {
    void reply.header('etag', etag);
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  const bytes = body[encoding];
  void reply.type(body.type);
  return reply.send(typeof bytes === 'function' ? await bytes() : bytes);
}

/** Compares `If-None-Match` weakly (RFC 9110, section 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header
    .split(',')
    .some((item) => item.trim() === '*' || item.trim().replace(/^W\//, '') === etag);
}
