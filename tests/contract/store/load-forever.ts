/**
 * Loads one dataset repeatedly until the process is killed, and prints the number of each completed
 * load. The kill test starts it with the location of the store as JSON and the number of the first
 * load.
 */
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore, type StorePlace } from '../../../server/store/open-store.ts';
import { LEVELS } from './datasets.ts';
import { ROUNDS, roundFeatures } from './rounds.ts';

const [place, first] = process.argv.slice(2);
const store = await openStore(JSON.parse(place!) as StorePlace);
for (let round = Number(first); ; round++) {
  const input = {
    kind: 'features',
    digest: `round ${round}`,
    features: roundFeatures(round),
  } as const;
  await loadDataset(ROUNDS, input, LEVELS, store);
  process.stdout.write(`${round}\n`);
}
