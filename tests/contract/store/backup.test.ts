import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { DatasetInputs } from '../../../host/config/dataset-inputs.ts';
import type { LoadInput } from '../../../server/load/load-input.ts';
import { reloadDataset } from '../../../server/load/load-dataset.ts';
import { ServiceInputs } from '../../../server/services/service-inputs.ts';
import { backUp, restore } from '../../../server/store/backup/backup.ts';
import { openStore, type StorePlace } from '../../../server/store/open-store.ts';
import { addressesOf, crawl, differences, gatherTargets, type Crawl } from '../server/crawl.ts';
import { startGuardedServer, type GuardedServer } from '../server/guarded-server.ts';
import { findPostgres, startCluster } from './postgis.ts';
import { NIGHTLY, sample } from '../../size.ts';

/**
 * The test requests only one of this number of addresses. The step covers every kind of address.
 */
const STEP = NIGHTLY ? 1 : 7;
const TIMEOUT = 120_000;
const OF = { atlas: 'guarded-coast', env: process.env };
const SEEDS = { member: 1, warden: 1, elder: 1 };

const folders: string[] = [];
const temporary = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-backup-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const postgres = findPostgres();
const STORES = [
  {
    name: 'embedded',
    missing: null,
    start: async () => ({
      place: { dataDir: temporary(), role: 'server', workers: 1 } as StorePlace,
      stop: async () => undefined,
    }),
  },
  {
    name: 'PostGIS',
    missing: 'missing' in postgres ? postgres.missing : null,
    start: async () => {
      if ('missing' in postgres) throw new Error(postgres.missing);
      const cluster = await startCluster(postgres.bin);
      return { place: { databaseUrl: cluster.databaseUrl } as StorePlace, stop: cluster.stop };
    },
  },
];

