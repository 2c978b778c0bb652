/**
 * `npm run bench`: prints the performance table. Each figure is compared with a reference program
 * that is measured in the same run. With row numbers, such as `npm run bench -- 3 4`, only the
 * tables that have these rows run, and only these rows are printed.
 */
import { benchEngine } from './engine/engine-bench.ts';
import { benchGeometry } from './geometry/geometry-bench.ts';
import { benchImport } from './import/import-bench.ts';
import { benchChanges } from './page/change-bench.ts';
import { benchGrowth } from './page/growth-bench.ts';
import { benchPages } from './page/page-bench.ts';
import { benchAnalyses } from './server/analysis-bench.ts';
import { benchOverload } from './server/overload-bench.ts';
import { benchSearch } from './server/search-bench.ts';
import { benchScopedTiles } from './server/scoped-tile-bench.ts';
import { benchTiles } from './server/tile-bench.ts';
import { benchStarts } from './start/start-bench.ts';
import { benchSaves } from './start/save-bench.ts';
import { benchTests } from './start/test-bench.ts';
import { benchStores } from './store/store-bench.ts';
import { benchWms } from './wms/wms-bench.ts';

const tables = [
  ['page', ['1', '2', '3', '4'], benchPages],
  ['changes of the map', ['5', '6', '7'], benchChanges],
  ['growth', ['8'], benchGrowth],
  ['engine', ['9', '10', '11'], benchEngine],
  ['geometry', ['12', '13b'], benchGeometry],
  ['stores', ['12', '13b'], benchStores],
  ['server', ['13'], benchTiles],
  ['tiles in places', ['13c'], benchScopedTiles],
  ['an overload', ['overload'], benchOverload],
  ['a flood of analyses', ['flood'], benchAnalyses],
  ['search', ['search'], benchSearch],
  ['import', ['14'], benchImport],
  ['WMS', ['15'], benchWms],
  ['starts', ['19'], benchStarts],
  ['tests', ['20'], benchTests],
  ['saves', ['21'], benchSaves],
] as const;

const asked = process.argv.slice(2);
const wanted = (row: string): boolean => asked.length === 0 || asked.includes(row);

for (const [title, rows, bench] of tables) {
  if (!rows.some(wanted)) continue;
  console.log(`\n## ${title} (rows ${rows.join(', ')})`);
  for (const { metric, value } of await bench()) {
    const [number = ''] = metric.split(/[ :]/);
    const isOther = (rows as readonly string[]).includes(number) && !wanted(number);
    if (!isOther) console.log(`${metric}  |  ${value}`);
  }
}
