/**
 * Loads one dataset again and again until it is killed; says the turn after each load that was
 * acknowledged. Started by the kill test with a place as JSON and the first turn.
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
