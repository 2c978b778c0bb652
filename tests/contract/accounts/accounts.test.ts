import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addOperator, addUser, SITE, startAccountSite, type AccountSite } from './account-site.ts';
import { Client, linkIn } from './client.ts';

const PASSWORD = 'Okapi-Ituri-7?';
const OTHER = 'Bonobo-Lomako-3!';
const DAY = 86_400_000;

let site: AccountSite;
let number = 0;
/** Each test has accounts and an address of its own. */
let name = '';
let ip = '';

beforeAll(async () => {
  site = await startAccountSite({ rules: { roles: ['operator'] } });
});
afterAll(() => site.close());
beforeEach(() => {
  number += 1;
  name = `person${number}`;
  ip = `198.51.100.${number}`;
});

/** A browser at the address of the test. */
class Browser extends Client {
  constructor() {
    super(site, () => ip);
  }

  override login(username = name, password = PASSWORD): Promise<LightMyRequestResponse> {
    return super.login(username, password);
  }
}

async function resetLink(email = `${name}@example.test`): Promise<string[]> {
  await new Browser().post('/api/auth/password/reset/', { email });
  await site.mailed();
  return linkIn(site.mail.newestTo(email).text);
}

const confirmReset = ([uid, token]: string[], password = OTHER) =>
  new Browser().post('/api/auth/password/reset/confirm/', {
    uid,
    token,
    new_password1: password,
    new_password2: password,
  });

describe('a session', () => {
  it('gets another secret at each login, and the old one ends', async () => {
    await addUser(site, name, PASSWORD);
    const browser = new Browser();
    await browser.login();
    const old = new Browser();
    for (const [key, value] of browser.cookies) old.cookies.set(key, value);
    await browser.login();
    expect(browser.cookies.get('sessionid')).not.toBe(old.cookies.get('sessionid'));
    expect([await browser.profile(), await old.profile()]).toEqual([200, 401]);
  });

  it('is not accepted after its logout', async () => {
    await addUser(site, name, PASSWORD);
    const browser = new Browser();
    const { key } = (await browser.login()).json<{ key: string }>();
    const stolen = new Browser();
    for (const [one, value] of browser.cookies) stolen.cookies.set(one, value);
    expect((await browser.call('POST', '/api/auth/logout/')).statusCode).toBe(200);
    expect(browser.cookies.size).toBe(0);
    expect(await stolen.profile()).toBe(401);
    const headers = { authorization: `Token ${key}` };
    const withKey = await new Browser().call('GET', '/api/users/profile', { headers });
    expect(withKey.statusCode).toBe(401);
  });

  it('ends on all devices when the password changes, except the one that changed it', async () => {
    await addUser(site, name, PASSWORD);
    const [one, other] = [new Browser(), new Browser()];
    await one.login();
    await other.login();
    const changed = await one.post('/api/auth/password/change/', {
      old_password: PASSWORD,
      new_password1: OTHER,
      new_password2: OTHER,
    });
    expect(changed.statusCode).toBe(200);
    expect([await one.profile(), await other.profile()]).toEqual([200, 401]);
    await site.mailed();
    expect(site.mail.newestTo(`${name}@example.test`).text).toContain(name);
  });

  it('expires after 14 days', async () => {
    await addUser(site, name, PASSWORD);
    const browser = new Browser();
    await browser.login();
    site.clock.now += 14 * DAY;
    expect(await browser.profile()).toBe(200);
    site.clock.now += 1;
    expect(await browser.profile()).toBe(401);
  });

  it('is listed with its device, and can be ended from another device', async () => {
    await addUser(site, name, PASSWORD);
    const [one, other] = [new Browser(), new Browser()];
    await one.login();
    await other.call('POST', '/api/auth/login/', {
      body: { username: name, password: PASSWORD },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
    });
    const devices = (await one.call('GET', '/api/users/sessions/')).json<
      { id: number; device: string; network: string; current: boolean }[]
    >();
    expect(devices.map(({ current }) => current).sort()).toEqual([false, true]);
    const theirs = devices.find(({ current }) => !current)!;
    expect(theirs).toMatchObject({ device: 'Firefox, Linux', network: '198.51.100.0/24' });
    await one.call('DELETE', `/api/users/sessions/${theirs.id}/`);
    expect([await one.profile(), await other.profile()]).toEqual([200, 401]);
  });

  it('is not stored in a form that can be used', async () => {
    await addUser(site, name, PASSWORD);
    const browser = new Browser();
    const { key } = (await browser.login()).json<{ key: string }>();
    const { store } = site.opened.accounts;
    const cookie = browser.cookies.get('sessionid')!;
    expect(await store.sessions.find('cookie', cookie, 0)).toBeNull();
    expect(await store.sessions.find('key', key, 0)).toBeNull();
    expect((await store.accounts.byUsername(name))?.hash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    );
  });
});

