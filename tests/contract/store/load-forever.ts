/**
 * Loads one dataset repeatedly until the process is killed, and prints the number of each completed
 * load. The kill test starts it with the location of the store as JSON and the number of the first
 * load.
 */
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore, type StorePlace } from '../../../server/store/open-store.ts';
import { LEVELS } from './datasets.ts';
import { TURNS, turnFeatures } from './turns.ts';

const [place, first] = process.argv.slice(2);
const store = await openStore(JSON.parse(place!) as StorePlace);
for (let turn = Number(first); ; turn++) {
  const input = { kind: 'features', digest: `turn ${turn}`, features: turnFeatures(turn) } as const;
  await loadDataset(TURNS, input, LEVELS, store);
  process.stdout.write(`${turn}\n`);
}
