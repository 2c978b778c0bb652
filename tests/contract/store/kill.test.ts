import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { stampOf } from '../../../server/load/stamp.ts';
import { openStore, type StorePlace } from '../../../server/store/open-store.ts';
import { Database } from '../../../server/store/sqlite/driver.ts';
import { seededRandom } from '../../bench/geometry/polygons.ts';
import { LEVELS } from './datasets.ts';
import { findPostgres, startCluster, type Cluster } from './postgis.ts';
import { countOf, TURNS, turnFeatures } from './turns.ts';

const KILLS = process.env['ATLAS_NIGHTLY'] === '1' ? 20 : 3;
const MAX_DELAY_MILLISECONDS = 400;
const SCRIPT = fileURLToPath(new URL('./load-forever.ts', import.meta.url));
const cut = { dataset: 'turns', fields: ['turn'] };
const postgres = findPostgres();
const TURNS_DRAFT = { dataset: 'turns', geometry: 'polygon', fields: [] } as const;

describe('a load into SQLite that is killed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-kill-'));
  const place = { dataDir, role: 'tool' } as const;
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it(
    `leaves the old version or the new one, whole, ${KILLS} times`,
    () => killAgainAndAgain(place, checkFiles),
    60_000 * KILLS,
  );

  it('leaves nothing behind that the next load does not clear away', async () => {
    await loadOnce(place);
    expect(readdirSync(join(dataDir, 'versions'))).toHaveLength(1);
  });

  async function checkFiles(): Promise<void> {
    const files = readdirSync(join(dataDir, 'versions')).filter((name) => name.endsWith('.sqlite'));
    for (const file of [...files.map((name) => join('versions', name)), 'pointers.sqlite']) {
      const database = new Database(join(dataDir, file));
      expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
      database.close();
    }
  }
});

describe('a load into PostGIS that is killed', () => {
  if ('missing' in postgres) {
    it.skip(`not tested, because ${postgres.missing}`);
    return;
  }
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(postgres.bin);
  }, 60_000);
  afterAll(() => cluster.stop(), 60_000);

  it(
    `leaves the old version or the new one, whole, ${KILLS} times`,
    () => killAgainAndAgain({ databaseUrl: cluster.databaseUrl }, async () => undefined),
    60_000 * KILLS,
  );

  it('leaves nothing behind that the next load does not clear away', async () => {
    await loadOnce({ databaseUrl: cluster.databaseUrl });
    const client = new pg.Client({ connectionString: cluster.databaseUrl });
    await client.connect();
    const { rows } = await client.query(
      `SELECT DISTINCT split_part(tablename, '_', 1) FROM pg_tables
        WHERE schemaname = 'atlas' AND tablename LIKE 'v%'`,
    );
    await client.end();
    expect(rows).toHaveLength(1);
  });
});

async function killAgainAndAgain(place: StorePlace, check: () => Promise<void>): Promise<void> {
  const random = seededRandom(7);
  let stored = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const acknowledged = await loadAndKill(place, stored + 1, random() * MAX_DELAY_MILLISECONDS);
    stored = await checkedTurn(place);
    // Acknowledged is on disk; the one under way may have been published, but not said so.
    expect([acknowledged, acknowledged + 1]).toContain(stored);
    await check();
  }
}

/** Kills the child some time after its first load; returns the last turn it acknowledged. */
async function loadAndKill(place: StorePlace, first: number, delay: number): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', SCRIPT, JSON.stringify(place), String(first)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  await new Promise((resolve) => setTimeout(resolve, delay));
  child.kill('SIGKILL');
  await ended;
  return Number(said.trim().split('\n').at(-1));
}

/** Returns the turn of the stored version, after checking that it is whole. */
async function checkedTurn(place: StorePlace): Promise<number> {
  const store = await openStore(place);
  // The database may still be at the last statement of the killed load, whose lock it holds.
  if ('databaseUrl' in place) await (await store.begin(TURNS_DRAFT)).abandon();
  const page = await store.page({ ...cut, limit: 1_000 });
  const status = (await store.status('turns'))!;
  await store.close();
  const turns = new Set(page.map(({ properties }) => properties['turn'] as number));
  expect(turns.size).toBe(1);
  const [turn] = [...turns] as [number];
  expect(page).toHaveLength(countOf(turn));
  expect(status.count).toBe(countOf(turn));
  expect(status.stamp).toBe(stampOf(TURNS, LEVELS, `turn ${turn}`));
  return turn;
}

async function loadOnce(place: StorePlace): Promise<void> {
  const store = await openStore(place);
  const input = { kind: 'features', digest: 'last', features: turnFeatures(1) } as const;
  await loadDataset(TURNS, input, LEVELS, store);
  await store.close();
}
