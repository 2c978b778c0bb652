/** Who decides about operators. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser, startAccountSite, type AccountSite } from './account-site.ts';
import { Client } from './client.ts';

const PASSWORD = 'Okapi-Ituri-7?';
const DAY = 86_400_000;
const OPERATORS = 'operators@example.test';

let site: AccountSite;
let number = 0;
/** Each test has accounts of its own. */
let name = '';

beforeAll(async () => {
  site = await startAccountSite({
    rules: { roles: ['operator'], opens: { elder: [{ en: 'Tombs', fr: 'Tombes' }] } },
    unlimited: true,
    env: { CONTACT_EMAIL: OPERATORS },
  });
});
afterAll(() => site.close());

const grants = () => site.opened.accounts.store.grants;

async function logIn(username: string): Promise<Client> {
  const browser = new Client(site);
  await browser.login(username, PASSWORD);
  return browser;
}

async function makeOperator(username: string): Promise<{ id: number; browser: Client }> {
  const id = await addUser(site, username, PASSWORD);
  await grants().add({
    account: id,
    level: 'operator',
    scope: '',
    until: null,
    by: 'test',
    created: 1,
  });
  return { id, browser: await logIn(username) };
}

describe('who is an operator', () => {
  let person: number;
  beforeEach(async () => {
    number += 1;
    name = `person${number}`;
    for (const { account } of await grants().all()) await grants().remove(account, 'operator');
    person = await addUser(site, name, PASSWORD);
  });

  const change = async (by: Client, id: number, body: object) => {
    const answer = await by.post(`/api/admin/accounts/${id}/`, body);
    const { state, operators } = answer.json<{ state?: string; operators?: unknown }>();
    return [answer.statusCode, state ?? (operators ? 'alone' : 'refused')];
  };
  const held = async (id: number) => (await grants().ofAccount(id)).map(({ level }) => level);
  const make = { action: 'grant', level: 'operator' };
  const remove = { action: 'revoke', level: 'operator' };

  it('is decided by two operators: the second one makes the same change', async () => {
    const [awa, ben] = [await makeOperator(`${name}-awa`), await makeOperator(`${name}-ben`)];
    for (const _ of [1, 2])
      expect(await change(awa.browser, person, make)).toEqual([202, 'proposed']);
    expect(await held(person)).toEqual([]);
    // Another end is another change.
    const soon = { ...make, until: '2030-01-01' };
    expect(await change(ben.browser, person, soon)).toEqual([202, 'proposed']);
    const list = (await ben.browser.call('GET', '/api/admin/accounts/')).json<
      { id: number; proposals: object[] }[]
    >();
    expect(list.find(({ id }) => id === person)!.proposals).toMatchObject([
      { action: 'grant', level: 'operator', by: `${name}-ben`, until: '2030-01-01T23:59:59.999Z' },
      { action: 'grant', level: 'operator', by: `${name}-awa`, until: null },
    ]);
    expect(await change(ben.browser, person, make)).toEqual([200, 'done']);
    expect(await held(person)).toEqual(['operator']);
    // The decision has ended both proposals.
    expect(await change(ben.browser, person, remove)).toEqual([202, 'proposed']);
    expect(await change(awa.browser, person, remove)).toEqual([200, 'done']);
    expect(await change(awa.browser, person, soon)).toEqual([202, 'proposed']);
  });

  it('changes with a suspension too, and a proposal ends after a week', async () => {
    const [awa, ben] = [await makeOperator(`${name}-awa`), await makeOperator(`${name}-ben`)];
    const cat = await makeOperator(`${name}-cat`);
    const suspend = { action: 'suspend' };
    expect(await change(awa.browser, cat.id, suspend)).toEqual([202, 'proposed']);
    site.clock.now += 7 * DAY + 1;
    expect(await change(ben.browser, cat.id, suspend)).toEqual([202, 'proposed']);
    expect(await change(awa.browser, cat.id, suspend)).toEqual([200, 'done']);
    expect(await change(awa.browser, cat.id, { action: 'restore' })).toEqual([202, 'proposed']);
    expect(await change(ben.browser, cat.id, { action: 'restore' })).toEqual([200, 'done']);
  });

  it('is withdrawn by the operator who proposed it, and by nobody else', async () => {
    const [awa, ben] = [await makeOperator(`${name}-awa`), await makeOperator(`${name}-ben`)];
    const soon = { ...make, until: '2030-01-01' };
    const withdraw = async (by: Client, body: object) =>
      (await by.post(`/api/admin/accounts/${person}/withdraw/`, body)).statusCode;
    for (const body of [make, soon])
      expect(await change(awa.browser, person, body)).toEqual([202, 'proposed']);
    expect(await withdraw(ben.browser, make)).toBe(404);
    expect(await withdraw(awa.browser, make)).toBe(200);
    expect(await withdraw(awa.browser, make)).toBe(404);
    // Nobody waits for an agreement to it any more, so the second operator proposes it anew.
    expect(await change(ben.browser, person, make)).toEqual([202, 'proposed']);
    expect(await held(person)).toEqual([]);
    // The other proposal still waits, and the withdrawn one may be made again.
    expect(await change(ben.browser, person, soon)).toEqual([200, 'done']);
    await grants().remove(person, 'operator');
    expect(await change(awa.browser, person, make)).toEqual([202, 'proposed']);
    expect(await change(ben.browser, person, make)).toEqual([200, 'done']);
  });

  it('needs the command line without a second operator who may agree', async () => {
    const [awa, ben] = [await makeOperator(`${name}-awa`), await makeOperator(`${name}-ben`)];
    // The person concerned is not the second operator, and nor is one who lost the role.
    expect(await change(awa.browser, ben.id, remove)).toEqual([409, 'alone']);
    expect(await change(ben.browser, person, make)).toEqual([202, 'proposed']);
    await grants().remove(ben.id, 'operator');
    expect(await change(awa.browser, person, make)).toEqual([409, 'alone']);
    expect(await held(person)).toEqual([]);
  });

  it('is never the decision of an operator about their own account', async () => {
    const awa = await makeOperator(`${name}-awa`);
    await makeOperator(`${name}-ben`);
    for (const body of [
      { action: 'grant', level: 'elder' },
      { action: 'revoke', level: 'operator' },
      { action: 'suspend' },
    ])
      expect(await change(awa.browser, awa.id, body)).toEqual([403, 'refused']);
    const asked = await awa.browser.post('/api/users/access-requests/', {
      level: 'elder',
      reason: 'My own study',
    });
    const decided = await awa.browser.post(
      `/api/admin/requests/${asked.json<{ id: number }>().id}/`,
      { decision: 'grant' },
    );
    expect(decided.statusCode).toBe(403);
    expect(await held(awa.id)).toEqual(['operator']);
  });
});

