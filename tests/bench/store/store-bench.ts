/**
 * Rows 12 and 13b of the performance table for both stores. Run it with `npx tsx
 * --conditions=atlas-source`.
 *
 * The reference of row 12 is a plain ST_AsMVT over the same tables, measured by psql. That of row
 * 13b is prepared GEOS with geometries that are already parsed. All are measured alternately in one
 * run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import initGeos from 'geos-wasm';
import { geojsonToGeosGeom } from 'geos-wasm/helpers';
import pg from 'pg';
import type { Dataset } from 'atlas-engine';
import { isValid, tierOfZoom } from '../../../server/geometry/index.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { packQuery } from '../../../server/store/query-geometry.ts';
import { dataset, field, LEVELS, PARCELS } from '../../contract/store/datasets.ts';
import { decodeTile } from '../../contract/store/decode-tile.ts';
import { packParts } from '../../contract/store/outlines.ts';
import { findPostgres, startCluster } from '../../contract/store/postgis.ts';
import { tilesOf } from '../../contract/store/tiles-of.ts';
import {
  makeBigPolygon,
  makePolygons,
  POLYGON_REGION,
  seededRandom,
} from '../geometry/polygons.ts';
import { medianOf, milliseconds, percentile, timed } from './figures.ts';
import { startPsql, type Psql } from './psql.ts';

/** A row of the table, with the figures of this run. */
export interface BenchRow {
  readonly metric: string;
  readonly value: string;
}

const POINTS_COUNT = 100_000;
const POLYGONS_COUNT = 20_000;
const ZOOMS = [5, 8, 11];
const TILES_PER_ZOOM = 30;
/** The first responses run code that is not compiled yet; they are measured separately. */
const ROUNDS = 15;
/** Number of alternating measurements of tiles without and with parallel searches. */
const TURNS = 5;
const TABLE_OF_TIER = { 'z0-4': 'low', 'z5-7': 'middle', 'z8-10': 'high', full: 'full' } as const;

const PLACES = dataset('places', 'point', [field('name', 'text'), field('people', 'integer')]);

/**
 * Runs all measurements. PostGIS and its reference are measured only if PostgreSQL is installed.
 */
export async function benchStores(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-bench-'));
  const sqlite = await openStore({ dataDir, role: 'server' });
  const postgres = findPostgres();
  const polygons = makePolygons(POLYGONS_COUNT);
  await addLoads(sqlite, 'SQLite', polygons, rows);
  if ('missing' in postgres) {
    rows.push({ metric: '12: tiles', value: `not measured, because ${postgres.missing}` });
  } else {
    const cluster = await startCluster(postgres.bin);
    const postgis = await openStore({ databaseUrl: cluster.databaseUrl });
    const psql = startPsql(cluster.databaseUrl);
    await addLoads(postgis, 'PostGIS', polygons, rows);
    for (const set of [PLACES, PARCELS]) {
      await addTiles(set, { sqlite, postgis, psql, databaseUrl: cluster.databaseUrl }, rows);
    }
    psql.close();
    await postgis.close();
    await cluster.stop();
  }
  await addIntersects(sqlite, polygons, rows);
  await sqlite.close();
  rmSync(dataDir, { recursive: true });
  return rows;
}

async function addLoads(
  store: Store,
  name: string,
  polygons: readonly unknown[],
  rows: BenchRow[],
): Promise<void> {
  const random = seededRandom(3);
  const [west, south, east, north] = POLYGON_REGION;
  const points = Array.from({ length: POINTS_COUNT }, (_, i) => ({
    type: 'Feature',
    geometry: {
      type: 'Point',
      coordinates: [west + random() * (east - west), south + random() * (north - south)],
    },
    properties: { name: `Place ${i}`, people: Math.floor(random() * 5_000) },
  }));
  const sets = [
    [PLACES, points],
    [PARCELS, polygons],
  ] as const;
  for (const [set, features] of sets) {
    const input = { kind: 'features', digest: 'bench', features } as const;
    const { time } = await timed(() => loadDataset(set, input, LEVELS, store));
    rows.push({
      metric: `load ${features.length} ${set.geometry}s into ${name}`,
      value: milliseconds(time),
    });
  }
}

interface Sides {
  readonly sqlite: Store;
  readonly postgis: Store;
  readonly psql: Psql;
  readonly databaseUrl: string;
}

/** Measures row 12: a tile that is not in a cache. */
async function addTiles(set: Dataset, sides: Sides, rows: BenchRow[]): Promise<void> {
  const { sqlite, postgis, psql } = sides;
  const cut = { dataset: set.id, fields: [...set.fields.keys()] };
  const plain = await plainQuery(set, sides.databaseUrl);
  for (const z of ZOOMS) {
    const times = { sqlite: [] as number[], postgis: [] as number[], psql: [] as number[] };
    let invalid = 0;
    const tiles = tilesOf(z, POLYGON_REGION, TILES_PER_ZOOM);
    // The first round is a warm-up, in which each side prepares its own statements and threads.
    for (const round of ['warm-up', 'measured', 'measured']) {
      for (const { x, y } of tiles) {
        const request = { layer: set.id, cuts: [cut], z, x, y };
        const embedded = await timed(() => sqlite.tile(request));
        const production = await timed(() => postgis.tile(request));
        const yardstick = await psql.run(plain(z, x, y));
        if (round === 'warm-up') {
          invalid += invalidIn(embedded.value) + invalidIn(production.value);
          continue;
        }
        times.sqlite.push(embedded.time);
        times.postgis.push(production.time);
        times.psql.push(yardstick);
      }
    }
    const [embedded, production, yardstick] = [times.sqlite, times.postgis, times.psql].map(
      medianOf,
    );
    const against = (time: number): string =>
      `${milliseconds(time)} (${(time / yardstick!).toFixed(2)}x)`;
    rows.push({
      metric: `12: tile of ${set.geometry}s at zoom ${z}, p50`,
      value: `SQLite ${against(embedded!)}, PostGIS ${against(production!)}, ST_AsMVT by psql ${milliseconds(yardstick!)}, ${invalid} invalid polygons`,
    });
  }
}

