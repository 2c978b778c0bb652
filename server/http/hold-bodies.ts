/** Counts large bodies in the byte budget until their clients have received them. */
import type { FastifyInstance } from 'fastify';
import type { ByteBudget } from './byte-budget.ts';
import { BusyError } from './errors.ts';

/**
 * Maximum size of bodies that are always sent, such as tiles, pages and popups, in bytes. This
 * keeps the map usable while large answers use up the budget.
 */
const ALWAYS_SENT = 524_288;

/** Headers to remove from a body that is not sent. */
const OF_THE_BODY = ['content-encoding', 'content-length', 'etag', 'accept-ranges'];

/**
 * Refuses a large body that does not fit in the budget. A body that is sent to several clients at
 * the same time, such as a cached tile, is in memory once and counts once. Streams are counted by
 * the code that writes them.
 */
export function holdBodies(app: FastifyInstance, budget: ByteBudget): void {
  /** The number of clients that receive a body, and the address whose share of the budget it is in. */
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
