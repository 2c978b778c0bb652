/** Checks of who a request belongs to and whether it may change something, for any module. */
import type { Refusal } from '../../../server/routes/accounts/account-route.ts';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, vi } from 'vitest';
import type { Account, Session } from '../../../server/accounts/account.ts';
import type { AccountStore } from '../../../server/accounts/account-store.ts';
import type { Accounts } from '../../../server/accounts/accounts.ts';
import { csrfTokenOf, hashSecret } from '../../../server/accounts/secrets.ts';
import type { Taker } from '../mutants/unnoticed.ts';

export type Reader = typeof import('../../../server/accounts/session-reader.ts');
export type CredentialsModule = typeof import('../../../server/accounts/credentials.ts');
export type CallChecks = typeof import('../../../server/routes/accounts/check-call.ts');

const COOKIE = 'a1'.repeat(16);
const OTHER_COOKIE = 'b2'.repeat(16);
const KEY = 'c3'.repeat(20);

/** Registers the checks of what a request presents. */
export function checkCredentials(module: CredentialsModule, { describe, it }: Taker): void {
  const { cookieOf, credentialsOf, leftSessionOf, tokenFault } = module;

  describe('the cookie of a request', () => {
    it('is found among others by its whole name', () => {
      const cookie = ` xsessionid=no; other=1;sessionid = a=b ; sessionid=second`;
      expect(cookieOf({ cookie }, 'sessionid')).toBe('a=b');
      expect(cookieOf({ cookie }, 'session')).toBeNull();
      expect(cookieOf({}, 'sessionid')).toBeNull();
      expect(cookieOf({ cookie: '' }, 'sessionid')).toBeNull();
    });
  });

  describe('the key of a request', () => {
    it('has faults with the words of the recorded interface', () => {
      const fault = (authorization?: string) =>
        tokenFault(authorization === undefined ? {} : { authorization });
      expect(fault()).toBeNull();
      expect(fault(`Token ${KEY}`)).toBeNull();
      expect(fault('Basic abc')).toBeNull();
      expect(fault('Tokens abc')).toBeNull();
      expect(fault('token')).toBe('Invalid token header. No credentials provided.');
      expect(fault('Token a b')).toBe(
        'Invalid token header. Token string should not contain spaces.',
      );
      expect(fault('TOKEN abc')).toBe('Invalid token.');
    });
  });

  describe('the credentials of a request', () => {
    it('are the key, and the cookie only without a key', () => {
      const cookie = `sessionid=${COOKIE}`;
      expect(credentialsOf({ cookie })).toEqual({ by: 'cookie', secret: COOKIE });
      expect(credentialsOf({ authorization: `Token  ${KEY}`, cookie })).toEqual({
        by: 'key',
        secret: KEY,
      });
      expect(credentialsOf({ authorization: 'Token abc', cookie })).toBeNull();
      expect(credentialsOf({ authorization: 'Token', cookie })).toBeNull();
      expect(credentialsOf({ authorization: 'Basic abc', cookie })?.by).toBe('cookie');
      expect(credentialsOf({})).toBeNull();
      expect(credentialsOf({ cookie: 'sessionid=short' })).toBeNull();
      expect(credentialsOf({ cookie: `sessionid=${COOKIE}x` })).toBeNull();
    });

    it('are none for a session that its visitor has left, which is another answer', () => {
      const session = { by: 'cookie', secret: COOKIE };
      const own = `sessionid=${COOKIE}`;
      const left = `${own}; logout=${csrfTokenOf(COOKIE)}`;
      expect(credentialsOf({ cookie: left })).toBeNull();
      expect(leftSessionOf({ cookie: left })).toEqual(session);
      for (const cookie of [own, `${own}; logout=${csrfTokenOf(OTHER_COOKIE)}`]) {
        expect(credentialsOf({ cookie })).toEqual(session);
        expect(leftSessionOf({ cookie })).toBeNull();
      }
      expect(leftSessionOf({ cookie: `logout=${csrfTokenOf(COOKIE)}` })).toBeNull();
      expect(credentialsOf({ authorization: `Token ${KEY}`, cookie: left })?.by).toBe('key');
    });
  });
}

const USER = { session: {}, account: { demonstration: false }, grants: [] };

