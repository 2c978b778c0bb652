/** Caps on connections and on requests under way, in all and of one address. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Limits } from './limits.ts';
import { AddressCounts } from './address-counts.ts';
import { BusyError } from './errors.ts';
import type { Refusals } from './refusals.ts';

/**
 * Closes connections above the caps at once. Those of a trusted proxy count for all, but not for its
 * address: there `limitRequests` counts the clients behind it. Returns how to count those that are open.
 */
export function limitConnections(
  server: Server,
  {
    limits,
    isProxy,
    refusals,
  }: {
    readonly limits: Limits;
    readonly isProxy: (address: string) => boolean;
    readonly refusals: Refusals;
  },
): () => number {
  const open = new AddressCounts(limits.connectionsPerAddress);
  let all = 0;
  server.maxConnections = limits.connections;
  server.on('drop', () => refusals.add('connections'));
  server.on('connection', (socket: Socket) => {
    all += 1;
    socket.once('close', () => (all -= 1));
    const { remoteAddress: address } = socket;
    // Absent when the client is gone already.
    if (address === undefined || isProxy(address)) return;
    if (!open.take(address)) {
      refusals.add('connections-of-address');
      socket.destroy();
      return;
    }
    socket.once('close', () => open.give(address));
  });
  return () => all;
}

/** Refuses requests above the cap of the address that a trusted proxy says they come from. */
export function limitRequests(app: FastifyInstance, limits: Limits): void {
  const underWay = new AddressCounts(limits.connectionsPerAddress);
  app.addHook('onRequest', async (request, reply) => {
    const { ip } = request;
    // Without a proxy the connections are counted.
    if (ip === request.socket.remoteAddress) return;
    if (!underWay.take(ip)) throw new BusyError('requests-of-address');
    reply.raw.once('close', () => underWay.give(ip));
  });
}
