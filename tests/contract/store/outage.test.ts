/** Tests the responses of the server while PostgreSQL or its replica stops or starts again. */
import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../server/serving/create-server.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { makeAppFolder, makeConfigFolder, makeSnapshot } from '../server/fixture.ts';
import { dataset, field, LEVELS } from './datasets.ts';
import { findPostgres, startCluster, type Cluster } from './postgis.ts';

const PLACES = dataset('places', 'point', [field('name', 'text')]);
const placesNamed = (...names: readonly string[]) => ({
  kind: 'features' as const,
  digest: names.join(),
  features: names.map((name, i) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [10 + i, 1] },
    properties: { name },
  })),
});

const postgres = findPostgres();

if ('missing' in postgres)
  it.skip(`a database that stops: not tested, because ${postgres.missing}`);
else {
  const namesIn = async (store: Store): Promise<unknown[]> => {
    const page = await store.page({ dataset: 'places', fields: ['name'], limit: 10 });
    return page.map(({ properties }) => properties['name']).sort();
  };

  describe('a server whose database stops and starts again', () => {
    let cluster: Cluster;
    let store: Store;
    let app: Awaited<ReturnType<typeof createServer>>;
    const folders: string[] = [];

    beforeAll(async () => {
      cluster = await startCluster(postgres.bin);
      store = await openStore({ databaseUrl: cluster.databaseUrl });
      // The other two are needed for the tiles of the fixture.
      for (const id of ['places', 'wells', 'paths'])
        await loadDataset({ ...PLACES, id }, placesNamed('a', 'b'), LEVELS, store);
      const [configDir, appDir] = [makeConfigFolder(), makeAppFolder()];
      folders.push(configDir, appDir);
      app = await createServer({ snapshot: await makeSnapshot(configDir), store, appDir });
    }, 60_000);
    afterAll(async () => {
      await app.close();
      await store.close();
      await cluster.stop();
      for (const folder of folders) rmSync(folder, { recursive: true });
    }, 60_000);

    it('answers 503 with the time to wait, and recovers when the database is back', async () => {
      const url = '/api/mvt/tile/places/3/4/3.pbf';
      expect((await app.inject(url)).statusCode).toBe(200);
      await cluster.halt();
      for (const moment of ['as it stops', 'while it is gone']) {
        const gone = await app.inject('/api/mvt/tile/places/4/8/7.pbf');
        expect([moment, gone.statusCode, gone.headers['retry-after']]).toEqual([moment, 503, '5']);
        expect(gone.body).not.toMatch(/ECONN|postgres|127\.0/);
      }
      for (const open of ['/', '/health']) expect((await app.inject(open)).statusCode).toBe(200);
      await cluster.resume();
      expect((await app.inject('/api/mvt/tile/places/4/8/7.pbf')).statusCode).toBe(200);
      expect(await namesIn(store)).toEqual(['a', 'b']);
    }, 60_000);

    it('recovers from a restart despite its old connections', async () => {
      expect(await namesIn(store)).toEqual(['a', 'b']);
      await cluster.halt();
      await cluster.resume();
      expect(await namesIn(store)).toEqual(['a', 'b']);
    }, 60_000);

    it('keeps the old version when the database stops during a load, and loads afterwards', async () => {
      const stopping = (async function* () {
        yield placesNamed('c').features[0];
        await cluster.halt();
        yield* placesNamed('d').features;
      })();
      const input = { kind: 'features', digest: 'stopping', features: stopping } as const;
      await expect(loadDataset(PLACES, input, LEVELS, store)).rejects.toThrow();
      await cluster.resume();
      expect(await namesIn(store)).toEqual(['a', 'b']);
      const report = await loadDataset(PLACES, placesNamed('e'), LEVELS, store);
      expect(report.loaded).toBe(1);
      expect(await namesIn(store)).toEqual(['e']);
    }, 60_000);

    it('cannot start without the database or PostGIS, and reports that without the address', async () => {
      const error = await openStore({ databaseUrl: 'postgres://secret@127.0.0.1:1/x' }).catch(
        (e: unknown) => e,
      );
      expect(error).toMatchObject({ name: 'StoreUnavailable' });
      expect(String(error)).toContain('DATABASE_URL does not respond (ECONNREFUSED)');
      expect(String(error)).not.toContain('secret');
      const unknown = cluster.databaseUrl.replace(/postgres$/, 'nowhere');
      await expect(openStore({ databaseUrl: unknown })).rejects.toThrow('was refused (3D000)');
      const client = new pg.Client({ connectionString: cluster.databaseUrl });
      await client.connect();
      await client.query('CREATE ROLE plain LOGIN');
      await client.query('CREATE DATABASE bare OWNER plain');
      await client.end();
      const bare = cluster.databaseUrl.replace('atlas@', 'plain@').replace(/postgres$/, 'bare');
      await expect(openStore({ databaseUrl: bare })).rejects.toThrow(
        'has no PostGIS (42501). Install it, and have a superuser run `CREATE EXTENSION postgis` there.',
      );
    });

    it('reports missing permissions of its user, and needs none for an existing schema', async () => {
      const asOwner = async (database: string, ...statements: readonly string[]) => {
        const connectionString = cluster.databaseUrl.replace(/postgres$/, database);
        const client = new pg.Client({ connectionString });
        await client.connect();
        for (const statement of statements) await client.query(statement);
        await client.end();
      };
      await asOwner('postgres', 'CREATE ROLE guest LOGIN', 'CREATE DATABASE shared');
      await asOwner('shared', 'CREATE EXTENSION postgis');
      const asGuest = cluster.databaseUrl.replace('atlas@', 'guest@');
      const shared = asGuest.replace(/postgres$/, 'shared');
      await expect(openStore({ databaseUrl: shared })).rejects.toThrow(
        'does not have permission to create a schema in that database (42501). Have its owner run `GRANT CREATE',
      );
      await expect(openStore({ databaseUrl: asGuest })).rejects.toThrow(
        'does not have permission to write to the schema of the atlas (42501)',
      );
      await asOwner('shared', 'CREATE SCHEMA atlas AUTHORIZATION guest');
      await (await openStore({ databaseUrl: shared })).close();
    });
  });

  describe('a server with a replica', () => {
    let primary: Cluster;
    let replica: Cluster;
    let store: Store;
    let watcher: pg.Client;

    beforeAll(async () => {
      primary = await startCluster(postgres.bin);
      const first = await openStore({ databaseUrl: primary.databaseUrl });
      await loadDataset(PLACES, placesNamed('a'), LEVELS, first);
      await first.close();
      replica = await primary.startReplica();
      store = await openStore({
        databaseUrl: primary.databaseUrl,
        readUrl: replica.databaseUrl,
      });
      watcher = new pg.Client({ connectionString: replica.databaseUrl });
      await watcher.connect();
      watcher.on('error', () => undefined);
    }, 60_000);
    afterAll(async () => {
      await watcher.end().catch(() => undefined);
      await store.close();
      await replica.stop();
      await primary.stop();
    }, 60_000);

    const until = async (holds: () => Promise<boolean>): Promise<void> => {
      const end = Date.now() + 20_000;
      while (!(await holds())) {
        if (Date.now() > end) throw new Error('the condition did not become true');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };

    it('reads from the replica when it has all writes', async () => {
      await until(async () => {
        await namesIn(store);
        const { rows } = await watcher.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE query LIKE 'SELECT e.id%'`,
        );
        return rows[0]!.count > 0;
      });
    }, 60_000);

    it('shows its loads immediately, although the replica is behind', async () => {
      await watcher.query('SELECT pg_wal_replay_pause()');
      for (const name of ['b', 'c']) {
        await loadDataset(PLACES, placesNamed(name), LEVELS, store);
        expect(await namesIn(store)).toEqual([name]);
        expect((await store.status('places'))?.count).toBe(1);
      }
      await watcher.query('SELECT pg_wal_replay_resume()');
      expect(await namesIn(store)).toEqual(['c']);
    }, 60_000);

    it('reads from the primary while the replica is not available', async () => {
      await until(async () => {
        const { rows } = await watcher.query<{ paused: boolean }>(
          `SELECT pg_last_wal_replay_lsn() < pg_last_wal_receive_lsn() AS paused`,
        );
        return !rows[0]!.paused;
      });
      expect(await namesIn(store)).toEqual(['c']);
      await replica.halt();
      expect(await namesIn(store)).toEqual(['c']);
      await replica.resume();
    }, 60_000);

    it('continues to read from the replica while the primary is not available', async () => {
      // A failed replica is not used for five seconds.
      await new Promise((resolve) => setTimeout(resolve, 5_500));
      expect(await namesIn(store)).toEqual(['c']);
      await primary.halt();
      expect(await namesIn(store)).toEqual(['c']);
      await expect(loadDataset(PLACES, placesNamed('never'), LEVELS, store)).rejects.toThrow();
      expect(await namesIn(store)).toEqual(['c']);
    }, 60_000);
  });
}
