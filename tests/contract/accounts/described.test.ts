/** Every answer of the routes of accounts and operators has the schema that OpenAPI gives for it. */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchedLine } from '../../../server/accounts/download-line.ts';
import { checksOf, type AnswerChecks } from '../server/answer-checks.ts';
import { addOperator, startAccountSite, type AccountSite } from './account-site.ts';
import { Client, linkIn } from './client.ts';

const PASSWORD = 'Okapi-Ituri-7?';
const NEW_PASSWORD = 'Bonobo-Salonga-8!';
const OF_ACCOUNTS = / \/api\/(?:admin|auth|contact|setlang|users)(?:\/| )/;

let site: AccountSite;
let checks: AnswerChecks;

beforeAll(async () => {
  site = await startAccountSite({
    rules: { roles: ['operator'], agreement: '2026-11-01' },
    unlimited: true,
  });
  checks = await checksOf(site.app);
});
afterAll(() => site.close());

type Ask = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
) => Promise<LightMyRequestResponse>;

/** Returns what sends a call of a browser and checks its answer. */
function asking(browser: Client): Ask {
  return async (method, url, body) => {
    const answer = await browser.call(method, url, body && { body });
    const [type = ''] = String(answer.headers['content-type']).split(';', 1);
    const seen = { status: answer.statusCode, type, text: answer.body };
    checks.add(method.toLowerCase(), url, seen);
    return answer;
  };
}

/** Returns what sends the calls of a new operator. */
async function operator(username: string): Promise<Ask> {
  await addOperator(site, username, PASSWORD);
  const browser = new Client(site);
  await browser.login(username, PASSWORD);
  return asking(browser);
}

async function newestLink(): Promise<string[]> {
  await site.mailed();
  return linkIn(site.mail.newestTo('mira@example.test').text);
}

async function registerAndLogIn(ask: Ask): Promise<void> {
  await ask('POST', '/api/auth/registration', {});
  await ask('POST', '/api/auth/registration', {
    username: 'mira',
    email: 'mira@example.test',
    reason: 'For work',
    password1: PASSWORD,
    password2: PASSWORD,
    trusted_user: true,
  });
  await ask('POST', '/api/auth/registration/resend-email', { email: 'mira@example.test' });
  const [key] = await newestLink();
  await ask('POST', '/api/auth/registration/verify-email', { key, password: PASSWORD });
  await ask('POST', '/api/auth/password/reset', { email: 'mira@example.test' });
  const [uid, token] = await newestLink();
  const reset = { uid, token, new_password1: PASSWORD, new_password2: PASSWORD };
  await ask('POST', '/api/auth/password/reset/confirm', reset);
  await ask('POST', '/api/auth/login', { username: 'mira', password: 'wrong' });
  await ask('POST', '/api/auth/login', { username: 'mira', password: PASSWORD });
}

async function useAccount(ask: Ask): Promise<void> {
  await new Client(site).login('mira', PASSWORD);
  await ask('PATCH', '/api/auth/user', { first_name: 'Mira' });
  for (const url of ['/api/auth/user', '/api/users/profile', '/api/users/account'])
    await ask('GET', url);
  await ask('POST', '/api/users/agreement');
  await ask('GET', '/api/setlang?language=fr');
  await ask('GET', '/api/setlang?language=xx');
  const message = { name: 'Mira', email: 'mira@example.test', subject: 'A', message: 'B' };
  await ask('POST', '/api/contact', {
    ...message,
    layer: 'wells',
    object: 'Mission',
    view: '/?z=3',
  });
  await ask('GET', '/api/users/messages');
  await ask('POST', '/api/users/access-requests', { level: 'warden', reason: 'For work' });
  await ask('GET', '/api/users/access-requests');
  const devices = (await ask('GET', '/api/users/sessions')).json<
    { id: number; current: boolean }[]
  >();
  const other = devices.find(({ current }) => !current)!;
  await ask('DELETE', `/api/users/sessions/${other.id}`);
  await ask('DELETE', '/api/users/sessions');
}

