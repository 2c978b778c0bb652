/** One line in the log for each answer: what was asked in general, never where or by whom exactly. */
import type { FastifyInstance } from 'fastify';

/** Adds the log of answers: method, route (not the address), status, milliseconds, network of the client. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        // The pattern: names, ids and coordinates of a request may be what is restricted.
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
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
  const [head = ''] = mapped.split('::', 1);
  const groups = head.split(':').filter((group) => group !== '');
  return `${groups.slice(0, 3).join(':')}::/48`;
}
