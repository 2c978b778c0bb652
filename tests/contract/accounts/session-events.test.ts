import type { AddressInfo } from 'node:net';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../server/http/limits.ts';
import { addUser, startAccountSite, type AccountSite } from './account-site.ts';
import { cookieShape } from './recordings.ts';

const PASSWORD = 'Okapi-Ituri-7?';
/** Milliseconds within which a lost level must reach an open map. */
const WITHIN = { timeout: 5_000 };

const MOST = DEFAULT_LIMITS.eventStreamsPerAccount;

describe('the events of an open map', () => {
  let site: AccountSite;
  let port: number;
  const open: IncomingMessage[] = [];

  beforeAll(async () => {
    site = await startAccountSite();
    await site.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = site.app.server.address() as AddressInfo);
  });
  afterAll(async () => {
    for (const stream of open) stream.destroy();
    await site.close();
  });

  /** Logs in, and returns the cookies. */
  const logIn = async (username: string): Promise<string> => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/auth/login/',
      payload: { username, password: PASSWORD },
    });
    return [answer.headers['set-cookie'] ?? []]
      .flat()
      .map(cookieShape)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  };

  const openStream = async (cookie: string): Promise<IncomingMessage> => {
    const stream = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path: '/atlas/events', headers: { cookie } };
      request({ ...options, agent: false }, resolve)
        .on('error', reject)
        .end();
    });
    open.push(stream);
    stream.on('error', () => undefined);
    return stream;
  };

  /** Opens the events of an account, and returns what has arrived. */
  const listenAs = async (username: string): Promise<() => string> => {
    const stream = await openStream(await logIn(username));
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await expect.poll(() => text).toContain('"revision"');
    return () => text;
  };

  const change = (reason: string): string => `event: session\ndata: {"reason":"${reason}"}\n\n`;

  it('report a level that another process grants, and its end', async () => {
    const account = await addUser(site, 'mira', PASSWORD);
    const { grants } = site.opened.accounts.store;
    const events = await listenAs('mira');
    const before = events();
    const until = site.clock.now + 60_000;
    await grants.add({ account, level: 'elder', scope: '', until, by: 'test', created: 1 });
    await expect.poll(events, WITHIN).toContain(change('granted'));
    // The other part of the bundle has another hash.
    expect(events().slice(before.length)).toMatch(/data: \{"revision":"[^"]+","own":"[^"]+"\}/);
    site.clock.now = until + 1;
    await expect.poll(events, WITHIN).toContain(change('lost'));
  });

  it('report the end of a session', async () => {
    const account = await addUser(site, 'luc', PASSWORD);
    const events = await listenAs('luc');
    const { accounts } = site.opened.accounts.store;
    await accounts.setSuspended(account, 1);
    await expect.poll(events, WITHIN).toContain(change('ended'));
    expect(events()).toMatch(/"own":null\}\n\n$/);
  });

  it('are limited for one account, and not for visitors without one', async () => {
    await addUser(site, 'busy', PASSWORD);
    const cookie = await logIn('busy');
    const streams = await Promise.all(Array.from({ length: MOST }, () => openStream(cookie)));
    expect(new Set(streams.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await openStream(cookie)).statusCode).toBe(503);
    expect((await openStream('')).statusCode).toBe(200);
    streams[0]!.destroy();
    const again = async (): Promise<number | undefined> => (await openStream(cookie)).statusCode;
    await expect.poll(again).toBe(200);
  });
});