/** Another registration with the same address, a download, and a mail that was given up. */
async function addWhatOperatorsSee(): Promise<void> {
  const { store } = site.opened.accounts;
  const detail = fetchedLine({ datasets: ['wells'], area: 12.5, formats: ['csv'] });
  const account = (await store.accounts.byUsername('mira'))!.id;
  const at = site.clock.now;
  await store.audit.add({ at, by: 'mira', action: 'downloaded', account, detail });
  const ended = `nemo (${new Date(at).toISOString()})`;
  await store.audit.add({ at, by: 'owner', action: 'registration ended', account, detail: ended });
  site.mail.isDown = true;
  const mail = { kind: 'changed', email: 'mira@example.test', locale: 'en' };
  await store.mails.add({ ...mail, values: { username: 'mira' }, created: at });
  const [added] = await store.mails.all();
  await store.mails.drop(added!.id, { at, error: 'refused' });
}

async function decide(first: Ask, second: Ask): Promise<void> {
  const { store } = site.opened.accounts;
  const [request] = await store.requests.all();
  const mira = (await store.accounts.byUsername('mira'))!.id;
  const grant = { action: 'grant', level: 'operator' };
  await first('POST', `/api/admin/accounts/${mira}`, grant);
  const lists = [
    'requests',
    'messages',
    'accounts',
    'audit',
    'mails',
    'downloads',
    'levels',
    'waiting',
  ];
  for (const list of lists) await first('GET', `/api/admin/${list}`);
  await first('POST', `/api/admin/accounts/${mira}/withdraw`, grant);
  await second('POST', `/api/admin/accounts/${mira}`, { action: 'suspend' });
  await second('POST', `/api/admin/accounts/${mira}`, { action: 'restore' });
  await second('POST', `/api/admin/requests/${request!.id}`, { decision: 'refuse' });
  await second('POST', `/api/admin/requests/${request!.id}`, { decision: 'grant' });
  await second('GET', '/api/admin/requests');
  const [message] = await store.messages.all();
  await second('POST', `/api/admin/messages/${message!.id}`, {});
  const [mail] = (await store.mails.all()).filter(({ dropped }) => dropped !== null);
  await second('POST', `/api/admin/mails/${mail!.id}`, {});
}

async function endAccount(ask: Ask): Promise<void> {
  await ask('POST', '/api/auth/login', { username: 'mira', password: PASSWORD });
  const changed = { new_password1: NEW_PASSWORD, new_password2: NEW_PASSWORD };
  await ask('POST', '/api/auth/password/change', { old_password: 'wrong', ...changed });
  await ask('POST', '/api/auth/password/change', { old_password: PASSWORD, ...changed });
  await ask('GET', '/api/users/export');
  await ask('POST', '/api/auth/logout');
  await ask('GET', '/api/users/profile');
  await ask('POST', '/api/auth/login', { username: 'mira', password: NEW_PASSWORD });
  await ask('POST', '/api/users/delete', { password: 'wrong' });
  await ask('POST', '/api/users/delete', { password: NEW_PASSWORD });
}

it('has the described schema, and no described answer is missing', async () => {
  const ask = asking(new Client(site));
  await registerAndLogIn(ask);
  await useAccount(ask);
  const [first, second] = [await operator('awa'), await operator('ben')];
  await addWhatOperatorsSee();
  await ask('GET', '/api/admin/accounts');
  await decide(first, second);
  await endAccount(ask);
  expect([...checks.faults]).toEqual([]);
  const expected = checks.described.filter((one) => OF_ACCOUNTS.test(one));
  expect(expected.length).toBeGreaterThan(30);
  expect(expected.filter((one) => !checks.seen.has(one))).toEqual([]);
  // Refusals have their schema, too.
  const refused = [...checks.seen].filter((one) => / (?:400|401|403|404)$/.test(one));
  expect(refused.length).toBeGreaterThan(6);
});
