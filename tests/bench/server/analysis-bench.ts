/**
 * Measures the effect of a flood of analyses from one address on other requests: `/health` and a
 * cached tile, alternately without and with the flood.
 */
import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeManyAtlas } from '../../contract/server/many-atlas.ts';
import { endServers, startManyServer } from '../../contract/server/many-server.ts';
import { medianOf, milliseconds, percentile } from '../store/figures.ts';
import type { BenchRow } from '../store/store-bench.ts';

const CLIENTS = fileURLToPath(new URL('./analysis-clients.ts', import.meta.url));
const CONNECTIONS = 12;
const TURNS = 3;
const PER_SECOND = 40;
const SECONDS = 8;

const METRIC = `flood of analyses, ${CONNECTIONS} connections, 19 000 vertices: p50 and p99 of /health and a cached tile (goal: p99 under 100 ms)`;

/** Runs the measurement with a separate atlas. */
export async function benchAnalyses(): Promise<BenchRow[]> {
  const atlas = await makeManyAtlas({ points: 20_000, polygons: 1_000 });
  try {
    const { url } = await startManyServer(atlas, { tileCacheBytes: 1_048_576 });
    return await benchServer(url, '/api/mvt/tile/polygons/6/35/31.pbf');
  } finally {
    endServers();
    atlas.remove();
  }
}

async function benchServer(url: string, tile: string): Promise<BenchRow[]> {
  const times: Record<'alone' | 'flood', number[][]> = { alone: [], flood: [] };
  const visit = (): Promise<number[]> => askEach([`${url}/health`, url + tile]);
  await visit();
  let answers = '';
  for (let turn = 0; turn < TURNS; turn += 1) {
    times.alone.push(await visit());
    const end = await startFlood(url);
    times.flood.push(await visit());
    answers = await end();
  }
  const figures = (which: 'alone' | 'flood'): string => {
    const of = (share: number): string =>
      milliseconds(medianOf(times[which].map((turn) => percentile(turn, share))));
    return `p50 ${of(0.5)}, p99 ${of(0.99)}`;
  };
  const value = `${figures('flood')}; alone ${figures('alone')}; answers to the last flood of ${SECONDS} s: ${answers}`;
  return [{ metric: METRIC, value }];
}

/**
 * Requests the addresses alternately at a fixed rate. Returns the milliseconds of each, counted from
 * the time at which it was due.
 */
async function askEach(addresses: readonly string[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  const asked = Array.from({ length: PER_SECOND * SECONDS }, async (_, i) => {
    const due = start + (i * 1_000) / PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const status = await statusOf(addresses[i % addresses.length]!, agent);
    if (status !== 200) throw new Error(`status ${status}`);
    return performance.now() - due;
  });
  const times = await Promise.all(asked);
  agent.destroy();
  return times;
}

function statusOf(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    }).once('error', reject);
  });
}

/** Starts the flood in a separate process. Returns a function that ends it and returns its answers. */
async function startFlood(url: string): Promise<() => Promise<string>> {
  const child = spawn(
    process.execPath,
    ['--conditions=atlas-source', '--import', 'tsx', CLIENTS, url, String(CONNECTIONS)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const printed = (): Promise<string> =>
    new Promise((resolve) => {
      child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk).trim()));
    });
  await printed();
  return () => {
    const answers = printed();
    child.kill();
    return answers;
  };
}

// With the address of a server and of a tile, that server is measured.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [url, tile = ''] = process.argv.slice(2);
  for (const { metric, value } of await (url ? benchServer(url, tile) : benchAnalyses()))
    process.stdout.write(`${metric}: ${value}\n`);
}
