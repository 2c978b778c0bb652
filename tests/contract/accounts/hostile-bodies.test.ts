import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUser, startAccountSite, type AccountSite } from './account-site.ts';
import { Client } from './client.ts';

const PASSWORD = 'Okapi-Ituri-7?';
const URLS = [
  '/api/auth/login/',
  '/api/auth/registration/',
  '/api/auth/password/reset/',
  '/api/contact/',
];
const json = { 'content-type': 'application/json' };

let site: AccountSite;

beforeAll(async () => {
  site = await startAccountSite({ unlimited: true, rules: { roles: ['operator'] } });
});
afterAll(() => site.close());

it.each([
  ['with `__proto__`', '{"__proto__":{"username":"a","isAdmin":true}}', 400],
  ['with `constructor`', '{"constructor":{"prototype":{"isAdmin":true}}}', 400],
  ['nested 20 000 times', `{"username":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 400],
  ['that is a deep list', '['.repeat(60_000), 400],
  [
    'with 5 000 fields',
    JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, 1]))),
    400,
  ],
  [
    'with numbers in place of texts',
    '{"username":1e999,"email":1,"password":{},"name":[],"password1":true}',
    400,
  ],
  ['of more than 64 KiB', `{"username":"${'x'.repeat(65_536)}"}`, 413],
] as const)('a body %s is refused, and changes no other object', async (_title, body, status) => {
  for (const url of URLS) {
    const answer = await new Client(site).call('POST', url, { body, headers: json });
    expect([url, answer.statusCode]).toEqual([url, status]);
  }
  expect({}).not.toHaveProperty('isAdmin');
  expect({}).not.toHaveProperty('username');
});

it('a user name and an address are the same in every spelling of Unicode', async () => {
  const register = (username: string, email: string) =>
    new Client(site).post('/api/auth/registration/', {
      username,
      email,
      password1: PASSWORD,
      password2: PASSWORD,
    });
  expect((await register('Éloïse', 'eloise@example.test')).statusCode).toBe(201);
  for (const name of ['éloïse', 'E\u0301loi\u0308se', 'Éｌｏïｓｅ']) {
    const answer = await register(name, 'other@example.test');
    expect([name, answer.json()]).toEqual([name, { username: [expect.any(String)] }]);
  }
  for (const name of ['a b', 'a\u200bb', 'a\u202eb', '<b>', "a'b", 'a/b'])
    expect([name, (await register(name, 'x@example.test')).statusCode]).toEqual([name, 400]);
  // The Kelvin sign is the letter k in lower case: the mail goes to the address as it is stored.
  expect((await register('mike', 'mi\u212Ae@example.test')).statusCode).toBe(201);
  const { accounts } = site.opened.accounts.store;
  expect((await accounts.byUsername('mike'))?.email).toBe('mike@example.test');
});

it('a list for a spreadsheet has no formula, whatever separates its cells', async () => {
  const { store } = site.opened.accounts;
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', 'a;=1+1;', 'a\n=1', 'a\t@x', '＝1', '\t=1'];
  for (const message of texts)
    await store.messages.add({
      kind: 'contact',
      name: 'M',
      email: 'm@b.test',
      subject: message,
      message,
      context: {},
      locale: 'en',
      account: null,
      created: 1,
    });
  const account = await addUser(site, 'ines', PASSWORD);
  await store.grants.add({
    account,
    level: 'operator',
    scope: '',
    until: null,
    by: 'test',
    created: 1,
  });
  const operator = new Client(site);
  await operator.login('ines', PASSWORD);
  const { body } = await operator.call('GET', '/api/admin/messages.csv');
  expect(body).toContain("'=1+1");
  expect(body).not.toMatch(/(?:^|[;,\t\n"])\s*[=+\-@＝]/);
});
