/**
 * A server with store threads that do not respond. A request to `/` blocks one thread for the
 * number of milliseconds that is the argument of the process. When the server stops, its last
 * responses take 4 seconds.
 */
import Fastify from 'fastify';
import { startServer, stopOnSignals } from '../../../server/serving/start-server.ts';
import { WorkerPool } from '../../../server/store/pool.ts';

const value = Number(process.argv[2]);
const script = new URL('../../unit/server/store/pool-worker.ts', import.meta.url);
const pool = new WorkerPool({ script, size: 3, grace: 100 });
const app = Fastify();
app.get('/', () => pool.call({ task: 'ignore', value }, { heavy: true, timeout: 100 }));
app.get('/health', () => 'ok');
// Both threads have started before the first request.
await Promise.all([1, 2].map(() => pool.call({ task: 'spin', value: 300 }, { heavy: true })));
const server = await startServer(app, { port: 0 });
const stop = async () => {
  await server.stop();
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  await pool.close();
};
const report = (words: unknown) => process.stderr.write(`${String(words)}\n`);
stopOnSignals(stop, {
  stopSeconds: 30,
  failed: report,
  stuck: () => report('two threads are stuck'),
});
process.stdout.write(`${server.url}\n`);
