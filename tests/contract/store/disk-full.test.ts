import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { backUp, restore } from '../../../server/store/backup/backup.ts';
import { openStore, type Store, type StorePlace } from '../../../server/store/open-store.ts';
import { LEVELS } from './datasets.ts';
import { findPostgres, startCluster, type Cluster } from './postgis.ts';
import { makeSmallDisk, whyNoSmallDisk, type SmallDisk } from './small-disk.ts';
import { countOf, ROUNDS, roundFeatures } from './rounds.ts';
import { NIGHTLY } from '../../size.ts';

const TIMEOUT = 120_000;
/** Milliseconds after which a restarted database is used again. */
const RECOVERY = 10_000;
/** The amounts of free disk space in bytes at the beginning of a load. */
const ROOMS = NIGHTLY
  ? [0, 4_096, 8_192, 16_384, 32_768, 65_536, 98_304, 131_072, 196_608, 262_144]
  : [0, 4_096, 131_072];
const OF = { atlas: 'rounds', env: process.env };
const noDisk = whyNoSmallDisk();
const postgres = findPostgres();

async function load(store: Store, round: number): Promise<void> {
  const features = roundFeatures(round);
  await loadDataset(
    ROUNDS,
    { kind: 'features', digest: `round ${round}`, features },
    LEVELS,
    store,
  );
}

/** Returns the rounds of the stored features, and the number of features. */
async function stored(store: Store): Promise<[rounds: unknown[], count: number]> {
  const page = await store.page({ dataset: 'rounds', fields: ['round'], limit: 10_000 });
  return [[...new Set(page.map(({ properties }) => properties['round']))], page.length];
}

const noRoom = (words: string) => ({
  name: 'StoreFull',
  message: expect.stringMatching(new RegExp(`${words}.* are kept\\. Free disk space.*try again`)),
});

