/**
 * Serves an atlas from a folder of loaded data like `atlas start`, but with the given options, and
 * without pictures in memory or tiles on disk. Prints its address.
 */
import { createServer } from '../../../server/serving/create-server.ts';
import { buildSnapshot } from '../../../server/snapshot/build-snapshot.ts';
import { startServer, stopOnSignals } from '../../../server/serving/start-server.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { makeAppFolder } from './fixture.ts';
import { readModel } from './many-atlas.ts';
import type { ManyOptions } from './many-server.ts';

const [configDir = '', dataDir = '', options = '{}'] = process.argv.slice(2);
const { timeout, tileCacheBytes = 1 } = JSON.parse(options) as ManyOptions;
const store = await openStore({
  dataDir,
  role: 'server',
  ...(timeout !== undefined && { timeout }),
});
const model = await readModel(configDir);
const app = await createServer({
  snapshot: await buildSnapshot({ model, store, configDir, serviceAddress: () => null }),
  store,
  appDir: makeAppFolder(),
  publicUrl: 'https://atlas.example',
  tileCacheBytes,
  pictureCacheBytes: 1,
  // All requests of an overload have the same address.
  limits: { searchesPerMinute: Number.MAX_SAFE_INTEGER },
});
const server = await startServer(app, { port: 0 });
const stop = async () => {
  await server.stop();
  await store.close();
};
const report = (words: unknown) => process.stderr.write(`${String(words)}\n`);
stopOnSignals(stop, {
  stopSeconds: 5,
  failed: report,
  stuck: () => report('Two threads are stuck.'),
});
process.stdout.write(`${server.url}\n`);
