import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres, startCluster, type Cluster } from '../store/postgis.ts';
import { addUser, startAccountSite, type AccountSite } from './account-site.ts';
import { cookieShape } from './recordings.ts';

const postgres = findPostgres();
const PASSWORD = 'Okapi-Ituri-7?';

describe('while the database of the accounts is down', () => {
  if ('missing' in postgres) {
    it.skip(`not tested, because ${postgres.missing}`);
    return;
  }
  let cluster: Cluster;
  let site: AccountSite;
  let cookie: string;

  beforeAll(async () => {
    cluster = await startCluster(postgres.bin);
    site = await startAccountSite({
      place: { databaseUrl: cluster.databaseUrl },
      unlimited: true,
      rules: { roles: ['operator'] },
    });
    await addUser(site, 'mira', PASSWORD);
    cookie = await logIn();
    await cluster.halt();
  });
  afterAll(async () => {
    await site.close();
    await cluster.stop();
  });

  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    site.app.inject({
      method,
      url,
      headers: { cookie: cookie ?? '' },
      ...(payload && { payload }),
    });

  const logIn = async (): Promise<string> => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/auth/login/',
      payload: { username: 'mira', password: PASSWORD },
    });
    const cookies = [answer.headers['set-cookie'] ?? []].flat().map(cookieShape);
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  };

  it('the map works as for a visitor without account', async () => {
    // A session in memory is trusted for three seconds.
    await expect
      .poll(async () => (await call('GET', '/atlas/session.en.json')).body, { timeout: 10_000 })
      .toBe((await site.app.inject('/atlas/session.en.json')).body);
    expect((await call('GET', '/')).statusCode).toBe(200);
  });

  it('every route of accounts answers 503 with the time to wait', async () => {
    const calls = [
      ['GET', '/api/users/profile'],
      ['GET', '/api/users/sessions/'],
      ['GET', '/api/users/export/'],
      ['GET', '/api/admin/accounts/'],
      ['POST', '/api/auth/login/', { username: 'mira', password: PASSWORD }],
      ['POST', '/api/auth/logout/'],
      ['POST', '/api/users/delete/', { password: PASSWORD }],
    ] as const;
    for (const [method, url, payload] of calls) {
      const answer = await call(method, url, payload);
      expect([url, answer.statusCode, answer.headers['retry-after']]).toEqual([url, 503, '5']);
    }
    const email = 'mira@example.test';
    const anonymous = [
      ['/api/auth/password/reset/', { email }],
      ['/api/auth/registration/resend-email/', { email }],
      ['/api/contact/', { name: 'M', email, subject: 'S', message: 'T' }],
      ['/api/auth/login/', { username: 'mira', password: PASSWORD }],
    ] as const;
    for (const [url, payload] of anonymous) {
      const answer = await site.app.inject({ method: 'POST', url, payload });
      expect([url, answer.statusCode, answer.headers['retry-after']]).toEqual([url, 503, '5']);
    }
    expect(site.log()).not.toContain(email);
  });

  it('nothing is lost, and everything works again after it', async () => {
    await cluster.resume();
    await expect
      .poll(async () => (await call('GET', '/api/users/profile')).statusCode, { timeout: 20_000 })
      .toBe(200);
    expect(await logIn()).toContain('sessionid=');
  });
});
