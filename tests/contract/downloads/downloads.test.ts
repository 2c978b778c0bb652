/** The jobs of downloads: who may ask, who may fetch, what survives, what ends. */
import { existsSync, writeFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nameOfFile, type Download } from '../../../server/accounts/download.ts';
import { logInNew, PASSWORD } from '../server/log-in.ts';
import { largeRing, polygonText, watchMainThread } from '../server/main-thread.ts';
import { download, filesOf, get, orderOf, post, URL } from './ask-downloads.ts';
import {
  AREA,
  PLACES,
  startDownloadSite,
  type DownloadSite,
  type Headers,
} from './download-site.ts';

for (const { name, missing } of PLACES) {
  describe.skipIf(missing !== null)(`downloads over ${missing ?? name}`, () => {
    let site: DownloadSite;

    beforeAll(async () => {
      site = await startDownloadSite(name, { inProcess: true });
    }, 120_000);

    const head = (headers: Headers, url: string) =>
      site.app.inject({ method: 'HEAD', url, headers });

    afterAll(() => site?.close());

    it('are described in OpenAPI, with the members of a request', async () => {
      const { paths } = (await get(site, {}, '/api/openapi.json')).json();
      const described = Object.keys(paths).filter((path) => path.includes('prepared-dataset'));
      expect(described).toEqual(
        ['', '/count', '/{id}', '/{id}/file'].map((end) => URL.slice(0, -1) + end),
      );
      const { requestBody, responses } = paths[URL.slice(0, -1)].post;
      const { example } = requestBody.content['application/json'];
      expect(Object.keys(example).sort()).toEqual(Object.keys(orderOf()).sort());
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['201', '400', '409', '429']));
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
        springs: 'open',
        plots: 'open',
        tracks: 'open',
        shrines: 'open',
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

    it('over a wide area are of open datasets with few objects there only', async () => {
      const { elder, member } = site.visitors;
      const [all, few] = [10.4, 9.8].map(
        (east) => `POLYGON ((8.5 -3.5, ${east} -3.5, ${east} 5.5, 8.5 5.5, 8.5 -3.5))`,
      );
      const refused = async (datasets: readonly string[], area = few) => {
        const answer = await post(site, elder, orderOf({ datasets, area }));
        return [answer.statusCode, answer.json<object>()];
      };
      const tooLarge =
        'The area you have selected is too large. Please select an area less than 30 000 km ²';
      // Three springs, of two that are allowed.
      expect(await refused(['springs'], all)).toEqual([
        400,
        { area: [tooLarge], objects: ['springs'] },
      ]);
      // One track, but not everyone may view it, whoever asks.
      expect(await refused(['springs', 'tracks'])).toEqual([400, { area: [tooLarge] }]);
      expect(await download(site, member, { area: few })).toMatchObject({ state: 'done' });
      const offer = (await get(site, elder, URL)).json<{
        datasets: { id: string; wide?: true }[];
      }>();
      const wide = offer.datasets.filter((one) => one.wide).map(({ id }) => id);
      expect(wide).toEqual(['springs', 'plots']);
    });

    it('are counted before the order, as far as the account may download them there', async () => {
      const ask = (headers: Headers, area: unknown) =>
        site.app.inject({ method: 'POST', url: `${URL}count/`, headers, payload: { area } });
      const counted = async (headers: Headers, area: unknown) => {
        const answer = await ask(headers, area);
        if (answer.statusCode !== 200) return [answer.statusCode, Object.keys(answer.json())];
        const { datasets } = answer.json<{ datasets: { id: string; count: number }[] }>();
        return Object.fromEntries(datasets.map(({ id, count }) => [id, count]));
      };
      const { elder, member, warden } = site.visitors;
      const small = 'POLYGON ((8.5 -3.5, 9.8 -3.5, 9.8 -2, 8.5 -2, 8.5 -3.5))';
      const wide = 'POLYGON ((8.5 -3.5, 10.4 -3.5, 10.4 5.5, 8.5 5.5, 8.5 -3.5))';
      const ofElder = await counted(elder, small);
      expect(Object.keys(ofElder)).toEqual(['springs', 'plots', 'tracks', 'shrines']);
      expect(Object.keys(await counted(warden, small))).toEqual(['springs', 'plots']);
      expect(Object.keys(await counted(member, small))).toEqual(['springs']);
      // Over a wide area, numbers of what not everyone may view are not counted for anybody.
      expect(await counted(member, wide)).toEqual({ springs: 3 });
      expect(Object.keys(await counted(elder, wide))).toEqual(['springs', 'plots']);
      expect(await counted(member, 'POLYGON ((0 0))')).toEqual([400, ['extent']]);
      expect(await counted(member, 7)).toEqual([400, ['extent']]);
      expect((await ask({}, small)).statusCode).toBe(401);
      const { cookie } = member;
      expect((await ask({ cookie: cookie! }, small)).statusCode).toBe(403);
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
        state: 'empty',
        file: null,
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
      await accounts.sessions.refresh();
      expect((await get(site, warden, job.file!)).statusCode).toBe(403);
      expect((await head(warden, job.file!)).statusCode).toBe(403);
      await accounts.store.grants.add({
        account: id,
        level: 'warden',
        scope: '',
        until: null,
        by: 'test',
        created: 1,
      });
      await accounts.sessions.refresh();
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
      await sessions.refresh();
      expect(await ask()).toEqual([401, 401]);
      await store.accounts.setSuspended(id, null);
      await sessions.refresh();
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
      await sessions.refresh();
      expect((await head(warden, job.file!)).statusCode).toBe(403);
      await store.grants.add({ ...grant, until: null });
      await sessions.refresh();
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
        method: 'POST',
        url: '/api/users/delete/',
        headers: leaver,
        payload: { password: PASSWORD },
      });
      expect(gone.statusCode).toBe(200);
      expect(await store.downloads.byId(job.id)).toBeNull();
      const lines = (await store.audit.all()).filter(({ detail }) => detail.startsWith('tracks'));
      expect(lines[0]).toMatchObject({ action: 'downloaded', by: 'owner' });
      expect(JSON.stringify(await store.audit.all())).not.toContain('leaver');
      await opened.downloads.sweep();
      const { downloads } = exported as unknown as { downloads: [Download] };
      expect(existsSync(opened.downloads.fileOf(downloads[0]))).toBe(false);
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

    it('is the spreadsheet itself if it is the only file, with the account and the day in the name if it is restricted', async () => {
      const { elder } = site.visitors;
      const sent = async (changes: Readonly<Record<string, unknown>>) => {
        const job = await download(site, elder, changes);
        const answer = await get(site, elder, job.file!);
        const { 'content-type': type, 'content-disposition': name } = answer.headers;
        return { type, name, entries: Object.keys(unzipSync(answer.rawPayload)) };
      };
      const sheet = await sent({ datasets: ['springs'], formats: ['xlsx'] });
      expect(sheet).toMatchObject({
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        // The account may see restricted fields.
        name: expect.stringMatching(/"springs_elder_\d{4}-\d\d-\d\d\.xlsx"/),
      });
      expect(sheet.entries).toContain('xl/workbook.xml');
      const recipient = { username: 'elder', day: '2026-11-30' };
      expect(nameOfFile({ dataset: 'springs', rank: 0 }, recipient)).toBe('springs');
      for (const changes of [
        { datasets: ['springs'], formats: ['xlsx', 'csv'] },
        { datasets: ['springs', 'tracks'], formats: ['xlsx'] },
      ]) {
        const zip = await sent(changes);
        expect([zip.type, zip.entries.includes('README.txt')]).toEqual(['application/zip', true]);
      }
    });

    it('lists for operators the datasets of a file that not everyone may have, and no others', async () => {
      const { elder, operator } = site.visitors;
      const { downloads, accounts } = site.opened;
      const { store } = accounts.accounts;
      const { id, account, request, created, expires } = (
        await store.downloads.ofAccount((await store.accounts.byUsername('elder'))!.id)
      )[0]!;
      const job = { id: id.replace(/.{8}$/, 'f0f0f0f0'), account, request, created, expires };
      await store.downloads.add(job);
      await store.downloads.begin(job.id);
      const cut = (dataset: string, rank: number) => ({ dataset, fields: [], rank });
      const cuts = [cut('springs', 0), cut('plots', 1), cut('tracks', 3)];
      await store.downloads.end(job.id, { state: 'done', cuts, bytes: 3 });
      writeFileSync(downloads.fileOf(job), 'zip');
      const fetched = async () =>
        (await get(site, operator, '/api/admin/downloads/')).json<object[]>();
      const before = await fetched();
      expect((await get(site, elder, `${URL}${job.id}/file/`)).statusCode).toBe(200);
      const [line, ...rest] = await fetched();
      expect(line).toMatchObject({ by: 'elder', datasets: 'plots, tracks' });
      expect(rest).toEqual(before);
    });

    it('reads and measures a large area outside of the main thread', async () => {
      const { member } = site.visitors;
      const order = orderOf({ area: polygonText(largeRing([9.7, 0.7], 1.2)) });
      const payload = JSON.stringify(order);
      const headers = { ...member, 'content-type': 'application/json' };
      const end = watchMainThread();
      const faults = async () => {
        const answer = await site.app.inject({ method: 'POST', url: URL, headers, payload });
        return Object.keys(answer.json<object>());
      };
      // On a busy machine, the first one may wait too long for the start of its thread.
      await expect.poll(faults, { timeout: 60_000 }).toEqual(['area', 'objects']);
      expect(end()).toMatchObject({ packed: 0, written: 0, measured: 0 });
    });

    it('refuses a body with too many values before it is parsed', async () => {
      const bodies = {
        'application/json': '['.repeat(900_000),
        'application/x-www-form-urlencoded': 'a&'.repeat(450_000),
      };
      for (const [type, payload] of Object.entries(bodies)) {
        const headers = { ...site.visitors.member, 'content-type': type };
        const parsed = vi.spyOn(JSON, 'parse');
        const answer = await site.app.inject({ method: 'POST', url: URL, headers, payload });
        const longest = Math.max(0, ...parsed.mock.calls.map(([text]) => text.length));
        parsed.mockRestore();
        expect([answer.statusCode, answer.json()]).toEqual([
          400,
          { detail: 'The body has too many values.' },
        ]);
        expect(longest).toBeLessThan(10_000);
      }
    });

    it('lists jobs without the text of their areas, which a job alone has', async () => {
      const { member } = site.visitors;
      const job = await download(site, member, { formats: ['csv'] });
      const listed = (await get(site, member, URL)).json<{ jobs: readonly object[] }>();
      expect(listed.jobs[0]).toMatchObject({ id: job.id, size: expect.any(Number) });
      expect(listed.jobs[0]).not.toHaveProperty('area');
      expect(job).toHaveProperty('area', AREA);
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
  });
}
