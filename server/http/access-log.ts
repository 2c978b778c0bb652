/** Logs one line for each answer, without the full address and without identifying the visitor. */
import type { FastifyInstance } from 'fastify';
import { networkOf } from './network-of.ts';

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
