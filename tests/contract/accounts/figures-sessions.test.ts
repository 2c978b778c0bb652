/** The figures A1 to A4 of the security plan: what an attacker without a session can find out or do. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNT_ROUTES } from '../../../server/routes/account-routes.ts';
import { randomSecret, randomToken } from '../../../server/accounts/secrets.ts';
import { addUser, SITE, startAccountSite, type AccountSite } from './account-site.ts';
import { Client, linkIn } from './client.ts';
import { NIGHTLY } from '../../size.ts';

const PASSWORD = 'Okapi-Ituri-7?';
const OTHER = 'Bonobo-Lomako-3!';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let site: AccountSite;
let number = 0;
/** Each test has an account and an address of its own. */
let name = '';
let ip = '';

beforeAll(async () => {
  site = await startAccountSite({ rules: { roles: ['operator'] } });
});
afterAll(() => site.close());
beforeEach(async () => {
  number += 1;
  name = `person${number}`;
  ip = `198.51.100.${number}`;
  await addUser(site, name, PASSWORD);
});

const client = (): Client => new Client(site, () => ip);

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

describe('A1: whether an account exists', () => {
  /** Pairs of calls; times are compared at night only, because other tests run beside this one. */
  const PAIRS = NIGHTLY ? 200 : 2;

  /** Returns the body of a call about an address or name that has an account, or has none. */
  const calls: Readonly<Record<string, (known: boolean, pair: number) => object>> = {
    '/api/auth/login/': (known) => ({ username: known ? name : 'nobody', password: OTHER }),
    '/api/auth/registration/': (known, pair) => ({
      username: `new-${number}-${pair}-${known ? 'a' : 'b'}`,
      email: known ? `${name}@example.test` : `new${number}x${pair}@example.test`,
      password1: OTHER,
      password2: OTHER,
    }),
    '/api/auth/registration/resend-email/': (known, pair) => ({
      email: known ? `${name}@example.test` : `no${pair}@example.test`,
    }),
    '/api/auth/password/reset/': (known, pair) => ({
      email: known ? `${name}@example.test` : `no${pair}@example.test`,
    }),
  };

  it.each(Object.keys(calls))(
    `is shown neither by the answer of %s nor by its time, in ${PAIRS} pairs`,
    async (url) => {
      const times = { known: [] as number[], unknown: [] as number[] };
      for (let pair = 0; pair < PAIRS; pair++) {
        // No limit is reached.
        site.clock.now += 2 * HOUR;
        const answers = new Map<boolean, unknown>();
        // The one that comes second is not the same each time.
        for (const known of pair % 2 === 0 ? [true, false] : [false, true]) {
          const start = performance.now();
          const answer = await client().post(url, calls[url]!(known, pair));
          times[known ? 'known' : 'unknown'].push(performance.now() - start);
          const { date: _date, ...headers } = answer.headers;
          answers.set(known, [answer.statusCode, answer.body, headers]);
          await site.mailed();
        }
        expect(answers.get(true)).toEqual(answers.get(false));
      }
      const difference = Math.abs(median(times.known) - median(times.unknown));
      if (!NIGHTLY) return;
      process.stdout.write(`A1 ${url}: medians differ by ${difference.toFixed(2)} ms\n`);
      expect(difference).toBeLessThan(5);
    },
  );
});

