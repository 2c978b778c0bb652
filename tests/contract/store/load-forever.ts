/**
 * Loads one dataset repeatedly until it is killed; prints the turn after each acknowledged load. Started
 * by the kill test with a place as JSON and the first turn.
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