describe('a change', () => {
  const attempts: readonly (readonly [string, Record<string, string>, number])[] = [
    ['without the CSRF header', { 'x-csrftoken': '' }, 403],
    ['with the token of another session', { 'x-csrftoken': 'A'.repeat(32) }, 403],
    ['from the page of another site', { origin: 'https://evil.example' }, 403],
    [
      'from a page without origin of another site',
      { 'sec-fetch-site': 'cross-site', origin: '' },
      403,
    ],
    ['as text', { 'content-type': 'text/plain' }, 415],
  ];
  const routes: readonly (readonly ['POST' | 'DELETE', string])[] = [
    ['POST', '/api/auth/login/'],
    ['POST', '/api/auth/logout/'],
    ['POST', '/api/auth/registration/'],
    ['POST', '/api/auth/password/reset/'],
    ['POST', '/api/auth/password/change/'],
    ['POST', '/api/contact/'],
    ['POST', '/api/users/access-requests/'],
    ['POST', '/api/users/delete/'],
    ['DELETE', '/api/users/sessions/'],
    ['POST', '/api/admin/accounts/1/'],
    ['POST', '/api/admin/accounts/1/withdraw/'],
  ];

  it.each(attempts)('%s is refused on every route', async (_title, headers, status) => {
    await addUser(site, name, PASSWORD);
    const browser = new Browser();
    await browser.login();
    for (const [method, url] of routes) {
      const answer = await browser.call(method, url, { body: {}, headers });
      expect([url, answer.statusCode]).toEqual([url, status]);
    }
    expect(await browser.profile()).toBe(200);
  });
});

