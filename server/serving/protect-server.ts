/** Stops clients that request too much, or do not read, from blocking the server for others. */
import type { FastifyInstance } from 'fastify';
import type { TrustedProxies } from '../config/setting-forms.ts';
import { ByteBudget } from '../http/byte-budget.ts';
import { holdBodies } from '../http/hold-bodies.ts';
import { limitConnections } from '../http/limit-connections.ts';
import { Refusals } from '../http/refusals.ts';
import { endStalledSockets } from '../http/stalled-sockets.ts';
import { proxyTest } from '../http/trusted-proxies.ts';
import type { Limits } from '../http/limits.ts';
import type { Metrics } from '../metrics/metrics.ts';

export interface Protection {
  readonly refusals: Refusals;
  /** The budget for bytes of large responses that clients have not received yet. */
  readonly budget: ByteBudget;
}

/** Limits connections, bytes in memory and the time of clients that do not read. */
export function protectServer(
  app: FastifyInstance,
  {
    limits,
    trustProxy,
    metrics,
  }: {
    readonly limits: Limits;
    readonly trustProxy: TrustedProxies;
    readonly metrics: Metrics;
  },
): Protection {
  const { bytesInFlight: total, bytesInFlightPerAddress: perAddress, stall } = limits;
  const refusals = new Refusals(metrics, (reason, count) =>
    app.log.warn({ reason, count }, 'connections or requests were refused or closed'),
  );
  const budget = new ByteBudget({ total, perAddress });
  metrics.gauge(
    'atlas_bytes_in_flight',
    'Bytes of large answers that clients have not received yet.',
    () => [{ value: budget.held }],
  );
  const connections = limitConnections(app.server, {
    limits,
    refusals,
    isProxy: proxyTest(trustProxy),
  });
  metrics.gauge('atlas_connections', 'Open connections.', () => [{ value: connections() }]);
  endStalledSockets(app.server, { stall, onStalled: () => refusals.add('stalled') });
  holdBodies(app, budget);
  return { refusals, budget };
}
