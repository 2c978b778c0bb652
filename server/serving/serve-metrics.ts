/** Serves metrics on a separate port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startError } from './start-server.ts';
import { measureProcess } from '../metrics/measure-process.ts';
import { METRICS_TYPE, type Metrics } from '../metrics/metrics.ts';

export interface MetricsServer {
  /** The address, such as `http://127.0.0.1:9464/metrics`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves `GET /metrics`. Throws `StartError` when the port is in use or not permitted. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<MetricsServer> {
  const stopMeasuring = measureProcess(metrics);
  const server = createServer((request, response) => {
    const isAsked = request.url === '/metrics' && ['GET', 'HEAD'].includes(request.method ?? '');
    response.writeHead(isAsked ? 200 : 404, {
      'content-type': isAsked ? METRICS_TYPE : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(request.method === 'HEAD' ? '' : isAsked ? metrics.render() : 'GET /metrics\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(startError(error, { port, host, name: 'METRICS_' })));
    server.listen({ port, host }, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}/metrics`,
    close: async () => {
      stopMeasuring();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
