import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres, startCluster, type Cluster } from '../store/postgis.ts';
import { addressesOf, crawl, gatherTargets, type Answer } from './crawl.ts';
import { readDescription } from './described.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { NIGHTLY } from '../../size.ts';

const TIMEOUT = 120_000;
/** Milliseconds after which everything works again. */
const RECOVERY = 10_000;
const DRILLS = NIGHTLY ? 10 : 1;
/** The test requests only one of this number of addresses. */
const STEP = NIGHTLY ? 1 : 7;
const postgres = findPostgres();
const EVERYWHERE = 'POLYGON((8 -4,20 -4,20 6,8 6,8 -4))';

/** Addresses that must not depend on the database. */
const PUBLIC = ['/', '/?lang=fr', '/atlas/session.en.json', '/health', '/api/openapi.json'];

describe('a database that goes away and comes back', { timeout: TIMEOUT * DRILLS }, () => {
  if ('missing' in postgres) {
    it.skip(`not tested, because ${postgres.missing}`);
    return;
  }
  let cluster: Cluster;
  let server: GuardedServer;

  beforeAll(async () => {
    cluster = await startCluster(postgres.bin);
    const place = { databaseUrl: cluster.databaseUrl };
    server = await startGuardedServer({ member: 1, warden: 1, elder: 1 }, { place });
  }, TIMEOUT);
  afterAll(async () => {
    await server?.close();
    await cluster?.stop();
  }, TIMEOUT);

  const search = () =>
    server.app.inject(`/api/geodata/places/?intersects=${encodeURIComponent(EVERYWHERE)}`);

  it(`during searches: they end in 503, and the server continues, ${DRILLS} times`, async () => {
    for (let drill = 0; drill < DRILLS; drill += 1) {
      await holdTables(cluster.databaseUrl);
      const waiting = [search(), search(), server.app.inject('/api/mvt/tile/wells-old/4/8/7.pbf')];
      await waitUntilBlocked(cluster.databaseUrl);
      await cluster.halt('SIGQUIT');
      for (const answer of await Promise.all(waiting))
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
      await cluster.resume();
      const since = performance.now();
      while ((await search()).statusCode !== 200)
        expect(performance.now() - since).toBeLessThan(RECOVERY);
    }
  });

  it('leaves every route a documented answer, and the map and its bundles unchanged', async () => {
    const targets = await gatherTargets([server]);
    const all = addressesOf(server.routes, targets);
    const open = [...PUBLIC, ...targets.bundlePaths];
    const asked = [...new Set([...open, ...all.filter((_, at) => at % STEP === 0)])];
    const described = await readDescription(server.app);
    const before = await crawl(server.app, asked);
    await cluster.halt();
    const gone = await crawl(server.app, asked);
    await cluster.resume();
    for (const address of open) expect(gone.get(`GET ${address}`)?.status).toBe(200);
    const failed: string[] = [];
    for (const address of asked) {
      const [was, is] = [before, gone].map((answers) => answers.get(`GET ${address}`)!);
      const surprise = described.covers(address)
        ? described.surprise('GET', address, { status: is!.status, type: typeOf(is!) })
        : null;
      expect([address, surprise]).toEqual([address, null]);
      if (is!.status === was!.status) continue;
      expect([address, is!.status, is!.headers]).toEqual([
        address,
        503,
        expect.stringContaining('retry-after: 5'),
      ]);
      failed.push(address);
    }
    expect(failed.length).toBeGreaterThan(5);
    const since = performance.now();
    for (let left = failed; left.length > 0;) {
      const again = await crawl(server.app, left);
      left = left.filter(
        (address) => again.get(`GET ${address}`)!.status !== before.get(`GET ${address}`)!.status,
      );
      expect(performance.now() - since).toBeLessThan(RECOVERY);
    }
  });
});

function typeOf({ headers }: Answer): string {
  return /^content-type: ([^;\n]*)/m.exec(headers)?.[1] ?? '';
}

/** Locks all tables of features until the server ends, so that reads wait. */
async function holdTables(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'atlas' AND tablename ~ '^v'",
  );
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${rows.map((row) => `atlas."${row.tablename}"`).join(', ')}`);
}

/** Waits until three queries wait for a lock. */
async function waitUntilBlocked(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const text = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
  while ((await client.query(text)).rows.length < 3)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await client.end();
}
