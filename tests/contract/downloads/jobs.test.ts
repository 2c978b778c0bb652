/** The jobs of downloads with a task that the test controls: limits, turns, ends. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DownloadTable } from '../../../server/accounts/account-store.ts';
import type { NewDownload } from '../../../server/accounts/download.ts';
import { Downloads } from '../../../server/downloads/downloads.ts';
import { prepareFiles } from '../../../server/downloads/work/prepare-files.ts';
import type { RunTask } from '../../../server/downloads/work/task.ts';
import { createLogger } from '../../../server/http/log.ts';
import { makeSmallDisk, whyNoSmallDisk } from '../store/small-disk.ts';
import { AREA, PLACES, startDownloadSite, type DownloadSite } from './download-site.ts';

const DAY = 86_400_000;
const noDisk = whyNoSmallDisk();

for (const { name, missing } of PLACES) {
  describe.skipIf(missing !== null)(`the jobs of downloads over ${missing ?? name}`, () => {
    let site: DownloadSite;

    beforeAll(async () => {
      site = await startDownloadSite(name, { inProcess: true });
    }, 120_000);

    const folders: string[] = [];
    const makeFolder = (): string => {
      const folder = mkdtempSync(join(tmpdir(), 'atlas-jobs-'));
      folders.push(folder);
      return folder;
    };
    afterAll(async () => {
      await site?.close();
      for (const folder of folders) rmSync(folder, { recursive: true });
    });

    const start = async (
      run: RunTask,
      limits: ConstructorParameters<typeof Downloads>[0]['limits'],
      { now = Date.now, folder = makeFolder(), changed = (jobs) => jobs }: Surroundings = {},
    ) => {
      const { accounts, app } = site.opened;
      const { store } = accounts.accounts;
      await clear(site);
      const downloads = new Downloads({
        accounts: { store: { ...store, downloads: changed(store.downloads) }, now },
        place: { dataDir: '/none', role: 'tool' },
        folder,
        run,
        limits: limits ?? {},
        snapshot: () => app.currentSnapshot(),
        logger: createLogger('silent'),
      });
      const { id } = (await accounts.accounts.store.accounts.byUsername('member'))!;
      return { downloads, id, folder, table: accounts.accounts.store.downloads };
    };
    const request = {
      area: 'POLYGON ((9 0, 10 0, 10 1, 9 0))',
      size: 1,
      datasets: ['springs'],
      formats: ['csv'] as const,
      agreement: null,
    };
    const never: RunTask = (_task, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });

    it('ends a job that takes too long, and goes on with the next', async () => {
      const { downloads, id, table } = await start(never, { time: 20 });
      await downloads.add(id, request);
      await downloads.add(id, request);
      await downloads.settled();
      expect((await table.ofAccount(id)).map(({ state, reason }) => [state, reason])).toEqual([
        ['failed', 'late'],
        ['failed', 'late'],
      ]);
      await downloads.close();
    });

    it('limits the jobs of an account that are not finished', async () => {
      const { downloads, id, table } = await start(never, { unfinished: 2 });
      expect(await downloads.add(id, request)).toHaveProperty('id');
      expect(await downloads.add(id, request)).toHaveProperty('id');
      expect(await downloads.add(id, request)).toBe('too-many');
      await downloads.close();
      expect((await table.ofAccount(id)).map(({ state }) => state).toSorted()).toEqual([
        'running',
        'waiting',
      ]);
    });

    it('limits them also when ten are added at once', async () => {
      const { downloads, id, table } = await start(never, { unfinished: 3 });
      const added = await Promise.all(Array.from({ length: 10 }, () => downloads.add(id, request)));
      expect(added.filter((one) => one === 'too-many')).toHaveLength(7);
      const [running, ...waiting] = (await table.ofAccount(id)).toSorted((a, b) =>
        a.state < b.state ? -1 : 1,
      );
      expect(await downloads.aheadOf(running!)).toBe(0);
      const ahead = await Promise.all(waiting.map((one) => downloads.aheadOf(one)));
      expect(ahead.toSorted()).toEqual([1, 2]);
      await downloads.close();
    });

    it('takes turns by account, so that many downloads of one do not delay another', async () => {
      let release = (): void => undefined;
      const begun: string[] = [];
      const oneByOne: RunTask = async ({ recipient: { username } }) => {
        begun.push(username);
        if (begun.length === 1) await new Promise<void>((resolve) => (release = resolve));
        return { kind: 'empty' };
      };
      const { downloads, id } = await start(oneByOne, {});
      const { accounts } = site.opened.accounts.accounts.store;
      const other = (await accounts.byUsername('elder'))!.id;
      const added = [];
      for (const account of [id, id, id, other]) {
        added.push(await downloads.add(account, request));
        if (added.length === 1) await expect.poll(() => begun).toEqual(['member']);
      }
      const jobs = added.map((one) => ({ ...(one as NewDownload), state: 'waiting' as const }));
      const ahead = await Promise.all(jobs.slice(1).map((one) => downloads.aheadOf(one)));
      expect(ahead).toEqual([2, 3, 1]);
      release();
      await downloads.settled();
      expect(begun).toEqual(['member', 'elder', 'member', 'member']);
      await downloads.close();
    });

    it('keeps the newest files of an account within its room on the disk', async () => {
      const write: RunTask = async ({ file }) => {
        writeFileSync(file, '12345678');
        return { kind: 'done', cuts: [], bytes: 8 };
      };
      const { downloads, id, table, folder } = await start(write, { accountBytes: 16 });
      for (let number = 0; number < 4; number += 1) {
        await downloads.add(id, request);
        await downloads.settled();
      }
      expect(await table.ofAccount(id)).toHaveLength(3);
      expect(readdirSync(folder)).toHaveLength(3);
      await downloads.close();
    });

    it('keeps as many jobs of an account as the limit says, the newest', async () => {
      const empty: RunTask = () => Promise.resolve({ kind: 'empty' });
      let clock = Date.now();
      const { downloads, id, table } = await start(empty, { kept: 2 }, { now: () => (clock += 1) });
      const added = [];
      for (let number = 0; number < 4; number += 1) {
        added.push(((await downloads.add(id, request)) as NewDownload).id);
        await downloads.settled();
      }
      const kept = (await table.ofAccount(id)).map((one) => one.id);
      expect(kept.toSorted()).toEqual(added.slice(-2).toSorted());
      await downloads.close();
    });

    it('leaves no file of a job that failed', async () => {
      const half: RunTask = ({ file, folder: work }) => {
        writeFileSync(file, 'half');
        writeFileSync(join(work, 'part.csv'), 'half');
        return Promise.reject(new Error('no more'));
      };
      const { downloads, id, table, folder } = await start(half, {});
      await downloads.add(id, request);
      await downloads.settled();
      expect((await table.ofAccount(id))[0]).toMatchObject({ state: 'failed', reason: 'server' });
      expect(readdirSync(folder)).toEqual([]);
      await downloads.close();
    });

    it('saves the end of a job later when the database does not answer', async () => {
      let isDown = true;
      const empty: RunTask = () => Promise.resolve({ kind: 'empty' });
      const { downloads, id, table } = await start(
        empty,
        {},
        {
          changed: (jobs) => ({
            ...jobs,
            end: (...end) => (isDown ? Promise.reject(new Error('down')) : jobs.end(...end)),
          }),
        },
      );
      await downloads.add(id, request);
      await downloads.settled();
      expect((await table.ofAccount(id))[0]).toMatchObject({ state: 'running' });
      isDown = false;
      await downloads.add(id, request);
      await downloads.settled();
      expect((await table.ofAccount(id)).map(({ state }) => state)).toEqual(['empty', 'empty']);
      await downloads.close();
    });

    it.skipIf(noDisk !== null)(
      `says that the disk is full, leaves nothing, and goes on when there is room${noDisk === null ? '' : ` (${noDisk})`}`,
      async () => {
        const disk = makeSmallDisk(2);
        const run: RunTask = (task, { progress }) =>
          prepareFiles(task, site.opened.store, progress);
        const { downloads, id, table } = await start(run, {}, { folder: disk.folder });
        const formats = ['geojson', 'csv', 'geopackage', 'geoparquet', 'shapefile'] as const;
        for (const room of [0, 8_192, 32_768, 65_536, Infinity]) {
          if (room === Infinity) disk.makeRoom();
          else disk.leave(room);
          await downloads.add(id, { ...request, area: AREA, formats });
          await downloads.settled();
        }
        const ends = (await table.ofAccount(id)).map(({ state, reason }) => reason ?? state);
        expect(ends.toReversed()).toEqual([...Array<string>(4).fill('no-room'), 'done']);
        expect(readdirSync(disk.folder)).toHaveLength(1);
        await downloads.close();
        disk.remove();
      },
    );

    it('names the limit that files reach: that of a job, or what is left of the disk', async () => {
      const limits: number[] = [];
      const large: RunTask = async ({ maxBytes }) => {
        limits.push(maxBytes);
        return { kind: 'too-much' };
      };
      const sizes = { jobBytes: 100, diskBytes: 150 };
      const { downloads, id, table, folder } = await start(large, sizes);
      const reason = async (): Promise<unknown> => {
        const added = (await downloads.add(id, request)) as NewDownload;
        await downloads.settled();
        return (await table.byId(added.id))?.reason;
      };
      expect(await reason()).toBe('too-much');
      writeFileSync(join(folder, 'other.zip'), 'x'.repeat(60));
      expect(await reason()).toBe('no-room');
      expect(limits).toEqual([100, 90]);
      await downloads.close();
    });

    it('refuses jobs while the disk limit is reached', async () => {
      const { downloads, id, folder } = await start(never, { diskBytes: 100 });
      writeFileSync(join(folder, 'other.zip'), 'x'.repeat(100));
      expect(await downloads.add(id, request)).toBe('no-room');
      writeFileSync(join(folder, 'other.zip'), 'x'.repeat(99));
      expect(await downloads.add(id, request)).toHaveProperty('id');
      await downloads.close();
    });

    it('removes expired jobs and their files', async () => {
      const clock = { now: Date.now() };
      const write: RunTask = async ({ file }) => {
        writeFileSync(file, 'zip');
        return { kind: 'done', cuts: [], bytes: 3 };
      };
      const { downloads, id, table, folder } = await start(write, {}, { now: () => clock.now });
      await downloads.add(id, request);
      await downloads.settled();
      expect(readdirSync(folder)).toHaveLength(1);
      clock.now += DAY - 1;
      await downloads.sweep();
      expect(await table.ofAccount(id)).toHaveLength(1);
      clock.now += 1;
      await downloads.sweep();
      expect(await table.ofAccount(id)).toHaveLength(0);
      expect(readdirSync(folder)).toEqual([]);
      await downloads.close();
    });

    it('ends a job whose account lost the permission before it began', async () => {
      const { downloads, id, table } = await start(never, {});
      await downloads.add(id, { ...request, datasets: ['plots'] });
      await downloads.settled();
      expect((await table.ofAccount(id))[0]).toMatchObject({
        state: 'failed',
        reason: 'forbidden',
      });
      await downloads.close();
    });

    it('stops at once when the server stops while a job begins', async () => {
      const { downloads, id, table } = await start(never, {});
      const added = (await downloads.add(id, request)) as NewDownload;
      await downloads.close();
      expect(['waiting', 'running']).toContain((await table.byId(added.id))?.state);
    });

    it('ends a job that is removed while it begins', async () => {
      let downloads: Downloads | null = null;
      const started = await start(
        never,
        {},
        {
          changed: (jobs) => ({
            ...jobs,
            begin: async (job) => {
              const begun = await jobs.begin(job);
              await downloads?.remove(job);
              return begun;
            },
          }),
        },
      );
      downloads = started.downloads;
      expect(await downloads.add(started.id, request)).toHaveProperty('id');
      await downloads.settled();
      expect(await started.table.ofAccount(started.id)).toEqual([]);
      await downloads.close();
    });

    it('ends the process of a job that is removed', async () => {
      const { downloads, id, table } = await start(never, {});
      const added = await downloads.add(id, request);
      if (typeof added === 'string') throw new Error(added);
      await downloads.remove(added.id);
      await downloads.settled();
      expect(await table.byId(added.id)).toBeNull();
      await downloads.close();
    });
  });
}

/** What differs from a usual start. */
interface Surroundings {
  readonly now?: () => number;
  readonly folder?: string;
  /** Replaces the table of jobs. */
  readonly changed?: (jobs: DownloadTable) => DownloadTable;
}

async function clear({ opened }: DownloadSite): Promise<void> {
  const { downloads } = opened.accounts.accounts.store;
  for (const { id } of await downloads.all()) await downloads.remove(id);
}