/** Registers the checks of the origin, the type and the CSRF token of calls. */
export function checkCalls(module: CallChecks, { describe, it }: Taker): void {
  const { checkOrigin, userOf, hasDeadSession, AUTHENTICATE } = module;
  const requestOf = (method: string, headers: IncomingHttpHeaders) =>
    ({ method, headers: { host: 'atlas.test', ...headers } }) as FastifyRequest;
  const SITE = 'https://atlas.test';
  const statusOf = async (work: () => unknown): Promise<unknown> => {
    try {
      await work();
      return 'accepted';
    } catch (error) {
      const { status, body, headers } = error as Partial<Refusal>;
      if (!body) throw error;
      return [status, Object.values(body)[0], headers];
    }
  };
  const origin = (
    headers: IncomingHttpHeaders,
    { method = 'POST', site = null }: { method?: string; site?: string | null } = {},
  ) => statusOf(() => checkOrigin(requestOf(method, headers), site));
  const EVIL = [403, 'CSRF Failed: Origin checking failed. The origin is not this site.', {}];

  describe('the origin of a change', () => {
    it('is this site, by its address or by the host of the request', async () => {
      expect(await origin({ origin: SITE }, { site: SITE })).toBe('accepted');
      expect(await origin({ origin: 'https://evil.test' }, { site: SITE })).toEqual(EVIL);
      expect(await origin({ origin: 'http://atlas.test' }, { site: SITE })).toEqual(EVIL);
      expect(await origin({ origin: 'http://atlas.test' })).toBe('accepted');
      expect(await origin({ origin: 'http://atlas.test:81' })).toEqual(EVIL);
      expect(await origin({ origin: 'null' })).toEqual(EVIL);
      const evil = { origin: 'https://evil.test' };
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        expect(await origin(evil, { method })).toEqual(EVIL);
      for (const method of ['GET', 'HEAD']) expect(await origin(evil, { method })).toBe('accepted');
    });

    it('may be absent for programs, and not for the pages of other sites', async () => {
      const from = (site: string) => origin({ 'sec-fetch-site': site });
      expect(await origin({})).toBe('accepted');
      expect([await from('same-origin'), await from('none')]).toEqual(['accepted', 'accepted']);
      for (const site of ['cross-site', 'same-site', '']) expect(await from(site)).toEqual(EVIL);
    });
  });

  describe('the type of a change', () => {
    it('is JSON or a form', async () => {
      const typed = (type: string) => origin({ 'content-type': type });
      for (const type of ['application/json', 'application/json; charset=utf-8'])
        expect(await typed(type)).toBe('accepted');
      expect(await typed('application/x-www-form-urlencoded')).toBe('accepted');
      for (const type of ['text/plain', 'application/jsonp', 'multipart/form-data', ''])
        expect(await typed(type)).toEqual([415, 'Unsupported media type in request.', {}]);
    });
  });

  const accountsWith = (user: object | null) =>
    ({ sessions: { find: () => Promise.resolve(user) } }) as unknown as Accounts;
  const user = (method: string, headers: IncomingHttpHeaders, found: object | null = USER) =>
    statusOf(async () => {
      const one = await userOf(requestOf(method, headers), accountsWith(found));
      expect(one).toBe(found);
    });
  const cookie = `sessionid=${COOKIE}`;
  const authorization = `Token ${KEY}`;
  const MISSING = [403, 'CSRF Failed: CSRF token missing.', {}];
  const WRONG = [403, "CSRF Failed: CSRF token from the 'X-Csrftoken' HTTP header incorrect.", {}];

  const INVALID = [401, 'Invalid token.', { 'www-authenticate': 'Token' }];

  describe('the account of a request', () => {
    it('changes something by a cookie only with the CSRF token of its session', async () => {
      const token = csrfTokenOf(COOKIE);
      expect(await user('POST', { cookie, 'x-csrftoken': token })).toBe('accepted');
      expect(await user('POST', { cookie })).toEqual(MISSING);
      expect(await user('DELETE', { cookie, 'x-csrftoken': '' })).toEqual(MISSING);
      expect(await user('POST', { cookie, 'x-csrftoken': ['a'] as never })).toEqual(MISSING);
      const other = csrfTokenOf(OTHER_COOKIE);
      expect(await user('PATCH', { cookie, 'x-csrftoken': other })).toEqual(WRONG);
      expect(await user('GET', { cookie })).toBe('accepted');
      expect(await user('HEAD', { cookie })).toBe('accepted');
      expect(await user('POST', {}, null)).toBe('accepted');
      expect(await user('POST', { cookie }, null)).toBe('accepted');
    });

    it('needs no CSRF token with a key, which must be valid', async () => {
      expect(await user('POST', { authorization })).toBe('accepted');
      expect(AUTHENTICATE).toEqual({ 'www-authenticate': 'Token' });
      expect(await user('GET', { authorization }, null)).toEqual(INVALID);
      expect(await user('GET', { authorization: 'Token abc' })).toEqual(INVALID);
    });

    it('of the demonstration is not used elsewhere', async () => {
      const shown = { ...USER, account: { demonstration: true } };
      const away = requestOf('GET', { cookie, host: 'atlas.example.test' });
      expect(await userOf(away, accountsWith(shown))).toBeNull();
      const withKey = requestOf('GET', { authorization, host: 'atlas.example.test' });
      expect(await statusOf(() => userOf(withKey, accountsWith(shown)))).toEqual(INVALID);
    });
  });

  describe('the cookie of a session that has ended', () => {
    it('is noticed', () => {
      expect(hasDeadSession(requestOf('GET', { cookie }), null)).toBe(true);
      expect(hasDeadSession(requestOf('GET', {}), null)).toBe(false);
      expect(hasDeadSession(requestOf('GET', { cookie }), USER as never)).toBe(false);
      // The server could not end this one yet.
      const open = { ...requestOf('GET', { cookie }), leftSession: 'open' } as FastifyRequest;
      expect(hasDeadSession(open, null)).toBe(false);
    });
  });
}

