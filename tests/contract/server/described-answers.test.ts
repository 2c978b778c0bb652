/** Every answer in JSON has the schema that `/api/openapi.json` gives for it, and no other key. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGREEMENT, AREA, startDownloadSite } from '../downloads/download-site.ts';
import { checksOf, seenIn } from './answer-checks.ts';
import { addressesOf, crawl, gatherTargets, postsOf } from './crawl.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { logInNew } from './log-in.ts';

const OF_DOWNLOADS = '/api/geodata/prepared-dataset';
/** The routes of accounts have tests of their own: accounts/described.test.ts. */
const OF_ACCOUNTS = / \/api\/(?:admin|auth|contact|setlang|users)(?:\/| )/;

describe('the answers to visitors of every level', () => {
  let server: GuardedServer;
  beforeAll(async () => {
    server = await startGuardedServer({ member: 1, warden: 2, elder: 3 });
  });
  afterAll(() => server.close());

  it('have the described schema, and no described answer is missing', async () => {
    const checks = await checksOf(server.app);
    const targets = await gatherTargets([server]);
    const asked = [
      ...addressesOf(server.routes, targets),
      ...(await postsOf(server.app, server.routes, targets)),
    ];
    const operator = await logInNew(server, {
      username: 'operator',
      grants: ['elder', 'operator'],
    });
    for (const headers of [{}, operator])
      for (const [key, answer] of await crawl(server.app, asked, { headers })) {
        const [method = '', address = ''] = key.split(' ');
        checks.add(method.toLowerCase(), address, seenIn(answer));
      }
    expect([...checks.faults]).toEqual([]);
    const expected = checks.described.filter(
      (one) => !one.includes(OF_DOWNLOADS) && !OF_ACCOUNTS.test(one),
    );
    expect(expected.length).toBeGreaterThan(10);
    expect(expected.filter((one) => !checks.seen.has(one))).toEqual([]);
  });
});

describe('the answers about downloads', () => {
  it('have the described schema, and no described answer is missing', async () => {
    const site = await startDownloadSite('SQLite', { inProcess: true });
    const checks = await checksOf(site.app);
    const { elder: headers } = site.visitors;
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object): Promise<string> => {
      const {
        statusCode,
        body,
        headers: sent,
      } = await site.app.inject({ method, url, headers, ...(payload && { payload }) });
      const [type = ''] = String(sent['content-type']).split(';', 1);
      checks.add(method.toLowerCase(), url, { status: statusCode, type, text: body });
      return body;
    };
    await ask('POST', OF_DOWNLOADS, {});
    const order = { area: AREA, datasets: ['springs'], formats: ['csv'], agreement: AGREEMENT };
    const { id } = JSON.parse(await ask('POST', OF_DOWNLOADS, order)) as { readonly id: string };
    await ask('GET', `${OF_DOWNLOADS}/${id}`);
    await ask('GET', OF_DOWNLOADS);
    await ask('POST', `${OF_DOWNLOADS}/count`, { area: AREA });
    await site.close();
    expect([...checks.faults]).toEqual([]);
    const expected = checks.described.filter((one) => one.includes(OF_DOWNLOADS));
    expect(expected.filter((one) => !checks.seen.has(one))).toEqual([]);
  });
});
