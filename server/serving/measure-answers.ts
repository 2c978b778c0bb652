/** Measures the number and duration of answers, by route pattern and status. */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';

/**
 * Upper bounds of the histogram in seconds. Tiles from memory take a millisecond, searches up to
 * five seconds.
 */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures all routes, except those whose answers have no end. */
export function measureAnswers(app: FastifyInstance, metrics: Metrics): void {
  const durations = metrics.histogram(
    'atlas_http_request_duration_seconds',
    'Time until an answer was sent, by method, pattern of the route and status.',
    BOUNDS,
  );
  app.addHook('onResponse', async (request, reply) => {
    const { url, config } = request.routeOptions;
    if (config.endless) return;
    const labels = {
      method: KNOWN_METHODS.has(request.method) ? request.method : 'other',
      route: url ?? 'none',
      status: String(reply.statusCode),
    };
    durations.observe(labels, reply.elapsedTime / 1_000);
  });
}

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