describe('a request for access', () => {
  const ask = async (by: Client, more: object): Promise<number> => {
    const body = { level: 'elder', reason: 'Our village', ...more };
    return (await by.post('/api/users/access-requests/', body)).json<{ id: number }>().id;
  };

  it('comes with its answers, what the person holds and what became of earlier ones', async () => {
    const id = await addUser(site, 'nadia', PASSWORD);
    const nadia = await logIn('nadia');
    const { browser: boss } = await makeOperator('boss');
    const listed = async () =>
      (await boss.call('GET', '/api/admin/requests/')).json<{ id: number; account: number }[]>();
    const first = await ask(nadia, { country: 'cmr' });
    expect((await listed())[0]).toMatchObject({
      id: first,
      answers: { country: 'cmr' },
      grants: [],
      history: [],
    });
    const start = site.clock.now;
    site.clock.now += DAY;
    const refusal = { decision: 'refuse', answer: 'Please say more' };
    await boss.post(`/api/admin/requests/${first}/`, refusal);
    site.clock.now += DAY;
    const until = new Date(site.clock.now + DAY).toISOString();
    await boss.post(`/api/admin/accounts/${id}/`, { action: 'grant', level: 'elder', until });
    await boss.post(`/api/admin/accounts/${id}/`, { action: 'suspend' });
    await boss.post(`/api/admin/accounts/${id}/`, { action: 'restore' });
    await site.opened.accounts.store.requests.add({
      account: id,
      level: 'elder',
      reason: 'For longer',
      answers: {},
      created: site.clock.now,
    });
    const [request, decided] = (await listed()).filter(({ account }) => account === id);
    const at = new Date(site.clock.now).toISOString();
    expect(request).toMatchObject({
      grants: [{ level: 'elder', until }],
      history: [
        { at, by: 'boss', action: 'restored', level: '', until: null },
        { at, by: 'boss', action: 'suspended', level: '', until: null },
        { at, by: 'boss', action: 'granted', level: 'elder', until },
        { by: 'boss', action: 'refused', level: 'elder', until: null },
        { at: new Date(start).toISOString(), by: 'owner', action: 'requested', level: 'elder' },
      ],
    });
    expect(decided).toMatchObject({ id: first, history: [] });
  });

  it('is decided with the layers that its level opens in view', async () => {
    const { browser } = await makeOperator('judge');
    const levels = (await browser.call('GET', '/api/admin/levels/')).json<object[]>();
    expect(levels).toContainEqual(
      expect.objectContaining({ id: 'elder', opens: [{ en: 'Tombs', fr: 'Tombes' }] }),
    );
  });
});