const HOUR = 3_600_000;
const CREDENTIALS = { by: 'cookie', secret: COOKIE } as const;
const SESSION: Session = {
  id: 7,
  account: 1,
  created: 0,
  seen: HOUR,
  expires: 10 * HOUR,
  device: '',
  network: '',
};

/** A database of one session, that counts its calls and can fail. */
class Database {
  changes = 1;
  isFailing = false;
  isSuspended: number | null = null;
  readonly counts = { changes: 0, find: 0 };
  readonly seen: (readonly [number, number])[] = [];
  /** Called during each reading of the account. */
  reading = (): void => undefined;

  get store(): AccountStore {
    const answer = <T>(value: T): Promise<T> =>
      this.isFailing ? Promise.reject(new Error('down')) : Promise.resolve(value);
    const account = { id: 1, suspended: this.isSuspended } as Account;
    return {
      changes: () => {
        this.counts.changes++;
        return answer(this.changes);
      },
      sessions: {
        find: (by: string, hash: string, now: number) => {
          if (++this.counts.find > 50) throw new Error('too many readings');
          const isKnown = hash === hashSecret(COOKIE) && by === 'cookie' && now <= SESSION.expires;
          return answer(isKnown ? SESSION : null);
        },
        setSeen: (id: number, at: number) => {
          this.seen.push([id, at]);
          return Promise.reject(new Error('down'));
        },
      },
      accounts: {
        byId: (id: number) => {
          this.reading();
          return answer(id === 1 ? { ...account, suspended: this.isSuspended } : null);
        },
      },
      grants: { ofAccount: (id: number) => answer([{ account: id, level: 'elder' }]) },
    } as unknown as AccountStore;
  }
}

