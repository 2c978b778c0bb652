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
import { countOf, ROUNDS, roundFeatures } from './rounds.ts';
import { NIGHTLY, sample } from '../../size.ts';

const KILLS = NIGHTLY ? 30 : 2;
/** Kilobytes that a load may write to a file before the disk counts as full. */
const ROOMS = NIGHTLY ? [0, 4, 16, 32, 48, 64, 96, 128, 192, 256] : sample([4, 64], 2);
const MAX_DELAY_MILLISECONDS = 400;
const SCRIPT = fileURLToPath(new URL('./load-forever.ts', import.meta.url));
const cut = { dataset: 'rounds', fields: ['round'] };
const postgres = findPostgres();
const ROUNDS_DRAFT = { dataset: 'rounds', geometry: 'polygon', fields: [] } as const;

describe('a load into SQLite that is killed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-kill-'));
  const place = { dataDir, role: 'tool' } as const;
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it(
    `leaves the complete old or new version, ${KILLS} times (nightly 30)`,
    () => killAgainAndAgain(place, checkFiles),
    60_000 * KILLS,
  );

  it('leaves nothing that the next load does not remove', async () => {
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

describe('a load into SQLite on a full disk', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-full-'));
  const place = { dataDir, role: 'tool' } as const;
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it.each(ROOMS)(
    'beyond %i kB fails, keeps the old version, and the next load works (one size; nightly ten)',
    async (room) => {
      await loadOnce(place);
      const whole = await openStore(place);
      const before = await whole.status('rounds');
      const { code, said } = await loadWithin(place, room);
      expect([code, said]).toEqual([1, expect.stringMatching(/full|disk|I\/O|EFBIG/i)]);
      expect(await whole.status('rounds')).toEqual(before);
      expect(await whole.page({ ...cut, limit: 1_000 })).toHaveLength(countOf(1));
      await whole.close();
      await loadOnce(place);
      expect(readdirSync(join(dataDir, 'versions'))).toHaveLength(1);
    },
    60_000,
  );
});

/** Loads another round in a process with a limit on file sizes; returns how it ended. */
async function loadWithin(
  place: StorePlace,
  kilobytes: number,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = spawn(
    'bash',
    [
      '-c',
      `ulimit -f ${kilobytes}; exec "$@"`,
      'load',
      process.execPath,
      '--conditions=atlas-source',
      '--import',
      'tsx',
      SCRIPT,
      JSON.stringify(place),
      '2',
    ],
    // The limit would also truncate the cache of tsx.
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, TSX_DISABLE_CACHE: '1' } },
  );
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

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
    `leaves the complete old or new version, ${KILLS} times (nightly 30)`,
    () => killAgainAndAgain({ databaseUrl: cluster.databaseUrl }, async () => undefined),
    60_000 * KILLS,
  );

  it('leaves nothing that the next load does not remove', async () => {
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
    const delay = random() * MAX_DELAY_MILLISECONDS;
    const acknowledged = await readMeanwhile(place, stored, () =>
      loadAndKill(place, stored + 1, delay),
    );
    stored = await checkedTurn(place);
    // An acknowledged load is on disk; the one in progress may have been published too.
    expect([acknowledged, acknowledged + 1]).toContain(stored);
    await check();
  }
}

/** Reads repeatedly during some work; each answer must belong to one round. */
async function readMeanwhile<T>(
  place: StorePlace,
  stored: number,
  something: () => Promise<T>,
): Promise<T> {
  if (stored === 0) return something();
  const store = await openStore(place);
  const happening = something();
  let ended = false;
  void happening.then(
    () => (ended = true),
    () => (ended = true),
  );
  let reads = 0;
  try {
    for (; !ended; reads++) {
      const page = await store.page({ ...cut, limit: 1_000 });
      const rounds = new Set(page.map(({ properties }) => properties['round'] as number));
      expect([...rounds]).toHaveLength(1);
      expect(page).toHaveLength(countOf([...rounds][0]!));
    }
  } finally {
    await happening;
    await store.close();
  }
  expect(reads).toBeGreaterThan(0);
  return happening;
}

/** Kills the child some time after its first load; returns the last round it acknowledged. */
async function loadAndKill(place: StorePlace, first: number, delay: number): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--conditions=atlas-source', '--import', 'tsx', SCRIPT, JSON.stringify(place), String(first)],
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

/** Checks that the stored version is complete, and returns its round. */
async function checkedTurn(place: StorePlace): Promise<number> {
  const store = await openStore(place);
  // The database may still run the last statement of the killed load, which holds a lock.
  if ('databaseUrl' in place) await (await store.begin(ROUNDS_DRAFT)).abandon();
  const page = await store.page({ ...cut, limit: 1_000 });
  const status = (await store.status('rounds'))!;
  await store.close();
  const rounds = new Set(page.map(({ properties }) => properties['round'] as number));
  expect(rounds.size).toBe(1);
  const [round] = [...rounds] as [number];
  expect(page).toHaveLength(countOf(round));
  expect(status.count).toBe(countOf(round));
  expect(status.stamp).toBe(stampOf(ROUNDS, LEVELS, `round ${round}`));
  return round;
}

async function loadOnce(place: StorePlace): Promise<void> {
  const store = await openStore(place);
  const input = { kind: 'features', digest: 'last', features: roundFeatures(1) } as const;
  await loadDataset(ROUNDS, input, LEVELS, store);
  await store.close();
}
