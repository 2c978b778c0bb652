/**
 * `npm run bench`: prints the performance table. Each figure is compared with a reference program
 * that is measured in the same run.
 */
import { benchEngine } from './engine/engine-bench.ts';
import { benchGeometry } from './geometry/geometry-bench.ts';
import { benchStorm } from './server/storm-bench.ts';
import { benchTiles } from './server/tile-bench.ts';
import { benchStores } from './store/store-bench.ts';
import { benchWms } from './wms/wms-bench.ts';

const tables = [
  ['engine (rows 9-11)', benchEngine],
  ['geometry (row 13b, parts of 12)', benchGeometry],
  ['stores (rows 12, 13b)', benchStores],
  ['server (row 13)', benchTiles],
  ['a storm', benchStorm],
  ['WMS (row 15)', benchWms],
] as const;

for (const [title, bench] of tables) {
  console.log(`\n## ${title}`);
  for (const row of await bench()) console.log(Object.values(row).join('  |  '));
}
