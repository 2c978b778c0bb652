import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { backUp } from '../../../server/store/backup/backup.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { dataset, field, LEVELS, searching } from './datasets.ts';
import { findPostgres, startCluster, type Cluster } from './postgis.ts';

const postgres = findPostgres();
const NAMED = { feeds: searching(['name']) };
const SETS = ['wells', 'springs'].map((id) => dataset(id, 'point', [field('name', 'text')], NAMED));
const FEATURES = [
  {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [1, 2] },
    properties: { name: 'North' },
  },
];

describe('a table of PostGIS that was dropped by hand', { timeout: 120_000 }, () => {
  if ('missing' in postgres) {
    it.skip(`not tested, because ${postgres.missing}`);
    return;
  }
  let cluster: Cluster;
  let store: Store;
  const folder = mkdtempSync(join(tmpdir(), 'atlas-dropped-'));
  beforeAll(async () => {
    cluster = await startCluster(postgres.bin);
    store = await openStore({ databaseUrl: cluster.databaseUrl });
  }, 120_000);
  afterAll(async () => {
    await store?.close();
    await cluster?.stop();
    rmSync(folder, { recursive: true });
  }, 120_000);

  const load = (id: string) =>
    loadDataset(
      SETS.find((one) => one.id === id)!,
      { kind: 'features', digest: 'one', features: FEATURES },
      LEVELS,
      store,
    );
  const page = (id: string) => store.page({ dataset: id, fields: ['name'], limit: 5 });

  async function drop(id: string): Promise<void> {
    const client = new pg.Client({ connectionString: cluster.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      'SELECT version FROM atlas.pointer WHERE dataset = $1',
      [id],
    );
    await client.query(`DROP TABLE atlas."${rows[0]!.version}_attributes"`);
    await client.end();
    // Pointers are cached for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
  }

  it('makes only its dataset count as not loaded', async () => {
    for (const { id } of SETS) await load(id);
    expect((await load('wells')).unchanged).toBe(true);
    await drop('wells');
    await expect(page('wells')).rejects.toMatchObject({ name: 'DatasetDamaged', dataset: 'wells' });
    expect(await store.status('wells')).toBeNull();
    expect((await store.statuses()).map(({ dataset: id }) => id)).toEqual(['springs']);
    expect(await store.damaged!()).toEqual(['wells']);
    expect(await page('springs')).toHaveLength(1);
    const cuts = SETS.map(({ id }) => ({ dataset: id, fields: ['name'] }));
    const found = await store.search({ cuts, words: ['north'], limit: 5 });
    expect(found.map(({ dataset: id }) => id)).toEqual(['springs']);
    const backup = backUp({ databaseUrl: cluster.databaseUrl }, join(folder, 'backup'), {
      atlas: 'wells',
      env: process.env,
    });
    await expect(backup).rejects.toThrow('atlas load wells --force');
  });

  it('is created again by the next load', async () => {
    const report = await load('wells');
    expect([report.loaded, report.unchanged]).toEqual([1, undefined]);
    expect(await page('wells')).toHaveLength(1);
    expect(await store.damaged!()).toEqual([]);
  });
});
