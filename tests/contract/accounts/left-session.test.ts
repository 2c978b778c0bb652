import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountsUnavailable } from '../../../server/accounts/errors.ts';
import { addUser, startAccountSite, type AccountSite } from './account-site.ts';
import { Client } from './client.ts';
import { cookieShape } from './recordings.ts';

const PASSWORD = 'Okapi-Ituri-7?';

let site: AccountSite;
let port: number;
let number = 0;
let name = '';
/** A browser whose visitor has logged out while the server did not answer. */
let browser: Client;
/** The same session elsewhere, which shows whether it still exists. */
let witness: Client;

beforeAll(async () => {
  site = await startAccountSite({ unlimited: true });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = site.app.server.address() as AddressInfo);
});
afterAll(() => site.close());
beforeEach(async () => {
  number += 1;
  name = `person${number}`;
  const account = await addUser(site, name, PASSWORD);
  const { grants } = site.opened.accounts.store;
  await grants.add({ account, level: 'elder', scope: '', until: null, by: 'test', created: 1 });
  browser = new Client(site, () => `198.51.100.${number}`);
  await browser.login(name, PASSWORD);
  witness = browser.copy();
  leave(browser);
});

/** Writes the cookie that the page writes at a logout. */
function leave(client: Client): void {
  client.cookies.set('logout', client.cookies.get('csrftoken')!);
}

/** Replaces the removal of sessions by one that fails. Returns what restores it. */
function breakStore(): () => void {
  const { sessions } = site.opened.accounts.store;
  const { remove } = sessions;
  Object.assign(sessions, {
    remove: () => Promise.reject(new AccountsUnavailable(new Error('the database is locked'))),
  });
  return () => void Object.assign(sessions, { remove });
}

const cookiesOf = (answer: Awaited<ReturnType<Client['call']>>) =>
  [answer.headers['set-cookie'] ?? []].flat();

describe('a session that its visitor has left', () => {
  const session = '/atlas/session.en.json';

  it('is open without the cookie `logout`, which proves that the other tests test something', async () => {
    browser.cookies.delete('logout');
    const { body } = await browser.call('GET', session);
    expect(body).not.toBe((await site.app.inject(session)).body);
    expect(await witness.profile()).toBe(200);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/account/settings'],
    ['GET', '/no-such-page'],
    ['HEAD', '/'],
    ['GET', session],
    ['GET', '/api/users/profile'],
    ['GET', '/api/search?q=w'],
    ['GET', '/tiles/no-such/v1/0/0/0'],
    ['GET', '/ogc/collections'],
    ['GET', '/wms?service=WMS&request=GetCapabilities'],
    ['GET', '/health'],
    ['GET', '/robots.txt'],
    ['POST', '/api/auth/logout/'],
    ['POST', '/atlas/session.en.json'],
    ['DELETE', '/api/users/sessions/1/'],
  ] as const)('ends at %s %s, whose answer removes the cookie', async (method, url) => {
    const answer = await browser.call(method, url);
    expect(await witness.profile()).toBe(401);
    expect(cookiesOf(answer)).toContain('logout=; Max-Age=0; Path=/; SameSite=Lax; Secure');
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(browser.cookies.has('logout')).toBe(false);
  });

  it('is nobody’s at the first request already', async () => {
    const { body } = await browser.call('GET', session);
    expect(body).toBe((await site.app.inject(session)).body);
  });

  it('ends at an answer that caches share, which changes no cookie', async () => {
    const answer = await browser.call('GET', '/assets/index-abc.js');
    expect(answer.headers['cache-control']).toContain('public');
    expect(cookiesOf(answer)).toEqual([]);
    expect(await witness.profile()).toBe(401);
    await browser.call('GET', '/');
    expect(browser.cookies.has('logout')).toBe(false);
  });

  it('ends with an answer 304, which removes the cookie', async () => {
    const { headers } = await site.app.inject('/');
    const answer = await browser.call('GET', '/', {
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([answer.statusCode, browser.cookies.has('logout')]).toEqual([304, false]);
    expect(await witness.profile()).toBe(401);
  });

  it('ends when the browser opens its events, and the events of other tabs say so', async () => {
    const open = async (client: Client) => {
      const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
      const stream = await new Promise<IncomingMessage>((resolve, reject) => {
        const options = { port, host: '127.0.0.1', path: '/atlas/events', headers: { cookie } };
        request({ ...options, agent: false }, resolve)
          .on('error', reject)
          .end();
      });
      let text = '';
      stream.on('error', () => undefined);
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      await expect.poll(() => text).toContain('"revision"');
      return { stream, text: () => text };
    };
    const other = await open(witness);
    const own = await open(browser);
    await expect.poll(other.text, { timeout: 5_000 }).toContain('{"reason":"ended"}');
    expect(own.text()).toContain('"own":null');
    other.stream.destroy();
    own.stream.destroy();
  });

  it('ends once for many requests at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.copy().call('GET', session)),
    );
    const anonymous = (await site.app.inject(session)).body;
    expect(answers.filter(({ body }) => body !== anonymous)).toEqual([]);
    expect(await witness.profile()).toBe(401);
  });
});