if (noDisk !== null) it.skip(`a full disk: not tested, because ${noDisk}`);
else {
  describe('a data folder whose disk is full', { timeout: TIMEOUT }, () => {
    let disk: SmallDisk;
    let place: Extract<StorePlace, { dataDir: string }>;
    // A new disk each time: ended threads free the space of open files only later.
    beforeEach(() => {
      disk = makeSmallDisk(8);
      place = { dataDir: join(disk.folder, 'store'), role: 'server', workers: 1 };
    });
    afterEach(() => disk.remove());

    const versions = () => readdirSync(join(place.dataDir, 'versions'));

    it.each(ROOMS)(
      'except for %i bytes keeps the loaded data, and accepts the load when space is free',
      async (room) => {
        const store = await openStore(place);
        await load(store, 1);
        const before = versions();
        disk.leave(room);
        await expect(load(store, 2)).rejects.toMatchObject(noRoom('the data folder'));
        expect(versions()).toEqual(before);
        expect(await stored(store)).toEqual([[1], countOf(1)]);
        disk.makeRoom();
        await load(store, 2);
        expect(await stored(store)).toEqual([[2], countOf(2)]);
        expect(versions()).toHaveLength(1);
        await store.close();
      },
    );

    it('restores a backup when space is free, and changes nothing before', async () => {
      const dir = mkdtempSync(join(tmpdir(), 'atlas-backup-'));
      const dataDir = mkdtempSync(join(tmpdir(), 'atlas-store-'));
      for (const [round, at] of [
        [1, { ...place, dataDir }],
        [2, place],
      ] as const) {
        const store = await openStore(at);
        await load(store, round);
        if (at !== place) await backUp(at, dir, OF);
        await store.close();
      }
      disk.leave(65_536);
      await expect(restore(place, dir, OF)).rejects.toMatchObject({
        name: 'BackupError',
        message: expect.stringMatching(/is full\. Nothing was changed\. Free disk space/),
      });
      expect(versions()).toHaveLength(1);
      disk.makeRoom();
      const again = await openStore(place);
      expect(await stored(again)).toEqual([[2], countOf(2)]);
      await again.close();
      await restore(place, dir, OF);
      const restored = await openStore(place);
      expect(await stored(restored)).toEqual([[1], countOf(1)]);
      await restored.close();
      for (const one of [dir, dataDir]) rmSync(one, { recursive: true });
    });
  });

  describe('a backup to a full disk', { timeout: TIMEOUT }, () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'atlas-store-'));
    let disk: SmallDisk;
    let cluster: Cluster | null = null;
    beforeAll(async () => {
      disk = makeSmallDisk(8);
      if ('bin' in postgres) cluster = await startCluster(postgres.bin);
    }, TIMEOUT);
    afterAll(async () => {
      disk.remove();
      rmSync(dataDir, { recursive: true });
      await cluster?.stop();
    }, TIMEOUT);

    const fails = async (place: StorePlace, name: string) => {
      const store = await openStore(place);
      await load(store, 1);
      const status = await store.status('rounds');
      const dir = join(disk.folder, name);
      for (const room of [0, 4_096, 32_768]) {
        disk.leave(room);
        await expect(backUp(place, dir, OF)).rejects.toMatchObject({
          name: 'BackupError',
          message: expect.stringMatching(/is full, so the backup was removed\. Free disk space/),
        });
        disk.makeRoom();
        // Nothing remains that looks like a backup, or that prevents the next one.
        expect(readdirSync(disk.folder)).not.toContain(name);
      }
      mkdirSync(dir);
      disk.leave(32_768);
      await expect(backUp(place, dir, OF)).rejects.toThrow('is full');
      expect(readdirSync(dir)).toEqual([]);
      disk.makeRoom();
      await backUp(place, dir, OF);
      await load(store, 2);
      await store.close();
      await restore(place, dir, OF);
      const restored = await openStore(place);
      expect(await restored.status('rounds')).toEqual(status);
      await restored.close();
    };

    it('of the embedded store fails, leaves nothing, and succeeds when space is free', () =>
      fails({ dataDir, role: 'tool', workers: 1 }, 'sqlite'));

    if ('missing' in postgres) it.skip(`of PostGIS: not tested, because ${postgres.missing}`);
    else
      it('of PostGIS fails, leaves nothing, and succeeds when space is free', () =>
        fails({ databaseUrl: cluster!.databaseUrl }, 'postgis'));
  });

  describe('a database whose disk is full', { timeout: TIMEOUT }, () => {
    if ('missing' in postgres) {
      it.skip(`not tested, because ${postgres.missing}`);
      return;
    }
    let disk: SmallDisk;
    let cluster: Cluster;
    let store: Store;
    afterAll(async () => {
      await store?.close();
      await cluster?.stop();
      disk?.remove();
    }, TIMEOUT);

    it('keeps the loaded data, and accepts the load when space is free', async () => {
      disk = makeSmallDisk(16);
      cluster = await startCluster(postgres.bin);
      const space = join(disk.folder, 'space');
      mkdirSync(space);
      cluster.own(space);
      const client = new pg.Client({ connectionString: cluster.databaseUrl });
      await client.connect();
      await client.query(`CREATE TABLESPACE small LOCATION '${space}'`);
      await client.query('ALTER ROLE atlas SET default_tablespace = small');
      await client.end();
      store = await openStore({ databaseUrl: cluster.databaseUrl });
      await load(store, 1);
      const status = await store.status('rounds');
      for (const room of ROOMS) {
        disk.leave(room);
        await expect(load(store, 2)).rejects.toMatchObject(noRoom('\\(53100\\)'));
        expect(await store.status('rounds')).toEqual(status);
        expect(await stored(store)).toEqual([[1], countOf(1)]);
      }
      disk.makeRoom();
      await load(store, 2);
      expect(await stored(store)).toEqual([[2], countOf(2)]);
    });

    it('including its log, may end, and accepts the load when space is free and it runs', async () => {
      const whole = makeSmallDisk(128);
      const place = await startCluster(postgres.bin, { parent: whole.folder });
      const served = await openStore({ databaseUrl: place.databaseUrl });
      try {
        await load(served, 1);
        for (const room of [...ROOMS, 'no log'] as const) {
          whole.leave(room === 'no log' ? 0 : room);
          if (room === 'no log') await fillLog(place.databaseUrl);
          // A database that needs more space for its log ends, and does not start again.
          await expect(load(served, 2)).rejects.toMatchObject({
            name: expect.stringMatching(/^Store(?:Full|Unavailable)$/),
            message: expect.stringMatching(/Data loaded before are kept\. .*[tT]ry again/),
          });
          whole.makeRoom();
          await place.resume();
          const since = performance.now();
          while ((await stored(served).catch(() => null)) === null)
            expect(performance.now() - since).toBeLessThan(RECOVERY);
          expect(await stored(served)).toEqual([[1], countOf(1)]);
        }
        await load(served, 2);
        expect(await stored(served)).toEqual([[2], countOf(2)]);
      } finally {
        await served.close();
        await place.stop();
        whole.remove();
      }
    });
  });
}

/** Writes to the log of a database until its disk is full and the database ends. */
async function fillLog(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const switchLog = "SELECT pg_logical_emit_message(false, 'full', 'x'), pg_switch_wal()";
  for (let segment = 0; segment < 1_000; segment += 1)
    if (
      await client.query(switchLog).then(
        () => false,
        () => true,
      )
    )
      break;
  await client.end().catch(() => undefined);
}
