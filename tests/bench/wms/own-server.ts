/**
 * Serves a scene with this project's server in a separate process. It prints its address when it
 * listens. The second argument is the address of a database; without it the store is the embedded
 * one.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAtlas } from 'atlas-engine';
import { DatasetInputs } from '../../../host/config/dataset-inputs.ts';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';
import { createServer } from '../../../server/serving/create-server.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { ServiceInputs } from '../../../server/services/service-inputs.ts';
import { buildSnapshot } from '../../../server/snapshot/build-snapshot.ts';
import { openStore } from '../../../server/store/open-store.ts';

const [folder, databaseUrl] = process.argv.slice(2) as [string, string?];
const configDir = join(folder, 'config');
const dataDir = join(folder, 'store');
const loaded = loadAtlas(await readConfigFolder(configDir));
if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics, null, 1));
const { model } = loaded;
const store = await openStore(databaseUrl ? { databaseUrl } : { dataDir, role: 'server' });
const services = { active: new Map(), folder: dataDir, report: () => undefined };
const inputs = new DatasetInputs(configDir, new ServiceInputs(services), null);
for (const dataset of model.datasets.values()) {
  await loadDataset(dataset, (await inputs.of(dataset))!, model.levels, store);
}
const snapshot = await buildSnapshot({ model, store, configDir, serviceAddress: () => null });
const appDir = join(folder, 'app');
mkdirSync(join(appDir, 'assets'), { recursive: true });
const page =
  '<html lang="en" dir="ltr"><head><!--atlas:head--></head><body><!--atlas:outline--><!--atlas:bundle--></body></html>';
writeFileSync(join(appDir, 'index.html'), page);
const app = await createServer({ snapshot, store, appDir });
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${address}\n`);
