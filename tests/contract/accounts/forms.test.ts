import type { CompiledForm } from 'atlas-engine/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endGrants } from '../../../server/accounts/decide.ts';
import { addUser, SITE, startAccountSite, type AccountSite } from './account-site.ts';

const PASSWORD = 'Okapi-Ituri-7?';
const VERSION = '2026-03-01';

const text = { type: 'string', title: '', maxLength: 150 } as const;
const FORMS: ReadonlyMap<CompiledForm['id'], CompiledForm['schema']> = new Map([
  [
    'registration',
    {
      type: 'object',
      additionalProperties: false,
      required: ['username', 'email', 'password1', 'password2', 'area', 'agreement'],
      properties: {
        username: text,
        email: { ...text, format: 'email' },
        password1: text,
        password2: { ...text, 'x-same-as': 'password1' },
        area: { type: 'string', title: '', enum: ['redd', 'landrights'] },
        agreement: { type: 'string', title: '', const: VERSION },
      },
    },
  ],
  [
    'access-request',
    {
      type: 'object',
      additionalProperties: false,
      required: ['level', 'reason'],
      properties: {
        level: { type: 'string', title: '', enum: ['elder', 'nobody'] },
        reason: { ...text, minLength: 10 },
      },
    },
  ],
  [
    'contact',
    {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'email', 'subject', 'message', 'country'],
      properties: {
        name: text,
        email: { ...text, format: 'email' },
        subject: text,
        message: text,
        country: { type: 'string', title: '', enum: ['cmr'] },
      },
    },
  ],
]);