describe('a reset link', () => {
  it('is valid for exactly three days', async () => {
    await addUser(site, name, PASSWORD);
    const link = await resetLink();
    site.clock.now += 259_200_000;
    expect((await confirmReset(link, 'short')).json()).toHaveProperty('new_password2');
    site.clock.now += 1_000;
    expect((await confirmReset(link)).json()).toEqual({ token: ['Invalid value'] });
  });

  it('works once, also for two at the same time', async () => {
    await addUser(site, name, PASSWORD);
    const link = await resetLink();
    const answers = await Promise.all([confirmReset(link), confirmReset(link)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect((await confirmReset(link)).statusCode).toBe(400);
    expect((await new Browser().login(name, OTHER)).statusCode).toBe(200);
  });

  it('ends all sessions and the other links', async () => {
    await addUser(site, name, PASSWORD);
    const browser = new Browser();
    await browser.login();
    const [first, second] = [await resetLink(), await resetLink()];
    expect((await confirmReset(second)).statusCode).toBe(200);
    expect((await confirmReset(first)).statusCode).toBe(400);
    expect(await browser.profile()).toBe(401);
  });

  it('leads to the public address, whatever the host of the request', async () => {
    await addUser(site, name, PASSWORD);
    const email = `${name}@example.test`;
    await new Browser().call('POST', '/api/auth/password/reset/', {
      body: { email },
      headers: { host: 'evil.example' },
    });
    await site.mailed();
    const { text } = site.mail.newestTo(email);
    expect(text).toContain(`${SITE}/account/password-reset-confirm/`);
    expect(text).not.toContain('evil.example');
  });

  it('is not sent to an address without account, with the same answer', async () => {
    await addUser(site, name, PASSWORD);
    const ask = (email: string) => new Browser().post('/api/auth/password/reset/', { email });
    const [known, unknown] = [
      await ask(`${name}@example.test`),
      await ask(`no${name}@example.test`),
    ];
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    await site.mailed();
    expect(() => site.mail.newestTo(`no${name}@example.test`)).toThrow('no mail');
  });
});

describe('a registration', () => {
  const values = () => ({
    username: name,
    email: `${name}@example.test`,
    password1: PASSWORD,
    password2: PASSWORD,
    organisation: 'Forêts',
    trusted_user: true,
    reason: 'A map of our village',
  });

  it('is confirmed by the link in the mail, in the language of the visitor', async () => {
    const browser = new Browser();
    await browser.call('GET', '/api/setlang/?language=fr');
    expect((await browser.post('/api/auth/registration/', values())).statusCode).toBe(201);
    await site.mailed();
    const mail = site.mail.newestTo(`${name}@example.test`);
    expect(mail.text).toContain('Confirmer l’adresse');
    expect((await browser.login()).json()).toEqual({
      non_field_errors: ['E-mail is not verified.'],
    });
    const [key] = linkIn(mail.text);
    const verify = () =>
      browser.post('/api/auth/registration/verify-email/', { key, password: PASSWORD });
    expect((await verify()).statusCode).toBe(200);
    expect((await verify()).statusCode).toBe(404);
    expect((await browser.login()).statusCode).toBe(200);
    const { store } = site.opened.accounts;
    const account = (await store.accounts.byUsername(name))!;
    expect(account).toMatchObject({ locale: 'fr', fields: { organisation: 'Forêts' } });
    expect(await store.requests.ofAccount(account.id)).toMatchObject([
      { level: 'elder', state: 'open', reason: 'A map of our village' },
    ]);
  });

  it('with a taken address is answered like a new one, and its owner is informed', async () => {
    await addUser(site, name, PASSWORD);
    const second = { ...values(), username: `${name}-again` };
    const taken = await new Browser().post('/api/auth/registration/', second);
    const free = await new Browser().post('/api/auth/registration/', {
      ...values(),
      username: `${name}-free`,
      email: `free-${name}@example.test`,
    });
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    await site.mailed();
    const { text } = site.mail.newestTo(`${name}@example.test`);
    expect(text).toContain('/account/password-reset');
    expect(text).not.toContain('confirm-email');
    // The name is reserved in both cases, so that it does not show which address is taken.
    const again = await new Browser().post('/api/auth/registration/', {
      ...second,
      email: `third-${name}@example.test`,
    });
    expect(again.json()).toHaveProperty('username');
  });
});

describe('a message', () => {
  const values = () => ({
    name: 'Mira',
    email: 'mira@example.test',
    subject: 'A river',
    message: 'Line 1\nLine 2',
  });

  it('is kept for operators with the layer and view it is about', async () => {
    const answer = await new Browser().post('/api/contact/', { ...values(), layer: 'wells' });
    expect(answer.statusCode).toBe(201);
    const [message] = await site.opened.accounts.store.messages.all();
    expect(message).toMatchObject({ ...values(), kind: 'error', context: { layer: 'wells' } });
  });

  it('is accepted three times an hour for one address of e-mail, from any network', async () => {
    const post = async (email: string) => {
      ip = `198.51.100.${(number += 1)}`;
      return (await new Browser().post('/api/contact/', { ...values(), email })).statusCode;
    };
    const statuses = [];
    for (const email of [
      'ann@example.test',
      'ANN@example.test',
      ' ann@example.test',
      'ann@example.test',
    ])
      statuses.push(await post(email));
    expect(statuses).toEqual([201, 201, 201, 429]);
    expect(await post('ben@example.test')).toBe(201);
    site.clock.now += 3_600_000;
    expect(await post('ann@example.test')).toBe(201);
  });

  it('is accepted 30 times an hour from one network, which a village may share', async () => {
    const statuses = [];
    for (let each = 0; each < 31; each++) {
      const body = { ...values(), email: `villager${each}@example.test` };
      statuses.push((await new Browser().post('/api/contact/', body)).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(201), 429]);
  });

  it.each(['\r\nBcc: x@evil.example', '\nx', '\0', '\u2028x'])(
    'with %j in its subject, name or address is refused',
    async (text) => {
      for (const field of ['name', 'email', 'subject']) {
        ip = `192.0.2.${field.length + number}`;
        const body = { ...values(), [field]: `a${text}b@example.test` };
        const answer = await new Browser().post('/api/contact/', body);
        expect([answer.statusCode, Object.keys(answer.json<object>())]).toEqual([400, [field]]);
      }
    },
  );
});

describe('access', () => {
  const operator = async (): Promise<Browser> => {
    await addOperator(site, `${name}-operator`, PASSWORD);
    const browser = new Browser();
    await browser.login(`${name}-operator`);
    return browser;
  };
  const canRead = async (browser: Browser): Promise<boolean> =>
    (await browser.call('GET', '/atlas/session.en.json')).body.includes('locked-of-elders');

  it('is granted by an operator at once, and ends with its day', async () => {
    await addUser(site, name, PASSWORD);
    const browser = new Browser();
    await browser.login();
    expect(await canRead(browser)).toBe(false);
    const asked = await browser.post('/api/users/access-requests/', {
      level: 'elder',
      reason: 'Our village',
    });
    const { id } = asked.json<{ id: number }>();
    const admin = await operator();
    const until = new Date(site.clock.now + DAY).toISOString();
    const decision = { decision: 'grant', until, answer: 'Welcome' };
    const decided = await admin.post(`/api/admin/requests/${id}/`, decision);
    expect(decided.json()).toEqual({ id, state: 'granted' });
    expect(await canRead(browser)).toBe(true);
    expect((await browser.call('GET', '/api/users/profile')).json()).toMatchObject({
      groups: ['elder'],
    });
    await site.mailed();
    expect(site.mail.newestTo(`${name}@example.test`).text).toContain('Welcome');
    site.clock.now += DAY;
    expect(await canRead(browser)).toBe(true);
    site.clock.now += 1;
    expect(await canRead(browser)).toBe(false);
    expect((await admin.post(`/api/admin/requests/${id}/`, { decision: 'grant' })).statusCode).toBe(
      404,
    );
  });

  it('ends at once with a suspension, which another process may decide', async () => {
    const id = await addUser(site, name, PASSWORD);
    const browser = new Browser();
    await browser.login();
    const { accounts, sessions } = site.opened.accounts.store;
    await accounts.setSuspended(id, 1);
    await sessions.removeAll(id);
    await expect.poll(() => browser.profile(), { timeout: 5_000 }).toBe(401);
    expect((await browser.login()).json()).toHaveProperty('non_field_errors');
  });

  it('of operators is needed for their routes', async () => {
    await addUser(site, name, PASSWORD);
    const browser = new Browser();
    expect((await browser.call('GET', '/api/admin/requests/')).statusCode).toBe(401);
    await browser.login();
    for (const list of ['requests', 'messages', 'accounts', 'audit', 'accounts.csv'])
      expect((await browser.call('GET', `/api/admin/${list}`)).statusCode).toBe(403);
  });

  it('and messages are listed as CSV that a spreadsheet does not run', async () => {
    const admin = await operator();
    ip = '192.0.2.250';
    await new Browser().post('/api/contact/', {
      name: '=1+1',
      email: 'm@example.test',
      subject: 'A "b", c',
      message: 'd',
    });
    const csv = await admin.call('GET', '/api/admin/messages.csv');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.body).toContain(`'=1+1,m@example.test,"A ""b"", c",d`);
  });

  it('are listed as CSV with the names of the columns, also without rows', async () => {
    const admin = await operator();
    const csv = await admin.call('GET', '/api/admin/downloads.csv');
    expect(csv.body).toBe('\uFEFFat,by,account,datasets,area,formats\r\n');
  });
});

describe('the data of a person', () => {
  it('are exported without secrets, and deleted with the password', async () => {
    await addUser(site, name, PASSWORD);
    const browser = new Browser();
    await browser.login();
    const data = (await browser.call('GET', '/api/users/export/')).body;
    expect(data).not.toContain('argon2');
    expect(JSON.parse(data)).toMatchObject({
      account: { username: name, email: `${name}@example.test` },
      sessions: [{ network: '198.51.100.0/24' }],
      grants: [],
      requests: [],
      messages: [],
      downloads: [],
      networks: expect.any(Array),
      audit: expect.any(Array),
    });
    const wrong = await browser.post('/api/users/delete/', { password: OTHER });
    expect(wrong.json()).toHaveProperty('password');
    expect((await browser.post('/api/users/delete/', { password: PASSWORD })).statusCode).toBe(200);
    expect(await browser.profile()).toBe(401);
    expect(await site.opened.accounts.store.accounts.byUsername(name)).toBeNull();
  });

  it('are not in the log', async () => {
    await addUser(site, name, PASSWORD);
    await new Browser().login();
    expect(site.log()).toContain('/api/auth/login/');
    for (const secret of [ip, name, PASSWORD]) expect(site.log()).not.toContain(secret);
  });
});

describe('mails', () => {
  it('are sent again after the mail server was down', async () => {
    await addUser(site, name, PASSWORD);
    const email = `${name}@example.test`;
    site.mail.isDown = true;
    const answer = await new Browser().post('/api/auth/password/reset/', { email });
    expect(answer.statusCode).toBe(200);
    await site.mailed();
    site.mail.isDown = false;
    expect(() => site.mail.newestTo(email)).toThrow('no mail');
    expect(site.log()).toContain('…@example.test>: no mails at the moment');
    expect(site.log()).not.toContain(email);
    site.clock.now += 61_000;
    site.opened.mails?.wake();
    await site.mailed();
    expect((await confirmReset(linkIn(site.mail.newestTo(email).text))).statusCode).toBe(200);
  });

  it('have one recipient and nothing that a visitor wrote in their headers', () => {
    expect(site.mail.mails.length).toBeGreaterThan(5);
    for (const { to, headers } of site.mail.mails) {
      expect(to).toHaveLength(1);
      const names = headers.map((line) => line.split(':')[0]!.toLowerCase());
      expect(names.sort().join(' ')).toBe(
        'auto-submitted content-type date from message-id mime-version subject to',
      );
    }
  });
});
