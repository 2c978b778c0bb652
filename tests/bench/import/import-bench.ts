import { Worker } from 'node:worker_threads';
import { unzipSync } from 'fflate';
import { readImport } from '../../../app/tools/import/read/read-import.ts';
import type { ImportRequest } from '../../../app/stores/bundle/import-types.ts';
import type { BenchRow } from '../engine/engine-bench.ts';
import { largeShapefile } from './large-shapefile.ts';

const ROUNDS = 7;
const SAMPLE_MS = 5;
/** Starts a thread whose module is TypeScript. */
const WORKER = new URL('../../../server/store/typescript-worker.mjs', import.meta.url);
const SCRIPT = new URL('./read-in-worker.ts', import.meta.url);

/** Measures row 14: CPU times are medians of alternating rounds, in milliseconds. */
export async function benchImport(): Promise<BenchRow[]> {
  const bytes = largeShapefile();
  const request: ImportRequest = {
    name: 'a.zip',
    bytes,
    convert: false,
    limits: { shapefileBytes: 5_242_880, bytes: 20_971_520, entries: 20 },
  };
  const growth = await growthOf(request);
  const inflate: number[] = [];
  const read: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    inflate.push(cpuOf(() => unzipSync(bytes)));
    read.push(cpuOf(() => readImport(request)));
  }
  return [
    { metric: '14 zipped shapefile', value: `${(bytes.length / 1e6).toFixed(1)} MB` },
    { metric: '14 inflate only', value: `${median(inflate).toFixed(0)} ms` },
    { metric: '14 import in a worker (goal 100 ms)', value: `${median(read).toFixed(0)} ms` },
    {
      metric: '14 memory of worker and page (goal 150 MB)',
      value: `${Math.round(growth / 1e6)} MB`,
    },
  ];
}

/**
 * Returns by how many bytes the process grows while a worker reads the file and this thread receives
 * the features. Each file of a visitor has a worker of its own, which ends with it.
 */
async function growthOf(request: ImportRequest): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const features: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    const worker = new Worker(WORKER, {
      execArgv: ['--conditions=atlas-source'],
      workerData: { ...request, script: SCRIPT.href },
    });
    worker.on('message', (part: readonly unknown[]) => features.push(...part));
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
  clearInterval(sampling);
  if (features.length === 0) throw new Error('The worker sent no features.');
  return Math.max(most, process.memoryUsage.rss()) - before;
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