describe('a server with forms', () => {
  let site: AccountSite;

  beforeAll(async () => {
    site = await startAccountSite({
      forms: FORMS,
      rules: { agreement: VERSION, roles: ['operator'] },
      unlimited: true,
    });
  });
  afterAll(() => site.close());

  const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const answer = await site.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { origin: SITE, ...headers },
    });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
  const logIn = async (username: string): Promise<Record<string, string>> => {
    const { body } = await post('/api/auth/login/', { username, password: PASSWORD });
    return { authorization: `Token ${String(body['key'])}` };
  };
  const profile = async (headers: Record<string, string>) =>
    (await site.app.inject({ url: '/api/users/profile', headers })).json<object>();

  const REGISTRATION = {
    username: 'mira',
    email: 'mira@example.test',
    area: 'redd',
    agreement: VERSION,
    password1: PASSWORD,
    password2: PASSWORD,
  };

  it.each([
    ['a required field', { area: '' }, 'area'],
    ['an option', { area: 'gold' }, 'area'],
    ['the agreement', { agreement: undefined }, 'agreement'],
    ['the current version of the agreement', { agreement: '2020-01-01' }, 'agreement'],
    ['the agreement by its version', { agreement: true }, 'agreement'],
  ])('requires %s of a registration', async (_, change, field) => {
    const { status, body } = await post('/api/auth/registration/', { ...REGISTRATION, ...change });
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
  });

  it('stores the fields of the form only, and the version of the agreement', async () => {
    const { status } = await post('/api/auth/registration/', { ...REGISTRATION, shoe_size: '42' });
    expect(status).toBe(201);
    const account = await site.opened.accounts.store.accounts.byUsername('mira');
    expect(account).toMatchObject({ agreement: VERSION, fields: { area: 'redd' } });
    expect(account?.fields).not.toHaveProperty('shoe_size');
  });

  it('checks requests for access and messages', async () => {
    await addUser(site, 'luc', PASSWORD);
    const luc = await logIn('luc');
    const ask = (values: object) => post('/api/users/access-requests/', values, luc);
    expect(await ask({ level: 'elder', reason: 'Short' })).toMatchObject({
      status: 400,
      body: { reason: [expect.any(String)] },
    });
    // The form offers it, but no operator can grant it.
    expect(await ask({ level: 'nobody', reason: 'A long study' })).toMatchObject({
      status: 400,
      body: { level: [expect.any(String)] },
    });
    expect(await ask({ level: 'elder', reason: 'A long study' })).toMatchObject({ status: 201 });
    const message = { name: 'Luc', email: 'l@example.test', subject: 'A', message: 'B' };
    expect(await post('/api/contact/', message)).toMatchObject({
      status: 400,
      body: { country: [expect.any(String)] },
    });
    const about = { ...message, country: 'cmr', layer: 'wells', more: 'x' };
    expect(await post('/api/contact/', about)).toMatchObject({ status: 201 });
    const [stored] = await site.opened.accounts.store.messages.all();
    expect(stored!.context).toEqual({ country: 'cmr', layer: 'wells' });
  });

  it('asks for a changed agreement once', async () => {
    const id = await addUser(site, 'zoe', PASSWORD);
    await site.opened.accounts.store.accounts.setAgreement(id, '2025-01-01');
    const zoe = await logIn('zoe');
    expect(await profile(zoe)).toMatchObject({ agreement_due: true });
    expect(await post('/api/users/agreement/', {}, zoe)).toMatchObject({
      status: 200,
      body: { accepted: VERSION },
    });
    expect(await profile(zoe)).not.toHaveProperty('agreement_due');
  });

  it('informs a person of a revoked and of an ended level', async () => {
    await addUser(site, 'boss', PASSWORD);
    const { store } = site.opened.accounts;
    const boss = (await store.accounts.byUsername('boss'))!.id;
    const given = { scope: '', by: 'test', created: site.clock.now };
    await store.grants.add({ ...given, account: boss, level: 'operator', until: null });
    const account = await addUser(site, 'ina', PASSWORD);
    await store.grants.add({ ...given, account, level: 'elder', until: null });
    const operator = await logIn('boss');
    const change = { action: 'revoke', level: 'elder' };
    expect(await post(`/api/admin/accounts/${account}/`, change, operator)).toMatchObject({
      status: 200,
    });
    await site.mailed();
    expect(site.mail.newestTo('ina@example.test').text).toContain('taken back this access');
    const until = site.clock.now + 1_000;
    await store.grants.add({ ...given, account, level: 'elder', until });
    expect(await endGrants(store, until)).toBe(0);
    expect(await endGrants(store, until + 1)).toBe(1);
    expect(await endGrants(store, until + 1)).toBe(0);
    site.clock.now = until + 1;
    site.opened.accounts.sendMails();
    await site.mailed();
    expect(site.mail.newestTo('ina@example.test').text).toMatch(/This access at .+ has ended: /);
    const past = { action: 'grant', level: 'elder', until: '2020-01-01' };
    expect(await post(`/api/admin/accounts/${account}/`, past, operator)).toMatchObject({
      status: 400,
      body: { until: [expect.any(String)] },
    });
  });

  it('takes a level from one place, and leaves it in the others', async () => {
    const { store } = site.opened.accounts;
    const account = await addUser(site, 'noa', PASSWORD);
    const given = { account, level: 'elder', by: 'test', created: site.clock.now, until: null };
    for (const scope of ['', 'project gone', 'dataset gone'])
      await store.grants.add({ ...given, scope });
    const chief = await addUser(site, 'chief', PASSWORD);
    await store.grants.add({ ...given, account: chief, level: 'operator', scope: '' });
    const operator = await logIn('chief');
    const revoke = (place: object) =>
      post(
        `/api/admin/accounts/${account}/`,
        { action: 'revoke', level: 'elder', ...place },
        operator,
      );
    const left = async () => (await store.grants.ofAccount(account)).map(({ scope }) => scope);
    expect(await revoke({ project: 'other' })).toMatchObject({ status: 400 });
    expect(await left()).toEqual(['', 'project gone', 'dataset gone']);
    // The atlas no longer has this project.
    expect(await revoke({ project: 'gone' })).toMatchObject({ status: 200 });
    expect(await left()).toEqual(['', 'dataset gone']);
    expect(await revoke({})).toMatchObject({ status: 200 });
    expect(await left()).toEqual(['dataset gone']);
    expect(await revoke({})).toMatchObject({ status: 400 });
  });

  it.each(['requests', 'messages', 'accounts', 'mails', 'downloads'])(
    'has the page /admin/%s for operators only, and the 404 page for all others',
    async (name) => {
      const open = (headers: Record<string, string> = {}) =>
        site.app.inject({ url: `/admin/${name}`, headers: { accept: 'text/html', ...headers } });
      const missing = await site.app.inject({ url: '/nowhere', headers: { accept: 'text/html' } });
      for (const other of [await open(), await open(await logIn('luc'))]) {
        expect(other.statusCode).toBe(404);
        expect(other.body).toBe(missing.body);
      }
      const own = await open(await logIn('boss'));
      expect(own.statusCode).toBe(200);
      expect(own.headers['cache-control']).toBe('private, no-store');
    },
  );
});
