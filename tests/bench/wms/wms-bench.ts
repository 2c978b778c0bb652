/** Row 15 of the performance table: a WMS tile of 256 pixels from 20 000 polygons. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findPostgres, startCluster } from '../../contract/store/postgis.ts';
import { tilesOf } from '../../contract/store/tiles-of.ts';
import { POLYGON_REGION } from '../geometry/polygons.ts';
import { medianOf, milliseconds, timed } from '../store/figures.ts';
import { end, missingForMapServer, startMapServer } from './mapserver.ts';
import { writeScene } from './scene.ts';

/** A row of the table, with the figures of this run. */
export interface BenchRow {
  readonly metric: string;
  readonly value: string;
}

/** The measured zooms. At zoom 3, one picture shows all polygons. */
const ZOOMS = [3, 5, 8, 11];
const TILES_PER_ZOOM = 20;
/**
 * Number of requests before the measurement. A server that has run for some time has compiled its
 * frequent code.
 */
const WARM_UP = 40;
const MEASURED = 60;
/** Half the side of the Web Mercator square, in metres. */
const HALF = 20_037_508.342_789_244;

/** Runs the measurement. If MapServer is missing, the row names the packages to install. */
export async function benchWms(): Promise<BenchRow[]> {
  const missing = missingForMapServer();
  if (missing.length > 0) {
    return [{ metric: '15: WMS tile', value: `not measured: install ${missing.join(' ')}` }];
  }
  const scene = writeScene();
  const running: { close(): Promise<void> }[] = [];
  try {
    const start = async <T extends Server>(server: Promise<T>): Promise<T> => {
      running.unshift(await server);
      return server;
    };
    const yardstick = await start(startMapServer(scene));
    const own = new Map([['SQLite', await start(startOwnServer([scene.folder]))]]);
    const rows: BenchRow[] = [];
    const postgres = findPostgres();
    if ('missing' in postgres) {
      rows.push({ metric: '15: WMS tile, PostGIS', value: `not measured: ${postgres.missing}` });
    } else {
      const cluster = await startCluster(postgres.bin);
      running.unshift({ close: () => cluster.stop() });
      own.set('PostGIS', await start(startOwnServer([scene.folder, cluster.databaseUrl])));
    }
    for (const zoom of ZOOMS) rows.push(...(await measure(zoom, own, yardstick)));
    return rows;
  } finally {
    for (const server of running) await server.close();
    rmSync(scene.folder, { recursive: true });
  }
}

interface Server {
  /** The address, which ends in `?`. */
  readonly url: string;
  close(): Promise<void>;
}

async function startOwnServer(place: readonly string[]): Promise<Server> {
  const script = fileURLToPath(new URL('./own-server.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions=atlas-source', '--import', 'tsx', script, ...place],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('Our server did not start.'))),
  ])) as [string];
  return {
    url: `${line}/wms?`,
    close: () => end(child),
  };
}

/**
 * Requests the same tiles from this project's servers, by the name of their store, and from the
 * reference.
 */
async function measure(
  zoom: number,
  own: ReadonlyMap<string, Server>,
  yardstick: Server,
): Promise<BenchRow[]> {
  const sides = [yardstick, ...own.values()].map(({ url }) => ({
    url,
    times: [] as number[],
    bytes: 0,
  }));
  const tiles = tilesOf(zoom, POLYGON_REGION, TILES_PER_ZOOM);
  for (let turn = 0; turn < WARM_UP + MEASURED; turn += 1) {
    const { x, y } = tiles[turn % tiles.length]!;
    const query = queryOf(zoom, x, y, turn);
    for (const side of sides) {
      const { time, value } = await timed(() => fetchPicture(side.url + query));
      if (turn < WARM_UP) continue;
      side.times.push(time);
      side.bytes += value.length;
    }
  }
  const [theirs, ...ours] = sides.map(({ times, bytes }) => {
    const median = medianOf(times);
    const size = (bytes / times.length / 1_000).toFixed(0);
    return { median, words: `${milliseconds(median)} (${size} kB)` };
  });
  return [...own.keys()].map((store, i) => ({
    metric: `15: WMS tile at zoom ${zoom}, ${store}, p50`,
    value: `${ours[i]!.words}, MapServer ${theirs!.words}, ${(ours[i]!.median / theirs!.median).toFixed(2)}x`,
  }));
}

/** Each turn requests an area one millimetre further east, so that no picture is in a cache. */
function queryOf(zoom: number, x: number, y: number, turn: number): string {
  const side = (2 * HALF) / 2 ** zoom;
  const [west, north] = [x * side - HALF + turn / 1_000, HALF - y * side];
  const box = [west, north - side, west + side, north].join(',');
  return `service=WMS&version=1.1.1&request=GetMap&layers=parcels&styles=&srs=EPSG:3857&bbox=${box}&width=256&height=256&format=image/png&transparent=true`;
}

async function fetchPicture(url: string): Promise<Uint8Array> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.headers.get('content-type') !== 'image/png') {
    throw new Error(new TextDecoder().decode(bytes));
  }
  return bytes;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { metric, value } of await benchWms()) process.stdout.write(`${metric}: ${value}\n`);
}
