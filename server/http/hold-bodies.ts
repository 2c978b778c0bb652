/** Counts large bodies in the budget of bytes while their clients take them. */
import type { FastifyInstance } from 'fastify';
import type { ByteBudget } from './byte-budget.ts';
import { BusyError } from './errors.ts';

/**
 * Bytes up to which a body is always sent: tiles, pages, popups. So the map stays usable while large
 * answers use up the budget.
 */
const ALWAYS_SENT = 524_288;

/** Headers of a body that is not sent in the end. */
const OF_THE_BODY = ['content-encoding', 'content-length', 'etag', 'accept-ranges'];

/**
 * Refuses a large body when the budget has no room for it. A body that several clients are sent at
 * the same time, such as a kept tile, is in memory once, and counts once. Streams count by themselves.
 */
export function holdBodies(app: FastifyInstance, budget: ByteBudget): void {
  /** How many clients take a body, and whose part of the budget it is in. */
  const taken = new Map<Buffer, { clients: number; readonly address: string }>();
  app.addHook('onSend', async (request, reply, payload) => {
    if (!Buffer.isBuffer(payload) || payload.length <= ALWAYS_SENT) return;
    if (request.method === 'HEAD') return;
    let body = taken.get(payload);
    if (body === undefined) {
      body = { clients: 0, address: request.ip };
      if (!budget.hasRoom(payload.length, body.address)) {
        for (const name of OF_THE_BODY) void reply.removeHeader(name);
        throw new BusyError('bytes-in-flight');
      }
      taken.set(payload, body);
      budget.add(payload.length, body.address);
    }
    const { address } = body;
    body.clients += 1;
    reply.raw.once('close', () => {
      body.clients -= 1;
      if (body.clients > 0) return;
      taken.delete(payload);
      budget.add(-payload.length, address);
    });
  });
}
