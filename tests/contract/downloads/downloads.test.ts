/** The jobs of downloads: who may ask, who may fetch, what survives, what ends. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Downloads } from '../../../server/downloads/downloads.ts';
import type { RunTask } from '../../../server/downloads/work/task.ts';
import { createLogger } from '../../../server/http/log.ts';
import { download, filesOf, get, orderOf, post, URL } from './ask-downloads.ts';
import { PLACES, startDownloadSite, type DownloadSite } from './download-site.ts';

const DAY = 86_400_000;

for (const { name, missing } of PLACES) {
  describe.skipIf(missing !== null)(`downloads over ${missing ?? name}`, () => {
    let site: DownloadSite;

    beforeAll(async () => {
      site = await startDownloadSite(name, { inProcess: true });
    }, 120_000);

    const folders: string[] = [];
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
      await accounts.store.grants.add({
        ...{ account: id, level: 'warden', scope: '', until: null, by: 'test', created: 1 },
      });
      await accounts.sessions.look();
      expect((await get(site, warden, job.file!)).statusCode).toBe(200);
    });

    it('records who fetches restricted data, and shows it to operators', async () => {
      const { elder, operator } = site.visitors;
      const job = await download(site, elder, { datasets: ['tracks'], formats: ['csv'] });
      await filesOf(site, elder, job);
      const lines = (await get(site, operator, '/api/admin/audit/')).json<object[]>();
      expect(lines[0]).toMatchObject({ action: 'downloaded', by: 'elder' });
      expect(JSON.stringify(lines[0])).toContain('tracks');
      const fetched = (await get(site, operator, '/api/admin/downloads/')).json<object[]>();
      expect(fetched[0]).toMatchObject({ by: 'elder', detail: expect.stringContaining('tracks') });
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
        now = Date.now,
      ) => {
        const { accounts, app } = site.opened;
        await clear(site);
        const folder = mkdtempSync(join(tmpdir(), 'atlas-jobs-'));
        folders.push(folder);
        const downloads = new Downloads({
          accounts: { store: accounts.accounts.store, now },
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
        const { downloads, id, table, folder } = await start(write, {}, () => clock.now);
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

async function clear({ opened }: DownloadSite): Promise<void> {
  const { downloads } = opened.accounts.accounts.store;
  for (const { id } of await downloads.all()) await downloads.remove(id);
}
