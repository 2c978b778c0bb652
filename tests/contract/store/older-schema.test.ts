import pg from 'pg';
import { expect, it } from 'vitest';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { LEVELS } from './datasets.ts';
import { findPostgres, startCluster } from './postgis.ts';
import { ROUNDS, roundFeatures } from './rounds.ts';

const postgres = findPostgres();
const input = { kind: 'features', digest: 'a', features: roundFeatures(1) } as const;

if ('missing' in postgres) {
  it.skip(`a database of an older release: not tested, because ${postgres.missing}`);
} else {
  it('a database whose shapes have no bytes for pictures is loaded again, and then has them', async () => {
    const cluster = await startCluster(postgres.bin);
    const client = new pg.Client(cluster.databaseUrl);
    try {
      const before = await openStore({ databaseUrl: cluster.databaseUrl });
      await loadDataset(ROUNDS, input, LEVELS, before);
      await before.close();
      await client.connect();
      const { rows } = await client.query<{ name: string }>(
        `SELECT DISTINCT table_name AS name FROM information_schema.columns
          WHERE table_schema = 'atlas' AND column_name = 'blob' AND table_name NOT LIKE '%exact'`,
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { name } of rows) await client.query(`ALTER TABLE atlas."${name}" DROP blob`);
      await client.query('DELETE FROM atlas.migration WHERE number > 2');

      const store = await openStore({ databaseUrl: cluster.databaseUrl });
      expect(await store.statuses()).toEqual([]);
      const report = await loadDataset(ROUNDS, input, LEVELS, store);
      const world = { bbox: [-180, -90, 180, 90], tier: 'full', limit: 10_000 } as const;
      const { codes } = await store.shapes({ dataset: ROUNDS.id, fields: [], ...world });
      expect([report.unchanged, codes.length]).toEqual([undefined, report.loaded]);
      await store.close();
    } finally {
      await client.end();
      await cluster.stop();
    }
  }, 60_000);
}