for (const { name, missing, start } of sample(STORES, 2)) {
  if (missing !== null) {
    it.skip(`a backup of the ${name} store: not tested, because ${missing}`);
    continue;
  }
  describe(`a backup of the ${name} store (one of two; nightly both)`, { timeout: TIMEOUT }, () => {
    let place: StorePlace;
    let stop: () => Promise<void>;
    let dir: string;
    let addresses: string[];
    let before: readonly Crawl[];

    const crawlOf = async ({ app }: GuardedServer): Promise<Crawl[]> => [
      await crawl(app, addresses),
      await crawl(app, addresses, { level: 'elder' }),
    ];
    const statusesOf = async () => {
      const store = await openStore('dataDir' in place ? { ...place, role: 'tool' } : place);
      try {
        return await store.statuses();
      } finally {
        await store.close();
      }
    };

    beforeAll(async () => {
      ({ place, stop } = await start());
      const server = await startGuardedServer(SEEDS, { place });
      const all = addressesOf(server.routes, await gatherTargets([server]));
      addresses = all.filter((_, index) => index % STEP === 0);
      before = await crawlOf(server);
      dir = temporary();
      const wells = server.model.datasets.get('wells')!;
      const page = await server.store.page({
        dataset: 'wells',
        fields: [...wells.fields.keys()],
        limit: 50,
      });
      const features = page.map((one) => ({ type: 'Feature', ...one }));
      const services = { active: new Map(), folder: dir, report: () => undefined };
      const { configDir } = server.atlas;
      const inputs = new DatasetInputs(configDir, new ServiceInputs(services), null);
      // With the same digest, so that a server on the backup loads nothing when it starts.
      const input = (await inputs.of(wells)) as Extract<LoadInput, { kind: 'features' }>;
      const reload = async () =>
        reloadDataset(wells, { ...input, features }, server.model.levels, server.store);
      // The backup is made while the server runs and a load replaces a version.
      await Promise.all([backUp(place, dir, OF), reload().then(reload)]);
      await server.close();
    }, TIMEOUT);
    afterAll(() => stop(), TIMEOUT);

    it('restores every answer of the server, whatever the store has meanwhile', async () => {
      const other = await startGuardedServer({ member: 2, warden: 2, elder: 2 }, { place });
      const between = await crawlOf(other);
      await other.close();
      expect(differences(before[1]!, between[1]!).length).toBeGreaterThan(20);
      await restore(place, dir, OF);
      const restored = await startGuardedServer(SEEDS, { place });
      expect(restored.output()).not.toContain('loaded in');
      const after = await crawlOf(restored);
      await restored.close();
      expect(before.map((one, i) => differences(one, after[i]!))).toEqual([[], []]);
    });

    it('is not restored while servers run, and nothing changes', async () => {
      const state = await statusesOf();
      const servers = [];
      // A folder has one server, a database may have several.
      for (let n = 0; n < ('dataDir' in place ? 1 : 2); n += 1)
        servers.push(await openStore({ ...place, role: 'server' }));
      await expect(restore(place, dir, OF)).rejects.toMatchObject({
        name: 'StoreBusy',
        message: expect.stringMatching(
          'dataDir' in place ? /^A server uses .* Stop it/ : /^2 servers use .* Stop them/,
        ),
      });
      for (const server of servers) await server.close();
      expect(await statusesOf()).toEqual(state);
      await restore(place, dir, OF);
    });

    it('is readable for its owner only, and never overwritten', async () => {
      expect(statSync(dir).mode & 0o077).toBe(0);
      for (const file of readdirSync(dir)) expect(statSync(join(dir, file)).mode & 0o077).toBe(0);
      await expect(backUp(place, dir, OF)).rejects.toMatchObject({
        name: 'BackupError',
        message: expect.stringContaining('is not empty'),
      });
    });

    it('that is damaged is refused with the reason, and nothing changes', async () => {
      const file = readdirSync(dir).find((one) => one !== 'manifest.json')!;
      const flip = (path: string, at: number) => {
        const bytes = readFileSync(path);
        bytes[at]! ^= 1;
        writeFileSync(path, bytes);
      };
      const damages: readonly (readonly [(copy: string) => void, string])[] = [
        [(copy) => flip(join(copy, file), 200), `\`${file}\` has different content`],
        [(copy) => appendFileSync(join(copy, file), 'x'), 'bytes instead of'],
        [(copy) => rmSync(join(copy, file)), `\`${file}\` is missing`],
        [(copy) => flip(join(copy, 'manifest.json'), 700), '`manifest.json` was changed'],
        [(copy) => rmSync(join(copy, 'manifest.json')), 'is not a complete backup'],
      ];
      const state = await statusesOf();
      for (const [damage, words] of damages) {
        const copy = temporary();
        cpSync(dir, copy, { recursive: true });
        damage(copy);
        await expect(restore(place, copy, OF)).rejects.toMatchObject({
          name: 'BackupError',
          message: expect.stringContaining(words),
        });
        expect(await statusesOf()).toEqual(state);
      }
    });

    it('of another atlas or another store is refused, and nothing changes', async () => {
      const state = await statusesOf();
      await expect(restore(place, dir, { ...OF, atlas: 'another-coast' })).rejects.toThrow(
        'it is of the atlas `guarded-coast`, but this atlas is `another-coast`',
      );
      const elsewhere: StorePlace =
        'dataDir' in place
          ? { databaseUrl: 'postgres://nobody@127.0.0.1:1/none' }
          : { dataDir: temporary(), role: 'tool' };
      await expect(restore(elsewhere, dir, OF)).rejects.toThrow('it was made from');
      expect(await statusesOf()).toEqual(state);
    });
  });
}

describe('the commands for backups', { timeout: TIMEOUT }, () => {
  let server: GuardedServer;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = temporary();
    const place: StorePlace = { dataDir, role: 'server', workers: 1 };
    server = await startGuardedServer(SEEDS, { place });
  }, TIMEOUT);
  afterAll(() => server.close());

  const atlas = async (...args: string[]) => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const io = { out: print, err: print, env: { ATLAS_DATA_DIR: dataDir }, color: false };
    const code = await run([...args, '--config', server.atlas.configDir], io);
    return { code, printed: printed.join('\n') };
  };

  it('report what they did, or why they did nothing', async () => {
    const dir = join(temporary(), 'today');
    const written = await atlas('backup', dir);
    expect([written.code, written.printed]).toEqual([
      0,
      expect.stringMatching(/^Written to .*: 11 datasets, \d+\.\d MB, 0 accounts$/),
    ]);
    const again = await atlas('backup', dir);
    expect([again.code, again.printed]).toEqual([2, expect.stringContaining('is not empty')]);
    const running = await atlas('restore', dir);
    expect([running.code, running.printed]).toEqual([2, expect.stringContaining('A server uses')]);
    copyFileSync(join(dir, 'manifest.json'), join(dir, 'manifest.txt'));
    writeFileSync(join(dir, 'manifest.json'), '{}');
    const damaged = await atlas('restore', dir);
    expect([damaged.code, damaged.printed]).toEqual([2, expect.stringContaining('was changed')]);
  });
});