/** Returns the usual hand-written statement for a tile of these tables. */
async function plainQuery(
  set: Dataset,
  databaseUrl: string,
): Promise<(z: number, x: number, y: number) => string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ version: string }>(
    'SELECT version FROM atlas.pointer WHERE dataset = $1',
    [set.id],
  );
  await client.end();
  const { version } = rows[0]!;
  const columns = [...set.fields.keys()].map((name, i) => `a.f${i} AS "${name}"`).join(', ');
  return (z, x, y) => {
    const size = 2 ** z;
    const table = set.geometry === 'point' ? 'full' : TABLE_OF_TIER[tierOfZoom(z)];
    const box = (more: number): string =>
      `ST_MakeEnvelope(${(x - more) / size}, ${1 - (y + 1 + more) / size}, ${(x + 1 + more) / size}, ${1 - (y - more) / size})`;
    return `SELECT ST_AsMVT(t, '${set.id}', 4096, 'geom', 'id') FROM (
      SELECT s.id, ST_AsMVTGeom(s.shape, ${box(0)}, 4096, 64, true) AS geom, ${columns}
        FROM atlas."${version}_${table}" s JOIN atlas."${version}_attributes" a ON a.id = s.id
       WHERE s.shape && ${box(1 / 64)}) t WHERE geom IS NOT NULL`;
  };
}

function invalidIn(tile: Uint8Array | null): number {
  if (tile === null) return 0;
  return decodeTile(tile).features.filter(
    ({ type, parts }) => type === 3 && !isValid(packParts(parts)),
  ).length;
}

/**
 * Measures row 13b: a large search, and its effect on tiles that are requested at the same time.
 */
async function addIntersects(
  sqlite: Store,
  polygons: ReturnType<typeof makePolygons>,
  rows: BenchRow[],
): Promise<void> {
  const geos = await initGeos({ noticeHandler: () => {}, errorHandler: () => {} });
  const big = makeBigPolygon(20_000);
  const pointers = polygons.map(({ geometry }) => geojsonToGeosGeom(geometry, geos));
  const query = geojsonToGeosGeom(big, geos);
  const request = {
    dataset: PARCELS.id,
    fields: ['code', 'name'],
    geometry: packQuery(big),
    limit: POLYGONS_COUNT,
    timeout: 5_000,
  };
  const times = { own: [] as number[], geos: [] as number[] };
  const cpu: number[] = [];
  let found = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    const own = await timed(() => sqlite.intersects(request));
    const { user, system } = process.cpuUsage(before);
    times.own.push(own.time);
    cpu.push((user + system) / 1000);
    const yardstick = await timed(async () => {
      const prepared = geos.GEOSPrepare(query);
      found = pointers.filter((p) => geos.GEOSPreparedIntersects(prepared, p) === 1).length;
      geos.GEOSPreparedGeom_destroy(prepared);
    });
    times.geos.push(yardstick.time);
    if (own.value.length !== found) throw new Error(`${own.value.length} found, ${found} by GEOS`);
  }
  rows.push({
    metric: '13b: intersects of 20 000 vertices with 20 000 polygons, features answered',
    value: `SQLite ${milliseconds(medianOf(times.own))} (first ${milliseconds(times.own[0]!)}, CPU ${milliseconds(medianOf(cpu))}), prepared GEOS ${milliseconds(medianOf(times.geos))}, ${found} found`,
  });
  const p99 = async (beside: () => Promise<unknown>): Promise<number> =>
    percentile(await tileTimes(sqlite, beside), 0.99);
  const pairs: (readonly [alone: number, meanwhile: number])[] = [];
  for (let round = 0; round < TURNS; round++) {
    pairs.push([await p99(async () => undefined), await p99(() => sqlite.intersects(request))]);
  }
  const ratios = pairs.map(([alone, meanwhile]) => meanwhile / alone);
  rows.push({
    metric: '13b: p99 of tiles at zoom 8, while searches run one after the other',
    value: `${milliseconds(medianOf(pairs.map(([, meanwhile]) => meanwhile)))} against ${milliseconds(medianOf(pairs.map(([alone]) => alone)))} alone; by turns ${ratios.map((ratio) => `${ratio.toFixed(2)}x`).join(', ')}, median ${medianOf(ratios).toFixed(2)}x`,
  });
}

/** Requests 300 tiles in sequence while `beside` runs repeatedly, and returns the times. */
async function tileTimes(store: Store, beside: () => Promise<unknown>): Promise<number[]> {
  let done = false;
  const other = (async () => {
    while (!done) {
      await beside();
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const times: number[] = [];
  const cut = { dataset: PARCELS.id, fields: ['code'] };
  for (const { x, y } of tilesOf(8, POLYGON_REGION, 300)) {
    const { time } = await timed(() => store.tile({ layer: 'l', cuts: [cut], z: 8, x, y }));
    times.push(time);
  }
  done = true;
  await other;
  return times;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { metric, value } of await benchStores())
    process.stdout.write(`${metric}: ${value}\n`);
}