describe('the cookie `logout`', () => {
  it('ends no session but the one that it names', async () => {
    const left = browser.cookies.get('logout')!;
    const other = new Client(site);
    await other.login(name, PASSWORD);
    other.cookies.set('logout', left);
    expect(await other.profile()).toBe(200);
    expect(other.cookies.has('logout')).toBe(false);
    for (const forged of ['1', '', 'x'.repeat(32)]) {
      other.cookies.set('logout', forged);
      expect(await other.profile()).toBe(200);
    }
    expect(await witness.profile()).toBe(200);
  });

  it('does not end the next login, and ends the session of before', async () => {
    const next = `${name}next`;
    await addUser(site, next, PASSWORD);
    const late = browser.copy();
    expect((await browser.login(next, PASSWORD)).statusCode).toBe(200);
    expect(browser.cookies.has('logout')).toBe(false);
    // A late request of before; its answer must not remove the new session.
    const answer = await late.call('GET', '/');
    expect(
      cookiesOf(answer)
        .map(cookieShape)
        .map(({ name: one }) => one),
    ).toEqual(['logout']);
    const { username } = (await browser.call('GET', '/api/users/profile')).json();
    expect([username, await witness.profile()]).toEqual([next, 401]);
  });

  it('leaves a key alone', async () => {
    const login = await new Client(site).login(name, PASSWORD);
    const headers = { authorization: `Token ${login.json<{ key: string }>().key}` };
    const answer = await browser.call('GET', '/api/users/profile', { headers });
    expect(answer.statusCode).toBe(200);
    expect(await witness.profile()).toBe(401);
  });
});

describe('while the session cannot be removed', () => {
  it('its visitor counts as anonymous, the cookies stay, and a later request ends it', async () => {
    const restore = breakStore();
    try {
      const url = '/atlas/session.en.json';
      const answer = await browser.call('GET', url);
      expect(answer.body).toBe((await site.app.inject(url)).body);
      expect(cookiesOf(answer)).toEqual([]);
      expect(await browser.profile()).toBe(401);
      const logout = await browser.call('POST', '/api/auth/logout/');
      expect([logout.statusCode, logout.headers['retry-after']]).toEqual([503, '5']);
      expect([...browser.cookies.keys()].sort()).toEqual(['csrftoken', 'logout', 'sessionid']);
      expect(await witness.profile()).toBe(200);
    } finally {
      restore();
    }
    await expect
      .poll(
        async () => {
          await browser.call('GET', '/');
          return witness.profile();
        },
        { timeout: 10_000, interval: 250 },
      )
      .toBe(401);
    expect(browser.cookies.has('logout')).toBe(false);
  });
});
