/** One line in the log for each answer: what was asked in general, never where or by whom exactly. */
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes that its connection had sent before. */
    sentBefore: number;
  }
}

/**
 * Adds the log of answers: method, route (not the address), status, milliseconds, bytes on the wire,
 * network of the client.
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
        // The pattern: names, ids and coordinates of a request may be what is restricted.
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

/** Cuts an address to its network: 24 bits of IPv4, 48 of IPv6. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`;
  // Where a proxy is trusted the address is a text of that proxy.
  if (isIP(mapped) === 0) return 'unknown';
  const [head = ''] = mapped.split('::', 1);
  const groups = head.split(':').filter((group) => group !== '');
  return `${groups.slice(0, 3).join(':')}::/48`;
}