describe('A2: guesses of a password', () => {
  const GUESSES = NIGHTLY ? 1_000 : 100;

  it(`of one account from ${GUESSES} addresses are evaluated ten times in 15 minutes`, async () => {
    const start = site.clock.now;
    const spellings = [name, name.toUpperCase(), ` ${name} `, name.replace('p', 'ｐ')];
    const evaluated: number[] = [];
    for (let guess = 0; guess < GUESSES; guess++) {
      // One hour, so that windows that begin later are looked at too.
      site.clock.now = start + Math.floor((guess * HOUR) / GUESSES);
      ip = `203.0.${Math.floor(guess / 200)}.${guess % 200}`;
      const answer = await client().login(spellings[guess % spellings.length]!, `guess ${guess}`);
      if (answer.statusCode === 400) evaluated.push(site.clock.now);
      else expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    const inWindow = (from: number) =>
      evaluated.filter((at) => at >= from && at < from + 15 * MINUTE).length;
    expect(Math.max(...evaluated.map(inWindow))).toBeLessThanOrEqual(10);
    expect(evaluated.length).toBeGreaterThan(4);
  });

  it('do not keep the owner out where the owner has logged in, also after a logout', async () => {
    const owner = client();
    const home = ip;
    await owner.login(name, PASSWORD);
    await owner.call('POST', '/api/auth/logout/');
    for (let guess = 0; guess < 12; guess++) {
      ip = `203.0.113.${guess}`;
      await client().login(name, `guess ${guess}`);
    }
    expect((await client().login(name, PASSWORD)).statusCode).toBe(429);
    ip = home;
    expect((await client().login(name, PASSWORD)).statusCode).toBe(200);
  });

  it('of many accounts from one address are limited, whatever `X-Forwarded-For` contains and although the guesser logs in between', async () => {
    const own = `${name}-guesser`;
    await addUser(site, own, PASSWORD);
    let evaluated = 0;
    for (let guess = 0; guess < 60; guess++) {
      const headers = { 'x-forwarded-for': `192.0.2.${guess}`, forwarded: `for=192.0.2.${guess}` };
      const body = { username: `victim-${number}-${guess}`, password: OTHER };
      const answer = await client().call('POST', '/api/auth/login/', { body, headers });
      if (answer.statusCode === 400) evaluated += 1;
      if (guess % 10 === 9) await client().login(own, PASSWORD);
    }
    expect(evaluated).toBeLessThanOrEqual(31);
  });

  it.each([
    ['/api/auth/password/change/', { new_password1: OTHER, new_password2: OTHER }],
    ['/api/users/delete/', {}],
  ])('by %s count too', async (url, more) => {
    const thief = client();
    await thief.login(name, PASSWORD);
    const statuses = [];
    for (let guess = 0; guess < 7; guess++) {
      const password = `guess ${guess}`;
      statuses.push(
        (await thief.post(url, { ...more, password, old_password: password })).statusCode,
      );
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
  });
});

describe('A3: a stolen session', () => {
  const ROUNDS = NIGHTLY ? 20 : 1;

  const reset = async (): Promise<void> => {
    site.clock.now += HOUR;
    const email = `${name}@example.test`;
    await client().post('/api/auth/password/reset/', { email });
    await site.mailed();
    const [uid, token] = linkIn(site.mail.newestTo(email).text);
    const [one, two] = [
      { uid, token },
      { new_password1: OTHER, new_password2: OTHER },
    ];
    await client().post('/api/auth/password/reset/confirm/', { ...one, ...two });
  };
  const idOf = async (): Promise<number> =>
    (await site.opened.accounts.store.accounts.byUsername(name))!.id;

  /** Every way in which a session ends. `owner` has the session that was stolen. */
  const ends: Readonly<Record<string, (owner: Client) => Promise<unknown>>> = {
    'a logout': (owner) => owner.call('POST', '/api/auth/logout/'),
    'another login of the same browser': (owner) => owner.login(name, PASSWORD),
    'a password change': (owner) =>
      owner.post('/api/auth/password/change/', {
        old_password: PASSWORD,
        new_password1: OTHER,
        new_password2: OTHER,
      }),
    'a password change on another device': async () => {
      const other = client();
      await other.login(name, PASSWORD);
      await other.post('/api/auth/password/change/', {
        old_password: PASSWORD,
        new_password1: OTHER,
        new_password2: OTHER,
      });
    },
    'a reset of the password': reset,
    'the end of all other devices': async () => {
      const other = client();
      await other.login(name, PASSWORD);
      await other.call('DELETE', '/api/users/sessions/');
    },
    'a suspension': async () => {
      await site.opened.accounts.store.accounts.setSuspended(await idOf(), site.clock.now);
      await site.opened.accounts.sessions.refresh();
    },
    'a deletion of the account': (owner) =>
      owner.post('/api/users/delete/', { password: PASSWORD }),
    'its 14 days': async () => (site.clock.now += 14 * 24 * HOUR + 1),
  };

  it.each(Object.keys(ends))(`is not accepted after %s, in ${ROUNDS} rounds`, async (end) => {
    for (let round = 0; round < ROUNDS; round++) {
      site.clock.now += HOUR;
      name = `person${number}-${round}`;
      await addUser(site, name, PASSWORD);
      const owner = client();
      const { key } = (await owner.login(name, PASSWORD)).json<{ key: string }>();
      const thief = owner.copy();
      expect(await thief.profile()).toBe(200);
      await ends[end]!(owner);
      expect(await thief.profile()).toBe(401);
      const headers = { authorization: `Token ${key}` };
      expect((await client().call('GET', '/api/users/profile', { headers })).statusCode).toBe(401);
    }
  });

  const NEW = { new_password1: `${OTHER}?`, new_password2: `${OTHER}?` };

  it.each<[string, (thief: Client) => Promise<{ readonly statusCode: number }>]>([
    ['a login', () => client().login(name, PASSWORD)],
    [
      'a change of the password',
      (thief) => thief.post('/api/auth/password/change/', { old_password: PASSWORD, ...NEW }),
    ],
    ['a deletion', (thief) => thief.post('/api/users/delete/', { password: PASSWORD })],
  ])('does not survive a reset as %s with the old password at the same time', async (_, attack) => {
    const thief = client();
    await thief.login(name, PASSWORD);
    const { passwords } = site.opened.accounts;
    const verify = passwords.verify.bind(passwords);
    vi.spyOn(passwords, 'verify').mockImplementationOnce(async (hash, password) => {
      const isRight = await verify(hash, password);
      // The reset ends between the check of the password and what it allows.
      await reset();
      return isRight;
    });
    expect((await attack(thief)).statusCode).toBe(400);
    expect((await client().login(name, OTHER)).statusCode).toBe(200);
  });

  it('is never one that the attacker chose', async () => {
    const victim = client();
    for (const chosen of ['A'.repeat(32), randomSecret()]) {
      victim.cookies.set('sessionid', chosen);
      await victim.login(name, PASSWORD);
      expect(victim.cookies.get('sessionid')).not.toBe(chosen);
      const attacker = client();
      attacker.cookies.set('sessionid', chosen);
      expect(await attacker.profile()).toBe(401);
    }
  });

  it('is not found by trying keys', async () => {
    const owner = client();
    const { key } = (await owner.login(name, PASSWORD)).json<{ key: string }>();
    const cookie = owner.cookies.get('sessionid')!;
    const near = (text: string): string[] =>
      [...text].map(
        (char, at) => `${text.slice(0, at)}${char === '0' ? '1' : '0'}${text.slice(at + 1)}`,
      );
    const keys = [
      ...near(key),
      key.toUpperCase(),
      `${key}0`,
      key.slice(1),
      randomToken(),
      "' OR 1=1",
    ];
    for (const other of keys.filter((one) => one !== key)) {
      const headers = { authorization: `Token ${other}` };
      const answer = await client().call('GET', '/api/users/profile', { headers });
      expect([other, answer.statusCode]).toEqual([other, 401]);
    }
    for (const other of [...near(cookie), cookie.toLowerCase(), key]) {
      const guesser = client();
      guesser.cookies.set('sessionid', other);
      expect([other, await guesser.profile()]).toEqual([other, 401]);
    }
  });

  it('is in a cookie that scripts and other sites do not get', async () => {
    const answer = await client().login(name, PASSWORD);
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    const session = cookies.find((text) => text.startsWith('sessionid='))!;
    expect(session).toMatch(/; HttpOnly; Path=\/; SameSite=Lax; Secure$/);
    const csrf = cookies.find((text) => text.startsWith('csrftoken='))!;
    expect(csrf).toMatch(/; Path=\/; SameSite=Lax; Secure$/);
    expect(csrf).not.toContain('HttpOnly');
    expect(cookies.join()).not.toMatch(/domain/i);
  });

  it('is listed for its owner until it expires', async () => {
    const listed = async (browser: Client) =>
      (await browser.call('GET', '/api/users/sessions/')).json<{ current: boolean }[]>();
    await client().login(name, PASSWORD);
    site.clock.now += HOUR;
    const later = client();
    await later.login(name, PASSWORD);
    expect(await listed(later)).toHaveLength(2);
    site.clock.now += 14 * 24 * HOUR - HOUR + 1;
    expect((await listed(later)).map(({ current }) => current)).toEqual([true]);
  });

  it('is one of 50 at most, so that logins do not fill the database', async () => {
    const { sessions } = site.opened.accounts.store;
    const account = await idOf();
    const owner = client();
    await owner.login(name, PASSWORD);
    for (let each = 0; each < 60; each++)
      await sessions.add({
        account,
        cookie: `c${number}-${each}`,
        key: `k${number}-${each}`,
        created: each,
        seen: site.clock.now + each,
        expires: site.clock.now + HOUR,
        device: '',
        network: '',
      });
    expect(await sessions.ofAccount(account)).toHaveLength(50);
    await site.opened.accounts.sessions.refresh();
    expect(await owner.profile()).toBe(401);
  });
});

describe('A4: a change that another site sends', () => {
  const unsafe = ACCOUNT_ROUTES.filter(({ method }) => method !== 'GET');
  const attempts: readonly (readonly [string, Record<string, string>, number])[] = [
    ['without the CSRF header', { 'x-csrftoken': '' }, 403],
    ['with a token of nobody', { 'x-csrftoken': randomSecret() }, 403],
    ['with the evil origin', { origin: 'https://evil.example' }, 403],
    ['with the origin `null`', { origin: 'null' }, 403],
    ['from another port', { origin: `${SITE}:8443` }, 403],
    ['from the site by http', { origin: SITE.replace('https', 'http') }, 403],
    ['from a subdomain', { origin: SITE.replace('atlas', 'x.atlas') }, 403],
    ['from a site with a longer name', { origin: `${SITE}.evil.example` }, 403],
    [
      'without an origin, by a page of another site',
      { origin: '', 'sec-fetch-site': 'cross-site' },
      403,
    ],
    [
      'without an origin, by a page of a subdomain',
      { origin: '', 'sec-fetch-site': 'same-site' },
      403,
    ],
    ['as text', { 'content-type': 'text/plain' }, 415],
    ['as a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ];

  it('is tried on every route that changes something', () => {
    expect(unsafe.length).toBeGreaterThan(15);
  });

  it.each(attempts)('%s is refused by every route', async (_title, headers, status) => {
    const user = client();
    await user.login(name, PASSWORD);
    for (const { method, url } of unsafe) {
      const answer = await user.call(method, url.replace(':id', '1'), {
        body: '{}',
        headers: { 'content-type': 'application/json', ...headers },
      });
      expect([url, answer.statusCode]).toEqual([url, status]);
    }
    expect(await user.profile()).toBe(200);
  });

  it('with the token of another session is refused', async () => {
    const [user, attacker] = [client(), client()];
    await user.login(name, PASSWORD);
    await addUser(site, `${name}-attacker`, PASSWORD);
    await attacker.login(`${name}-attacker`, PASSWORD);
    // A page of a subdomain can set this cookie, and read its own one.
    user.cookies.set('csrftoken', attacker.cookies.get('csrftoken')!);
    expect((await user.call('POST', '/api/auth/logout/')).statusCode).toBe(403);
    expect(await user.profile()).toBe(200);
  });

  it('is refused without a session too: it could log a visitor in as the attacker', async () => {
    for (const [, headers, status] of attempts.slice(2))
      for (const { method, url } of unsafe.filter((route) => route.for === 'everyone')) {
        const answer = await client().call(method, url, {
          body: '{}',
          headers: { 'content-type': 'application/json', ...headers },
        });
        expect([url, headers, answer.statusCode]).toEqual([url, headers, status]);
      }
  });

  it('has no answer that another site may read', async () => {
    for (const { method, url } of ACCOUNT_ROUTES) {
      const answer = await client().call(method, url.replace(':id', '1'), {
        headers: { origin: 'https://evil.example' },
      });
      expect([url, answer.headers['access-control-allow-origin']]).toEqual([url, undefined]);
      expect(answer.headers['cache-control']).toBe('private, no-store');
    }
  });
});
