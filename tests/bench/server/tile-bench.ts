/**
 * Row 13 of the performance table: a cached tile, compared with nginx, which sends the same bytes
 * from a file.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { findNginx, startNginx } from '../../contract/server/nginx.ts';
import { medianOf, milliseconds, percentile } from '../store/figures.ts';
import type { BenchRow } from '../store/store-bench.ts';
import { runLoad } from './load.ts';
import { makeTile } from './one-tile.ts';

const PER_SECOND = 500;
const SECONDS = 5;
/** Number of measurements of each server. */
const TURNS = 5;

const METRIC = `13 tile, kept, ${PER_SECOND} requests per second, session looked up (goal: p50 of nginx + 1 ms)`;
const PATH = '/api/mvt/tile/wells/6/34/31.pbf';

/** Runs the measurement if nginx is installed. */
export async function benchTiles(): Promise<BenchRow[]> {
  const program = findNginx();
  if (program === null) return [{ metric: METRIC, value: 'not measured: install nginx' }];
  const root = mkdtempSync(join(tmpdir(), 'atlas-bench-'));
  mkdirSync(join(root, 'api/mvt/tile/wells/6/34'), { recursive: true, mode: 0o755 });
  writeFileSync(join(root, PATH), gzipSync(makeTile()));
  const nginx = await startNginx(program, {
    server: `root ${root}; types {} default_type application/vnd.mapbox-vector-tile;
      sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=10;
      add_header Content-Encoding gzip; add_header Vary Accept-Encoding;
      add_header Cache-Control "public, max-age=31536000, immutable";`,
  });
  const server = await serveTile(root);
  try {
    const headers = { 'accept-encoding': 'gzip', cookie: `sessionid=${server.session}` };
    const load = (url: string, seconds = SECONDS) =>
      runLoad({ url: `${url}${PATH}?v=w0`, headers, perSecond: PER_SECOND, seconds });
    for (const url of [server.url, nginx.url]) await load(url, 2);
    const [own, other]: [number[][], number[][]] = [[], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      own.push(await load(server.url));
      other.push(await load(nginx.url));
    }
    const middle = (runs: number[][], share: number) =>
      medianOf(runs.map((times) => percentile(times, share)));
    const shares = (runs: number[][]) =>
      `p50 ${milliseconds(middle(runs, 0.5))}, p99 ${milliseconds(middle(runs, 0.99))}`;
    // The two runs of a pair follow each other, so the load of the machine is similar.
    const differences = own.map((times, turn) => medianOf(times) - medianOf(other[turn]!));
    const byTurns = differences.map((one) => one.toFixed(2)).join(', ');
    const value = `${shares(own)}; nginx ${shares(other)}; p50 less that of nginx ${milliseconds(medianOf(differences))} (by turns ${byTurns})`;
    return [{ metric: METRIC, value }];
  } finally {
    await server.stop();
    await nginx.stop();
    rmSync(root, { recursive: true });
  }
}

/** Starts the server with its folders under `root`. */
async function serveTile(
  root: string,
): Promise<{ url: string; session: string; stop: () => Promise<void> }> {
  const script = fileURLToPath(new URL('./serve-tile.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=atlas-source', '--import', 'tsx', script], {
    env: { ...process.env, NODE_ENV: 'production', TMPDIR: root },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk).trim()));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  const [url = '', session = ''] = printed.split(' ');
  return {
    url,
    session,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}
