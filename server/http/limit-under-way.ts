import type { FastifyInstance } from 'fastify';
import { AddressCounts } from './address-counts.ts';
import { HttpError } from './errors.ts';
import { clientOf } from './request-limits.ts';

/** Value of `Retry-After` in seconds. */
const RETRY_AFTER_S = 5;

export interface UnderWayRules {
  readonly urls: readonly string[];
  /** The methods of the requests that are counted. */
  readonly methods: readonly string[];
  readonly most: number;
}

/**
 * Limits the requests of one client that are received, wait or are answered at the same time, for each
 * of these addresses; more of them end in 429. Their bodies are not read.
 */
export function limitUnderWay(app: FastifyInstance, { urls, methods, most }: UnderWayRules): void {
  const counts = new Map<string, AddressCounts>();
  const nameOf = (url: string): string => url.replace(/\/$/, '');
  for (const url of urls) counts.set(nameOf(url), new AddressCounts(most));
  app.addHook('onRequest', async ({ method, routeOptions, ip }, reply) => {
    const underWay = counts.get(nameOf(routeOptions.url ?? ''));
    if (!methods.includes(method) || underWay === undefined) return;
    const client = clientOf(ip);
    if (!underWay.take(client))
      throw new HttpError('too-many', {
        headers: { 'retry-after': String(RETRY_AFTER_S) },
        detail: `The server already works on ${most} of these requests from this address. Wait for one to end.`,
      });
    reply.raw.once('close', () => underWay.give(client));
  });
}
