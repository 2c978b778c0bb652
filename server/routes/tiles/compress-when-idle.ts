import type { FastifyInstance } from 'fastify';
import { EVENTS_URL } from '../events/events-route.ts';
import type { TileCache } from './tile-cache.ts';

/** Time without requests after which the server is idle, in milliseconds. */
const QUIET_MS = 1_000;

/** Time between two tiles, in milliseconds, so that half a core at most is busy. */
const PAUSE_MS = 500;

/**
 * Compresses the public tiles on disk with Brotli, one at a time, while nobody waits for an answer. A
 * tile becomes about a sixth smaller.
 */
export function compressWhenIdle(app: FastifyInstance, tiles: TileCache): void {
  let underWay = 0;
  let lastEnd = -Infinity;
  let isWorking = false;
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    // Open pages keep this one all the time.
    if (routeOptions.url === EVENTS_URL) return;
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
      lastEnd = performance.now();
    });
  });
  const timer = setInterval(() => {
    if (isWorking || underWay > 0 || performance.now() - lastEnd < QUIET_MS) return;
    isWorking = true;
    void tiles.compressNext().finally(() => (isWorking = false));
  }, PAUSE_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
