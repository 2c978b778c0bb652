/** Sends prepared bodies: encoding negotiated, `ETag` compared, `Vary` said. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoded } from './encoded.ts';
import { chooseEncoding, type Encoding } from './negotiate.ts';

/** How long and by whom an answer may be kept. */
export const CACHE = {
  /** The address holds a hash of the content, and everyone receives the same. */
  immutable: 'public, max-age=31536000, immutable',
  /** Open to everyone, asked for often, and no harm when it is of a minute ago. */
  brief: 'private, max-age=60',
  /** Open to everyone, but the address may mean something else tomorrow, or after a login. */
  revalidate: 'private, no-cache',
  /** Some are not allowed to see it. */
  never: 'private, no-store',
} as const;

export type Caching = keyof typeof CACHE;

/** Tells how an answer may be kept that needed a rank: above 0, never. */
export function cachingOf(cut: number): Caching {
  return cut > 0 ? 'never' : 'revalidate';
}

/** A body to send. `identity` may be a function, which is called only when a client asks for it. */
export interface Body extends Omit<Encoded, 'identity'> {
  readonly identity: Buffer | (() => Promise<Buffer>);
}

/**
 * Sends a body in the best encoding the client accepts, or 304 when the client has it.
 * `vary` names request headers that chose the body, beside the encoding.
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
