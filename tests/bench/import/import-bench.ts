import { unzipSync } from 'fflate';
import { readImport } from '../../../app/import/read-import.ts';
import type { BenchRow } from '../engine/engine-bench.ts';
import { largeShapefile } from './large-shapefile.ts';

const ROUNDS = 7;
const LIMITS = { bytes: 5_242_880, entries: 20 };

/** Measures row 14: CPU times are medians of alternating rounds, in milliseconds. */
export function benchImport(): Promise<BenchRow[]> {
  const bytes = largeShapefile();
  const before = process.memoryUsage.rss();
  const inflate: number[] = [];
  const read: number[] = [];
  let most = before;
  for (let round = 0; round < ROUNDS; round++) {
    inflate.push(cpuOf(() => unzipSync(bytes)));
    read.push(cpuOf(() => readImport({ name: 'a.zip', bytes, convert: false, limits: LIMITS })));
    most = Math.max(most, process.memoryUsage.rss());
  }
  return Promise.resolve([
    { metric: '14 zipped shapefile', value: `${(bytes.length / 1e6).toFixed(1)} MB` },
    { metric: '14 inflate only', value: `${median(inflate).toFixed(0)} ms` },
    { metric: '14 import in a worker (goal 100 ms)', value: `${median(read).toFixed(0)} ms` },
    { metric: '14 memory (goal 150 MB)', value: `${Math.round((most - before) / 1e6)} MB` },
  ]);
}

function cpuOf(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
