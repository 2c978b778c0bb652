import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadAll } from '../../host/load/load-all.ts';
import { placeOf } from '../../host/load/store-place.ts';
import { printLoads } from '../../host/load/load-reporter.ts';
import { openConfig } from '../../host/config/open-config.ts';
import { openStore } from '../../server/store/open-store.ts';
import { SHIPPED_STORE } from './shipped-copy.ts';

export { copyShippedStore } from './shipped-copy.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Loads the shipped atlas and the profile of its data into `SHIPPED_STORE`. Throws an error with the
 * printed messages on failure.
 */
export async function loadShipped(): Promise<void> {
  const printed: string[] = [];
  const report = (text: string): void => void printed.push(text);
  const env = { ATLAS_DATA_DIR: SHIPPED_STORE };
  const config = await openConfig(join(ROOT, 'atlas.config'), { env, profile: true, report });
  const { atlas, inputs } = config;
  if (!atlas.ok) throw new Error('The shipped atlas has errors; `atlas check` lists them.');
  const store = await openStore(placeOf(env, 'tool'));
  const code = await loadAll([...atlas.model.datasets.values()], {
    model: atlas.model,
    inputs,
    store,
    reporter: printLoads(report),
  });
  await store.close();
  if (code !== 0) throw new Error(printed.join('\n'));
}
