import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { packQuery } from '../../../server/store/query-geometry.ts';
import { dataset, field, LEVELS, searching } from './datasets.ts';
import { makePoints } from './make-features.ts';
import { findPostgres, startCluster, type Cluster } from './postgis.ts';

const PLACES = dataset('places', 'point', [field('name', 'text')], {
  feeds: searching(['name']),
});
const cut = { dataset: 'places', fields: ['name'] };
const WORLD = [-180, -80, 180, 80] as const;
const postgres = findPostgres();

describe('a PostGIS that does not respond in time', () => {
  if ('missing' in postgres) {
    it.skip(`not tested, because ${postgres.missing}`);
    return;
  }
  let cluster: Cluster;
  let store: Store;
  let holder: pg.Client;

  beforeAll(async () => {
    cluster = await startCluster(postgres.bin);
    store = await openStore({ databaseUrl: cluster.databaseUrl, timeout: 1_000 });
    const input = { kind: 'features', digest: 'a', features: makePoints(100) } as const;
    await loadDataset(PLACES, input, LEVELS, store);
    holder = new pg.Client({ connectionString: cluster.databaseUrl });
    await holder.connect();
  }, 60_000);
  afterAll(async () => {
    await holder?.end();
    await store?.close();
    await cluster?.stop();
  });

  const questions: Record<string, () => Promise<unknown>> = {
    tile: () => store.tile({ layer: 'l', cuts: [cut], z: 0, x: 0, y: 0 }),
    feature: () => store.feature(cut, 1),
    page: () => store.page({ ...cut, limit: 10 }),
    shapes: () =>
      store.shapes({ dataset: 'places', fields: ['name'], bbox: WORLD, tier: 'full', limit: 10 }),
    intersects: () =>
      store.intersects({
        ...cut,
        limit: 10,
        timeout: 6e4,
        geometry: packQuery({ type: 'Point', coordinates: [10, 1] }),
      }),
    search: () => store.search({ cuts: [cut], words: ['point'], limit: 5 }),
  };

  it.each(Object.keys(questions))(
    'fails a query for a %s at the deadline of the store, and answers the next',
    async (kind) => {
      const ask = questions[kind]!;
      await ask();
      const { rows } = await holder.query<{ name: string }>(
        "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'atlas' AND tablename ~ '^v'",
      );
      await holder.query('BEGIN');
      await holder.query(`LOCK TABLE ${rows.map(({ name }) => `atlas.${name}`).join(', ')}`);
      await expect(ask()).rejects.toMatchObject({ name: 'DeadlineExceeded' });
      await holder.query('ROLLBACK');
      await ask();
    },
    30_000,
  );
});