/** Registers the checks of the reader of sessions, with a clock that the checks move. */
export function checkReader({ SessionReader }: Reader, { describe, it }: Taker): void {
  const within = async (
    work: (parts: {
      reader: InstanceType<typeof SessionReader>;
      database: Database;
      clock: { now: number };
      pass: (ms: number) => Promise<unknown>;
    }) => Promise<void>,
  ): Promise<void> => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const database = new Database();
    const clock = { now: HOUR };
    const reader = new SessionReader(database.store, () => clock.now);
    try {
      await work({ reader, database, clock, pass: (ms) => vi.advanceTimersByTimeAsync(ms) });
    } finally {
      reader.stop();
      vi.useRealTimers();
    }
  };

  describe('a session', () => {
    it('is read once, with its account and all grants', () =>
      within(async ({ reader, database }) => {
        const found = await reader.find(CREDENTIALS);
        expect(found).toMatchObject({ session: { id: 7 }, account: { id: 1 } });
        expect(found!.grants).toEqual([{ account: 1, level: 'elder' }]);
        await reader.find(CREDENTIALS);
        expect(database.counts).toEqual({ changes: 1, find: 1 });
        expect(await reader.find({ by: 'key', secret: COOKIE })).toBeNull();
        expect(await reader.find({ by: 'cookie', secret: OTHER_COOKIE })).toBeNull();
        expect(database.counts.find).toBe(3);
      }));

    it('ends after its last moment, and with a suspension', () =>
      within(async ({ reader, database, clock }) => {
        await reader.find(CREDENTIALS);
        clock.now = SESSION.expires;
        expect(await reader.find(CREDENTIALS)).not.toBeNull();
        clock.now = SESSION.expires + 1;
        expect(await reader.find(CREDENTIALS)).toBeNull();
        clock.now = HOUR;
        database.isSuspended = 0;
        database.changes++;
        await reader.refresh();
        expect(await reader.find(CREDENTIALS)).toBeNull();
      }));

    it('is read again after a change, also one during the reading', () =>
      within(async ({ reader, database }) => {
        await reader.find(CREDENTIALS);
        await reader.refresh();
        await reader.find(CREDENTIALS);
        expect(database.counts.find).toBe(1);
        database.changes++;
        await reader.refresh();
        let isFirst = true;
        let looked: Promise<void> = Promise.resolve();
        database.reading = () => {
          if (!isFirst) return;
          isFirst = false;
          database.changes++;
          looked = reader.refresh();
        };
        await reader.find(CREDENTIALS);
        await looked;
        expect(database.counts.find).toBe(3);
      }));

    it('is trusted for three seconds without an answer of the database', () =>
      within(async ({ reader, database, pass }) => {
        await reader.find(CREDENTIALS);
        database.isFailing = true;
        await pass(3_000);
        expect(await reader.find(CREDENTIALS)).not.toBeNull();
        await pass(1);
        await expect(reader.find(CREDENTIALS)).rejects.toThrow('down');
        database.isFailing = false;
        expect(await reader.find(CREDENTIALS)).not.toBeNull();
        expect(database.counts).toEqual({ changes: 3, find: 1 });
      }));

    it('is read again after a change whose check failed', () =>
      within(async ({ reader, database }) => {
        await reader.find(CREDENTIALS);
        database.isFailing = true;
        await reader.refresh();
        database.isFailing = false;
        await reader.find(CREDENTIALS);
        expect(database.counts.find).toBe(2);
        await reader.refresh();
        await reader.find(CREDENTIALS);
        expect(database.counts.find).toBe(3);
      }));

    it('is checked every second, and requests do not wait for a database that is down', () =>
      within(async ({ reader, database, pass }) => {
        reader.start();
        await pass(4_000);
        expect(database.counts.changes).toBe(4);
        database.isFailing = true;
        await pass(4_000);
        expect(database.counts.changes).toBe(8);
        await expect(reader.find(CREDENTIALS)).rejects.toThrow('down');
        expect(database.counts.changes).toBe(8);
        database.isFailing = false;
        await pass(1_000);
        expect(await reader.find(CREDENTIALS)).not.toBeNull();
        reader.stop();
        await pass(4_000);
        expect(database.counts.changes).toBe(9);
        // Without the timer, a request checks again.
        database.isFailing = true;
        await expect(reader.find(CREDENTIALS)).rejects.toThrow('down');
        database.isFailing = false;
        expect(await reader.find(CREDENTIALS)).not.toBeNull();
      }));

    it('is checked once for requests at the same time', () =>
      within(async ({ reader, database, pass }) => {
        await Promise.all([1, 2, 3].map(() => reader.find(CREDENTIALS)));
        expect(database.counts.changes).toBe(1);
        await pass(3_001);
        await reader.find(CREDENTIALS);
        expect(database.counts.changes).toBe(2);
      }));

    it('notes the time of its last request once an hour, whether that works or not', () =>
      within(async ({ reader, database, clock }) => {
        clock.now = 2 * HOUR - 1;
        await reader.find(CREDENTIALS);
        expect(database.seen).toEqual([]);
        clock.now = 2 * HOUR;
        await reader.find(CREDENTIALS);
        await reader.find(CREDENTIALS);
        expect(database.seen).toEqual([[7, 2 * HOUR]]);
        expect((await reader.find(CREDENTIALS))!.session.seen).toBe(2 * HOUR);
        clock.now = 3 * HOUR;
        expect((await reader.find(CREDENTIALS))!.account.id).toBe(1);
        expect(database.seen).toHaveLength(2);
      }));

    it('is reported after a check, at most twice a second', () =>
      within(async ({ reader, pass }) => {
        let reports = 0;
        reader.onChange(() => reports++);
        await reader.refresh();
        await reader.refresh();
        expect(reports).toBe(1);
        await pass(499);
        await reader.refresh();
        expect(reports).toBe(1);
        await pass(1);
        await reader.refresh();
        expect(reports).toBe(2);
      }));
  });
}
