/** Logs one line for each answer, without the full address and without identifying the visitor. */
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Number of bytes that the connection had sent before this request. */
    sentBefore: number;
  }
}

/**
 * Logs each answer: method, route pattern, status, milliseconds, bytes sent, and network of the
 * client.
 */
export function logAnswers(app: FastifyInstance): void {
  app.decorateRequest('sentBefore', 0);
  app.addHook('onRequest', async (request) => {
    request.sentBefore = request.raw.socket.bytesWritten ?? 0;
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        // Only the pattern is logged, because names, ids and coordinates in a request may be
        // restricted.
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        bytes: (request.raw.socket.bytesWritten ?? 0) - request.sentBefore,
        network: networkOf(request.ip),
      },
      'answered',
    );
  });
}

/** Reduces an address to its network: 24 bits of IPv4, 48 bits of IPv6. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`;
  // Behind a trusted proxy, the address is text supplied by that proxy.
  if (isIP(mapped) === 0) return 'unknown';
  const [head = ''] = mapped.split('::', 1);
  const groups = head.split(':').filter((group) => group !== '');
  return `${groups.slice(0, 3).join(':')}::/48`;
}
