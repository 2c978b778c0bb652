import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { dataset, field, LEVELS } from './datasets.ts';
import { makePoints } from './make-features.ts';
import { findPostgres, startCluster, type Cluster } from './postgis.ts';

const PLACES = dataset('places', 'point', [field('name', 'text')]);
const postgres = findPostgres();

describe('a read of PostGIS that is ended because of a deadlock', () => {
  if ('missing' in postgres) {
    it.skip(`not tested, because ${postgres.missing}`);
    return;
  }
  let cluster: Cluster;
  let store: Store;
  let other: pg.Client;

  beforeAll(async () => {
    cluster = await startCluster(postgres.bin);
    store = await openStore({ databaseUrl: cluster.databaseUrl });
    const input = { kind: 'features', digest: 'a', features: makePoints(10) } as const;
    await loadDataset(PLACES, input, LEVELS, store);
    other = new pg.Client({ connectionString: cluster.databaseUrl });
    await other.connect();
  }, 60_000);
  afterAll(async () => {
    await other?.end();
    await store?.close();
    await cluster?.stop();
  });

  const tablesOf = async (ending: string): Promise<string> => {
    const { rows } = await other.query<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables
        WHERE schemaname = 'atlas' AND tablename ~ ('^v.*_' || $1 || '$')`,
      [ending],
    );
    return rows.map(({ name }) => `atlas.${name}`).join(', ');
  };
  const waiting = async (): Promise<boolean> => {
    const { rowCount } = await other.query('SELECT FROM pg_locks WHERE NOT granted');
    return rowCount! > 0;
  };
  const deadlocks = async (): Promise<number> => {
    await other.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await other.query<{ deadlocks: number }>(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0]!.deadlocks;
  };

  it('is repeated', async () => {
    const [exact, attributes] = [await tablesOf('exact'), await tablesOf('attributes')];
    await other.query('BEGIN');
    // So that the read, which began to wait first, detects the deadlock after 1 s.
    await other.query(`SET LOCAL deadlock_timeout = '20s'`);
    await other.query(`LOCK TABLE ${attributes}`);
    const page = store.page({ dataset: 'places', fields: ['name'], limit: 20 });
    const read = expect(page).resolves.toHaveLength(10);
    while (!(await waiting())) await new Promise((resolve) => setTimeout(resolve, 10));
    await other.query(`LOCK TABLE ${exact}`);
    await other.query('COMMIT');
    await read;
    await expect.poll(deadlocks, { timeout: 10_000 }).toBe(1);
  }, 30_000);
});
