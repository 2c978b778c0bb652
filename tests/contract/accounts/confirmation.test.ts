/** The confirmation of an address: its link, its password, and the mail with the links. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAccountSite, type AccountSite } from './account-site.ts';
import { Client, linkIn } from './client.ts';

const PASSWORD = 'Okapi-Ituri-7?';
const ROUTE = '/api/auth/registration';
const DAY = 86_400_000;

let site: AccountSite;
let number = 0;

beforeAll(async () => {
  site = await startAccountSite({ unlimited: true });
});
afterAll(() => site.close());

/** A visitor who reads English; the atlas begins in French. */
function reader(): Client {
  const client = new Client(site);
  client.cookies.set('django_language', 'en');
  return client;
}

/** Registers, and returns the key in the mail. */
async function register(username: string, email = `${username}@example.test`): Promise<string> {
  await reader().post(`${ROUTE}/`, { username, email, password1: PASSWORD, password2: PASSWORD });
  await site.mailed();
  return linkIn(site.mail.newestTo(email).text)[0]!;
}

const nextName = (): string => `mira${(number += 1)}`;

async function confirm(body: object, ip = '192.0.2.1'): Promise<[number, unknown]> {
  const answer = await new Client(site, () => ip).post(`${ROUTE}/verify-email/`, body);
  return [answer.statusCode, answer.json()];
}

const WRONG = { password: ['The password is not correct.'] };
const NO_LINK = { detail: 'Not found.' };

it('asks for a password only with a link that is valid', async () => {
  const key = await register(nextName());
  const required = 'This field is required.';
  expect(await confirm({})).toEqual([400, { key: [required] }]);
  expect(await confirm({ password: PASSWORD })).toEqual([400, { key: [required] }]);
  for (const more of [{}, { password: 'wrong' }, { password: '' }])
    expect(await confirm({ key: 'nope', ...more })).toEqual([404, NO_LINK]);
  expect(await confirm({ key })).toEqual([400, { password: [required] }]);
  expect(await confirm({ key, password: '' })).toEqual([
    400,
    { password: ['This field may not be blank.'] },
  ]);
  site.clock.now += 3 * DAY + 1_000;
  for (const more of [{}, { password: PASSWORD }])
    expect(await confirm({ key, ...more })).toEqual([404, NO_LINK]);
});

it('is valid after a wrong password, and only with the password of its registration', async () => {
  const name = nextName();
  const key = await register(name);
  const other = await register(`${name}-other`);
  expect(await confirm({ key, password: 'wrong' })).toEqual([400, WRONG]);
  expect(await confirm({ key: other, password: 'Bonobo-Lomako-3!' })).toEqual([400, WRONG]);
  expect(await confirm({ key, password: PASSWORD })).toEqual([200, { detail: 'ok' }]);
});

it('is not possible for a suspended account', async () => {
  const name = nextName();
  const key = await register(name);
  const { accounts } = site.opened.accounts.store;
  await accounts.setSuspended((await accounts.byUsername(name))!.id, site.clock.now);
  for (const more of [{}, { password: PASSWORD }])
    expect(await confirm({ key, ...more })).toEqual([404, NO_LINK]);
});

it('A2: evaluates ten passwords in 15 minutes at most, whatever is guessed at the login', async () => {
  const name = nextName();
  const key = await register(name);
  const start = site.clock.now;
  let evaluated = 0;
  for (let guess = 0; guess < 100; guess++) {
    site.clock.now = start + Math.floor((guess * 15 * 60_000) / 100);
    const ip = `203.0.${guess}.7`;
    const [status] = await confirm({ key, password: `guess ${guess}` }, ip);
    if (status === 400) evaluated += 1;
    else expect(status).toBe(429);
  }
  expect(evaluated).toBeLessThanOrEqual(10);
  expect(evaluated).toBeGreaterThan(4);
  // Guesses at the login do not keep out the person who reads the mail.
  const second = `${name}-second`;
  const link = await register(second);
  for (let guess = 0; guess < 6; guess++)
    await new Client(site, () => `203.0.${guess}.8`).login(second, 'guess');
  expect((await new Client(site, () => '203.0.113.9').login(second, 'guess')).statusCode).toBe(429);
  expect(await confirm({ key: link, password: PASSWORD }, '203.0.113.9')).toEqual([
    200,
    { detail: 'ok' },
  ]);
});

it('has a link for each registration in its mail, in the language of the visitor', async () => {
  const name = nextName();
  const email = `${name}@example.test`;
  await register(name);
  await register(`é+${name}`, email);
  await new Client(site).post(`${ROUTE}/resend-email/`, { email });
  await site.mailed();
  const { text } = site.mail.newestTo(email);
  expect(text).toContain('2 comptes ont été créés avec cette adresse');
  expect(text).toMatch(
    new RegExp(`^Confirmer é\\+${name}\\r?\\n\\S+#user=%C3%A9%2B${name}\\r?$`, 'm'),
  );
  expect(text).toMatch(new RegExp(`^Confirmer ${name}\\r?\\n\\S+#user=${name}\\r?$`, 'm'));
});

it('lists 20 registrations in a mail, and its own first', async () => {
  const name = nextName();
  const email = `${name}@example.test`;
  const { store } = site.opened.accounts;
  const account = {
    email,
    hash: 'none',
    firstName: '',
    lastName: '',
    fields: {},
    agreement: null,
    locale: 'en',
    confirmed: null,
    demonstration: false,
  };
  for (let each = 0; each < 22; each++)
    // They are newer than the registration with the mail.
    await store.accounts.add({
      ...account,
      username: `${name}-${each}`,
      created: site.clock.now + 1e3,
    });
  const key = await register(name);
  const { text } = site.mail.newestTo(email);
  expect(text).toContain('does not list 3 older registrations');
  expect(text.match(/^\S+\/confirm-email\//gm)).toHaveLength(20);
  expect(await confirm({ key, password: PASSWORD })).toEqual([200, { detail: 'ok' }]);
  expect(await store.accounts.waiting(email)).toEqual([]);
});

it('cannot be replaced by a reset of the password', async () => {
  const name = nextName();
  const email = `${name}@example.test`;
  await register(name);
  await reader().post('/api/auth/password/reset/', { email });
  await site.mailed();
  const { text } = site.mail.newestTo(email);
  expect(text).toContain('You asked for a new password, but the e-mail address is not confirmed.');
  expect(text).toContain(`#user=${name}`);
  expect(text).not.toContain('password-reset');
});
