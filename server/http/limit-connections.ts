/** Limits on connections and on requests in progress, in total and per address. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Limits } from './limits.ts';
import { AddressCounts } from './address-counts.ts';
import { BusyError } from './errors.ts';
import type { Refusals } from './refusals.ts';

/**
 * Closes connections above the limits immediately. Connections of a trusted proxy count in the total
 * but not per address; `limitRequests` counts the clients behind it. Returns a function that counts
 * the open connections.
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
    // Undefined when the client has already disconnected.
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

/** Refuses requests above the limit of the client address that a trusted proxy reports. */
export function limitRequests(app: FastifyInstance, limits: Limits): void {
  const underWay = new AddressCounts(limits.connectionsPerAddress);
  app.addHook('onRequest', async (request, reply) => {
    const { ip } = request;
    // Without a proxy, `limitConnections` limits this client.
    if (ip === request.socket.remoteAddress) return;
    if (!underWay.take(ip)) throw new BusyError('requests-of-address');
    reply.raw.once('close', () => underWay.give(ip));
  });
}
