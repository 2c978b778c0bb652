import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { TileFiles } from '../../../server/routes/tiles/tile-files.ts';
import { makeSmallDisk, whyNoSmallDisk, type SmallDisk } from '../store/small-disk.ts';
import { addressesOf, crawl, differences, gatherTargets } from './crawl.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { NIGHTLY } from '../../size.ts';

const TIMEOUT = 120_000;
/** The test requests only one of this number of addresses. */
const STEP = NIGHTLY ? 1 : 7;
const noDisk = whyNoSmallDisk();

describe('a server whose disk gets full', { timeout: TIMEOUT }, () => {
  if (noDisk !== null) {
    it.skip(`not tested, because ${noDisk}`);
    return;
  }
  let disk: SmallDisk;
  let server: GuardedServer;
  let tileFiles: TileFiles;
  const faults: unknown[] = [];

  beforeAll(async () => {
    disk = makeSmallDisk(24);
    tileFiles = new TileFiles({
      folder: join(disk.folder, 'tiles'),
      maxBytes: 8 * 1_048_576,
      failed: (error) => void faults.push(error),
    });
    const dataDir = join(disk.folder, 'store');
    const place = { dataDir, role: 'server', workers: 1 } as const;
    server = await startGuardedServer(
      { member: 1, warden: 1, elder: 1 },
      { place, tileFiles, dataDir },
    );
  }, TIMEOUT);
  afterAll(async () => {
    await server?.close();
    await tileFiles?.settled();
    disk?.remove();
  }, TIMEOUT);

  const stateOfDisk = async () =>
    (await server.app.inject('/health')).json<{ disk: string }>().disk;
  const askTiles = async (z: number) => {
    for (let x = 0; x < 6; x += 1) {
      const url = `/api/mvt/tile/wells/${z}/${2 ** (z - 1) + x}/${2 ** (z - 1) - x}.pbf`;
      expect((await server.app.inject(url)).statusCode).toBeLessThan(300);
    }
    await tileFiles.settled();
  };
  const loadMore = async () => {
    const wells = server.model.datasets.get('wells')!;
    const features = Array.from({ length: 2_000 }, (_, at) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [10 + at / 1_000, 1] },
      properties: { name: `Well ${at}` },
    }));
    const input = { kind: 'features', digest: 'more', features } as const;
    return loadDataset(wells, input, server.model.levels, server.store);
  };
  const versions = () => readdirSync(join(disk.folder, 'store/versions'));

  it('answers as before, caches no tiles and reports that once, refuses loads, and recovers', async () => {
    const all = addressesOf(server.routes, await gatherTargets([server]));
    const addresses = all.filter((url, at) => at % STEP === 0 && url !== '/health');
    const before = [
      await crawl(server.app, addresses),
      await crawl(server.app, addresses, { level: 'elder' }),
    ];
    expect(await stateOfDisk()).toBe('ok');
    const stored = versions();

    disk.leave(0);
    expect(await stateOfDisk()).toBe('full');
    for (const z of [5, 6, 7]) await askTiles(z);
    expect(faults).toEqual([expect.objectContaining({ code: 'ENOSPC' })]);
    await expect(loadMore()).rejects.toMatchObject({
      name: 'StoreFull',
      message: expect.stringContaining('Data loaded before are kept. Free disk space'),
    });
    expect(versions()).toEqual(stored);
    const meanwhile = [
      await crawl(server.app, addresses),
      await crawl(server.app, addresses, { level: 'elder' }),
    ];
    expect(before.map((one, i) => differences(one, meanwhile[i]!))).toEqual([[], []]);

    disk.makeRoom();
    expect(await stateOfDisk()).toBe('ok');
    const kept = tileFiles.figures().entries;
    await askTiles(4);
    expect(tileFiles.figures().entries).toBeGreaterThan(kept);
    expect((await loadMore()).loaded).toBe(2_000);
    expect(versions()).toHaveLength(stored.length);
    expect(faults).toHaveLength(1);
  });
});
