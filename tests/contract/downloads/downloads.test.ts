/** The jobs of downloads: who may ask, who may fetch, what survives, what ends. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DownloadTable } from '../../../server/accounts/account-store.ts';
import { Downloads } from '../../../server/downloads/downloads.ts';
import { prepareFiles } from '../../../server/downloads/work/prepare-files.ts';
import type { RunTask } from '../../../server/downloads/work/task.ts';
import { createLogger } from '../../../server/http/log.ts';
import { logInNew, PASSWORD } from '../server/log-in.ts';
import { makeSmallDisk, whyNoSmallDisk } from '../store/small-disk.ts';
import { download, filesOf, get, orderOf, post, URL } from './ask-downloads.ts';
import {
  AREA,
  PLACES,
  startDownloadSite,
  type DownloadSite,
  type Headers,
} from './download-site.ts';

const DAY = 86_400_000;
const noDisk = whyNoSmallDisk();

for (const { name, missing } of PLACES) {
  describe.skipIf(missing !== null)(`downloads over ${missing ?? name}`, () => {
    let site: DownloadSite;

    beforeAll(async () => {
      site = await startDownloadSite(name, { inProcess: true });
    }, 120_000);

    const head = (headers: Headers, url: string) =>
      site.app.inject({ method: 'HEAD', url, headers });

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

    it('offers to each level the datasets with their permissions, without hidden ones', async () => {
      const offered = async (level: keyof DownloadSite['visitors']) => {
        const answer = await get(site, site.visitors[level], URL);
        const { datasets } = answer.json<{ datasets: { id: string; locked?: string }[] }>();
        return Object.fromEntries(datasets.map(({ id, locked = 'open' }) => [id, locked]));
      };
      expect(await offered('member')).toEqual({
        springs: 'open',
        plots: 'warden',
        tracks: 'elder',
      });
      expect(await offered('elder')).toEqual({
        ...{ springs: 'open', plots: 'open', tracks: 'open', shrines: 'open' },
      });
    });

    it('refuses visitors without an account, and requests without the CSRF token', async () => {
      expect((await post(site, {}, orderOf())).statusCode).toBe(401);
      expect((await get(site, {}, URL)).statusCode).toBe(401);
      const { cookie } = site.visitors.member;
      expect((await post(site, { cookie: cookie! }, orderOf())).statusCode).toBe(403);
    });

    it('refuses datasets above the level, and hidden ones as unknown ones', async () => {
      const { member } = site.visitors;
      const asked = async (datasets: readonly string[]) =>
        post(site, member, orderOf({ datasets }));
      expect((await asked(['plots'])).statusCode).toBe(403);
      const hidden = await asked(['shrines']);
      const unknown = await asked(['nothing']);
      expect([hidden.statusCode, hidden.body]).toEqual([400, unknown.body]);
      expect((await asked(['closed'])).body).toBe(unknown.body);
    });

    it('asks for the agreement, and records it', async () => {
      const { member } = site.visitors;
      const refused = await post(site, member, orderOf({ agreement: '2020-01-01' }));
      expect(Object.keys(refused.json<object>())).toEqual(['agreement']);
      const job = await download(site, member);
      expect(job).toMatchObject({ state: 'done', progress: 100 });
      const { store } = site.opened.accounts.accounts;
      expect((await store.accounts.byUsername('member'))!.agreement).toBe('2026-03-09');
    });

    it('ends with `empty` when no dataset has a feature in the area', async () => {
      const area = 'POLYGON ((12 -2, 12.1 -2, 12.1 -1.9, 12 -1.9, 12 -2))';
      expect(await download(site, site.visitors.member, { area })).toMatchObject({
        ...{ state: 'empty', file: null },
      });
    });

    it('gives a file to its account only', async () => {
      const job = await download(site, site.visitors.warden, { formats: ['csv'] });
      const { member, operator } = site.visitors;
      for (const headers of [member, operator])
        for (const url of [job.file!, `${URL}${job.id}/`])
          expect((await get(site, headers, url)).statusCode).toBe(404);
      expect((await get(site, {}, job.file!)).statusCode).toBe(401);
      expect((await get(site, site.visitors.warden, job.file!)).statusCode).toBe(200);
    });

    it('decides the permission again at the fetch', async () => {
      const { warden } = site.visitors;
      const job = await download(site, warden, { datasets: ['plots'], formats: ['csv'] });
      const { accounts } = site.opened.accounts;
      const { id } = (await accounts.store.accounts.byUsername('warden'))!;
      await accounts.store.grants.remove(id, 'warden');
      await accounts.sessions.look();
      expect((await get(site, warden, job.file!)).statusCode).toBe(403);
      expect((await head(warden, job.file!)).statusCode).toBe(403);
      await accounts.store.grants.add({
        ...{ account: id, level: 'warden', scope: '', until: null, by: 'test', created: 1 },
      });
      await accounts.sessions.look();
      expect((await get(site, warden, job.file!)).statusCode).toBe(200);
    });

    it('gives neither file nor job while the account is suspended, or after they expired', async () => {
      const { warden } = site.visitors;
      const job = await download(site, warden, { formats: ['csv'] });
      const { store, sessions, now } = site.opened.accounts.accounts;
      const { id } = (await store.accounts.byUsername('warden'))!;
      const ask = async () => [
        (await get(site, warden, `${URL}${job.id}/`)).statusCode,
        (await head(warden, job.file!)).statusCode,
      ];
      await store.accounts.setSuspended(id, now());
      await sessions.look();
      expect(await ask()).toEqual([401, 401]);
      await store.accounts.setSuspended(id, null);
      await sessions.look();
      expect(await ask()).toEqual([200, 200]);
      const { request, created } = (await store.downloads.byId(job.id))!;
      const old = { id: 'e'.repeat(32), account: id, request, created, expires: now() };
      await store.downloads.add(old);
      const answer = await get(site, warden, `${URL}${old.id}/`);
      const detail = 'This account has no such download. Files are removed after a day.';
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail }]);
      await store.downloads.remove(old.id);
    });

    it('ends with the level: a file is refused after the end date of a grant', async () => {
      const { warden } = site.visitors;
      const job = await download(site, warden, { datasets: ['plots'], formats: ['csv'] });
      const { store, sessions, now } = site.opened.accounts.accounts;
      const { id } = (await store.accounts.byUsername('warden'))!;
      const grant = { account: id, level: 'warden', scope: '', by: 'test', created: 1 };
      await store.grants.add({ ...grant, until: now() - 1 });
      await sessions.look();
      expect((await head(warden, job.file!)).statusCode).toBe(403);
      await store.grants.add({ ...grant, until: null });
      await sessions.look();
      expect((await head(warden, job.file!)).statusCode).toBe(200);
    });

    it('belongs to the data of a person: exported, and removed with the account', async () => {
      const { opened } = site;
      const { store } = opened.accounts.accounts;
      const leaver = await logInNew(opened, { username: 'leaver', grants: ['elder'] });
      const job = await download(site, leaver, { datasets: ['tracks'], formats: ['csv'] });
      await filesOf(site, leaver, job);
      const exported = (await get(site, leaver, '/api/users/export/')).json<{
        readonly downloads: readonly object[];
        readonly audit: readonly object[];
      }>();
      expect(exported.downloads).toMatchObject([{ id: job.id, request: { datasets: ['tracks'] } }]);
      expect(exported.audit).toMatchObject([{ action: 'downloaded', by: 'leaver' }]);
      const gone = await site.app.inject({
        ...{ method: 'POST', url: '/api/users/delete/', headers: leaver },
        payload: { password: PASSWORD },
      });
      expect(gone.statusCode).toBe(200);
      expect(await store.downloads.byId(job.id)).toBeNull();
      const lines = (await store.audit.all()).filter(({ detail }) => detail.startsWith('tracks'));
      expect(lines[0]).toMatchObject({ action: 'downloaded', by: 'owner' });
      expect(JSON.stringify(await store.audit.all())).not.toContain('leaver');
      await opened.downloads.sweep();
      expect(existsSync(opened.downloads.zipOf(job))).toBe(false);
    });

    it('records who fetches restricted data, and shows it to operators', async () => {
      const { elder, operator } = site.visitors;
      const job = await download(site, elder, { datasets: ['tracks'], formats: ['csv'] });
      await filesOf(site, elder, job);
      const audit = async () => (await get(site, operator, '/api/admin/audit/')).json<object[]>();
      const lines = await audit();
      // The page asks whether the file is there before the browser fetches it.
      const asked = await head(elder, job.file!);
      expect([asked.statusCode, asked.body]).toEqual([200, '']);
      expect(await audit()).toEqual(lines);
      expect(lines[0]).toMatchObject({ action: 'downloaded', by: 'elder' });
      expect(JSON.stringify(lines[0])).toContain('tracks');
      const fetched = (await get(site, operator, '/api/admin/downloads/')).json<object[]>();
      expect(fetched[0]).toMatchObject({ by: 'elder', datasets: 'tracks', formats: 'csv' });
      expect(fetched[0]).toHaveProperty(
        'area',
        expect.closeTo(Number(/\(([\d.]+) km²/.exec(JSON.stringify(lines[0]))![1])),
      );
      expect((await get(site, elder, '/api/admin/downloads/')).statusCode).toBe(403);
    });

    it('removes a job with its file, for its account only', async () => {
      const { member, warden } = site.visitors;
      const job = await download(site, member, { formats: ['csv'] });
      const remove = (headers: typeof member) =>
        site.app.inject({ method: 'DELETE', url: `${URL}${job.id}/`, headers });
      expect((await remove(warden)).statusCode).toBe(404);
      expect((await remove(member)).statusCode).toBe(204);
      expect((await get(site, member, job.file!)).statusCode).toBe(404);
    });

    describe('with a task that the test controls', () => {
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
          ...{ place: { dataDir: '/none', role: 'tool' }, folder, run, limits: limits ?? {} },
          snapshot: () => app.currentSnapshot(),
          logger: createLogger('silent'),
        });
        const { id } = (await accounts.accounts.store.accounts.byUsername('member'))!;
        return { downloads, id, folder, table: accounts.accounts.store.downloads };
      };
      const request = {
        ...{ area: 'POLYGON ((9 0, 10 0, 10 1, 9 0))', size: 1, datasets: ['springs'] },
        ...{ formats: ['csv'] as const, agreement: null },
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
          ...['running', 'waiting'],
        ]);
      });

      it('limits them also when ten are added at once', async () => {
        const { downloads, id, table } = await start(never, { unfinished: 3 });
        const added = await Promise.all(
          Array.from({ length: 10 }, () => downloads.add(id, request)),
        );
        expect(added.filter((one) => one === 'too-many')).toHaveLength(7);
        const [running, ...waiting] = (await table.ofAccount(id)).toSorted((a, b) =>
          a.state < b.state ? -1 : 1,
        );
        expect(await downloads.aheadOf(running!)).toBe(0);
        const ahead = await Promise.all(waiting.map((one) => downloads.aheadOf(one)));
        expect(ahead.toSorted()).toEqual([1, 2]);
        await downloads.close();
      });

      it('keeps the newest files of an account within its room on the disk', async () => {
        const write: RunTask = async ({ zip }) => {
          writeFileSync(zip, '12345678');
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

      it('leaves no file of a job that failed', async () => {
        const half: RunTask = ({ zip, folder: work }) => {
          writeFileSync(zip, 'half');
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
          const formats = ['geojson', 'csv', 'geopackage', 'shapefile'] as const;
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

      it('refuses jobs while the disk limit is reached', async () => {
        const { downloads, id } = await start(never, { diskBytes: 0 });
        expect(await downloads.add(id, request)).toBe('no-room');
        await downloads.close();
      });

      it('removes expired jobs and their files', async () => {
        const clock = { now: Date.now() };
        const write: RunTask = async ({ zip }) => {
          writeFileSync(zip, 'zip');
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
          ...{ state: 'failed', reason: 'forbidden' },
        });
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
