/**
 * Measures the effect of many requests that exceed their deadline on other visitors: the 99th
 * percentile of small tiles, features and searches, alternately without and with these requests.
 */
import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeManyAtlas } from '../../contract/server/many-atlas.ts';
import { endServers, startManyServer } from '../../contract/server/many-server.ts';
import { seededRandom } from '../geometry/polygons.ts';
import { medianOf, milliseconds, percentile } from '../store/figures.ts';
import type { BenchRow } from '../store/store-bench.ts';

const CLIENTS = fileURLToPath(new URL('./overload-clients.ts', import.meta.url));
const DEADLINE = 50;
const AT_ONCE = 16;
const TURNS = 5;
const PER_SECOND = 50;
const SECONDS = 6;

const METRIC = `${AT_ONCE} requests at once that exceed a deadline of ${DEADLINE} ms: p99 of others (goal: 3x alone)`;

/** Runs the measurement with a separate atlas. */
export async function benchOverload(): Promise<BenchRow[]> {
  const atlas = await makeManyAtlas({ points: 20_000, polygons: 1_000 });
  const server = await startManyServer(atlas, { timeout: DEADLINE });
  try {
    await visit(server.url);
    const turns: { alone: Visits; meanwhile: Visits }[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const alone = await visit(server.url);
      const stop = await startOverload(server.url);
      const meanwhile = await visit(server.url);
      stop();
      turns.push({ alone, meanwhile });
    }
    const ratios = turns.map(({ alone, meanwhile }) => meanwhile.p99 / alone.p99);
    const p99 = (which: 'alone' | 'meanwhile') => medianOf(turns.map((turn) => turn[which].p99));
    const refused = (which: 'alone' | 'meanwhile') =>
      turns.reduce((sum, turn) => sum + turn[which].refused, 0);
    const byTurns = ratios.map((one) => `${one.toFixed(2)}x`).join(', ');
    const value = [
      `${milliseconds(p99('meanwhile'))} against ${milliseconds(p99('alone'))} alone`,
      `by turns ${byTurns}, median ${medianOf(ratios).toFixed(2)}x`,
      `of ${TURNS * PER_SECOND * SECONDS} refused: ${refused('meanwhile')}, alone ${refused('alone')}`,
    ].join('; ');
    return [{ metric: METRIC, value }];
  } finally {
    endServers();
    atlas.remove();
  }
}

interface Visits {
  readonly p99: number;
  /** Number of responses with status 503. */
  readonly refused: number;
}

/**
 * Sends typical requests of visitors at a fixed rate. Times are counted from the time at which a
 * request was due.
 */
async function visit(url: string): Promise<Visits> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const random = seededRandom(9);
  const times: number[] = [];
  let refused = 0;
  const start = performance.now();
  const asked = Array.from({ length: PER_SECOND * SECONDS }, async (_, i) => {
    const due = start + (i * 1_000) / PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const status = await statusOf(`${url}${smallAddress(i, random)}`, agent);
    if (status === 503) refused += 1;
    times.push(performance.now() - due);
  });
  await Promise.all(asked);
  agent.destroy();
  return { p99: percentile(times, 0.99), refused };
}

function smallAddress(i: number, random: () => number): string {
  const some = (most: number) => Math.floor(random() * most);
  if (i % 10 === 0) return `/api/features/points/${1 + some(20_000)}`;
  if (i % 10 === 1) return `/api/search?q=${some(20_000)}`;
  return `/api/mvt/tile/points/6/${4 + some(56)}/${14 + some(36)}.pbf`;
}

function statusOf(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    }).once('error', reject);
  });
}

/** Starts the slow requests in a separate process. Returns a function that ends them. */
async function startOverload(url: string): Promise<() => void> {
  const child = spawn(
    process.execPath,
    ['--conditions=atlas-source', '--import', 'tsx', CLIENTS, url, String(AT_ONCE)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return () => child.kill('SIGKILL');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { metric, value } of await benchOverload())
    process.stdout.write(`${metric}: ${value}\n`);
}