describe('a report of an error', () => {
  const REPORT = {
    name: 'Rosa',
    email: 'rosa@example.test',
    subject: 'A well',
    message: 'It is dry.',
    layer: 'wells',
    object: 'Mission',
    view: '/#9/1/20&near=wells:7',
  };
  const own = async (browser: Client) =>
    (await browser.call('GET', '/api/users/messages/')).json<object[]>();

  it('is answered by mail and in the account of the person, once', async () => {
    await addUser(site, 'rosa', PASSWORD);
    const rosa = await logIn('rosa');
    const { browser: boss } = await makeOperator('answering');
    await rosa.post('/api/contact/', REPORT);
    const { layer, object, view, subject, message } = REPORT;
    const open = { subject, message, context: { layer, object, view }, done: null, answer: '' };
    expect(await own(rosa)).toMatchObject([open]);
    const [{ id }] = (await boss.call('GET', '/api/admin/messages/')).json<[{ id: number }]>();
    const answer = async (text: string) =>
      (await boss.post(`/api/admin/messages/${id}/`, { answer: text })).statusCode;
    expect(await answer('It is corrected.')).toBe(200);
    expect(await answer('Another answer')).toBe(404);
    const done = new Date(site.clock.now).toISOString();
    expect(await own(rosa)).toMatchObject([{ subject, done, answer: 'It is corrected.' }]);
    await site.mailed();
    const { text } = site.mail.newestTo(REPORT.email);
    for (const part of ['It is corrected.', message, '/account/settings'])
      expect(text).toContain(part);
  });

  it('is announced to the operators with the name of its object', async () => {
    await new Client(site).post('/api/contact/', { ...REPORT, email: 'visitor@example.test' });
    await site.mailed();
    expect(site.mail.newestTo(OPERATORS).text).toContain('Mission');
  });

  it('is read by nobody else, and closed without a mail if there is no answer', async () => {
    await addUser(site, 'other', PASSWORD);
    const { browser: boss } = await makeOperator('closing');
    const email = 'unknown@example.test';
    await new Client(site).post('/api/contact/', { ...REPORT, email });
    expect(await own(await logIn('other'))).toEqual([]);
    const [{ id }] = (await boss.call('GET', '/api/admin/messages/')).json<[{ id: number }]>();
    expect((await boss.post(`/api/admin/messages/${id}/`, {})).statusCode).toBe(200);
    await site.mailed();
    expect(site.mail.mails.filter(({ to }) => to.includes(email))).toEqual([]);
  });
});
