import type { FastifyInstance } from 'fastify';
import { HttpError } from './errors.ts';
import { clientOf, RequestLimit, retryAfter, type RequestRules } from './request-limits.ts';

/** Limits the requests of one client for a route; more of them end in 429. */
export function limitRoute(
  app: FastifyInstance,
  urls: readonly string[],
  rules: RequestRules,
): void {
  const limit = new RequestLimit(rules);
  app.addHook('onRequest', async ({ routeOptions, ip }) => {
    if (!urls.includes(routeOptions.url ?? '')) return;
    const wait = limit.take(clientOf(ip), Date.now());
    if (wait > 0) throw new HttpError('too-many', { headers: { 'retry-after': retryAfter(wait) } });
  });
}
