/** The figure R1 of the security plan: `kill -9` in the middle of registrations, grants and mails. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountStore } from '../../../server/accounts/account-store.ts';
import { openAccountStore } from '../../../server/accounts/open-account-store.ts';
import { csrfTokenOf, hashSecret, randomSecret } from '../../../server/accounts/secrets.ts';
import { SITE } from './account-site.ts';
import { someAccount } from './account-stores.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import type { KilledServer } from './serve-until-killed.ts';
import { NIGHTLY } from '../../size.ts';

const KILLS = NIGHTLY ? 100 : 1;
/** Accounts that are granted a level. */
const MEMBERS = 40 * KILLS;
/** Milliseconds under load before a kill, at most. */
const LONGEST_LOAD = 500;
const HOUR = 3_600_000;
const START = Date.parse('2026-11-22T12:00:00Z');
const PASSWORD = 'Okapi-Ituri-7?';
const SCRIPT = fileURLToPath(new URL('./serve-until-killed.ts', import.meta.url));

const dataDir = mkdtempSync(join(tmpdir(), 'atlas-killed-'));
const cookie = randomSecret();
let mail: MailServer;
let members: readonly number[];
let member = 0;
let person = 0;
/** What the server has confirmed: user names, accounts with a grant, messages. */
const confirmed = { names: [] as string[], grants: [] as number[], messages: [] as string[] };

beforeAll(async () => {
  mail = await startMailServer();
  const store = await openAccountStore({ dataDir });
  members = await store.transaction(async ({ accounts, sessions, grants }) => {
    const ids: number[] = [];
    for (let at = 0; at < MEMBERS; at++) {
      const names = { username: `member${at}`, email: `member${at}@example.test` };
      ids.push((await accounts.add(someAccount(names)))!);
    }
    const operator = { username: 'operator', email: 'operator@example.test' };
    const account = (await accounts.add(someAccount(operator)))!;
    const created = START;
    await grants.add({ account, level: 'operator', scope: '', until: null, by: 'test', created });
    await sessions.add({
      account,
      cookie: hashSecret(cookie),
      key: 'none',
      created: START,
      seen: START,
      expires: START + 1e3 * HOUR,
      device: '',
      network: '',
    });
    return ids;
  });
  await store.close();
}, 120_000);
afterAll(async () => {
  await mail.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server at a time, an hour after the one before, so that all mails are due again. */
async function start(turn: number): Promise<{ child: ChildProcess; url: string }> {
  const given: KilledServer = { dataDir, smtpUrl: mail.url, now: START + turn * HOUR };
  const child = spawn(
    process.execPath,
    ['--conditions=atlas-source', '--import', 'tsx', SCRIPT, JSON.stringify(given)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** Sends a change; returns whether the server has confirmed it. A killed server confirms nothing. */
async function send(address: string, body: object): Promise<boolean> {
  const headers = {
    'content-type': 'application/json',
    origin: SITE,
    cookie: `sessionid=${cookie}`,
    'x-csrftoken': csrfTokenOf(cookie),
  };
  const options = { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(address, options).catch(() => null);
  const status =
    answer &&
    (await answer.text().then(
      () => answer.status,
      () => null,
    ));
  if (status !== null && status >= 300) throw new Error(`${address} answered ${status}`);
  return status !== null;
}

/** Sends registrations, grants and messages until the server is killed. */
async function load(url: string, isOver: () => boolean): Promise<void> {
  const until = async (one: () => Promise<void>) => {
    while (!isOver()) await one();
  };
  await Promise.all([
    until(async () => {
      const username = `person${(person += 1)}`;
      const names = { username, email: `${username}@example.test` };
      const body = { ...names, password1: PASSWORD, password2: PASSWORD, trusted_user: true };
      if (await send(`${url}/api/auth/registration/`, body)) confirmed.names.push(username);
    }),
    until(async () => {
      const account = members[member++];
      if (account === undefined) return void (await new Promise((go) => setTimeout(go, 20)));
      const body = { action: 'grant', level: 'elder' };
      if (await send(`${url}/api/admin/accounts/${account}/`, body)) confirmed.grants.push(account);
    }),
    until(async () => {
      const subject = `message ${(person += 1)}`;
      const body = { name: 'M', email: 'm@example.test', subject, message: 'T' };
      if (await send(`${url}/api/contact/`, body)) confirmed.messages.push(subject);
    }),
  ]);
}

it(
  `R1: nothing that was confirmed is lost, half done or sent twice, after ${KILLS} kills`,
  async () => {
    for (let turn = 0; turn < KILLS; turn++) {
      const { child, url } = await start(turn);
      let isOver = false;
      const before = { names: confirmed.names.length, messages: confirmed.messages.length };
      const loading = load(url, () => isOver);
      const isConfirmed = (): boolean =>
        confirmed.names.length > before.names &&
        confirmed.messages.length > before.messages &&
        confirmed.grants.length > 0;
      await expect.poll(isConfirmed, { timeout: 60_000, interval: 5 }).toBe(true);
      // Different moments, the same in each run.
      const wait = (LONGEST_LOAD * ((turn * 37) % 100)) / 100;
      await new Promise((resolve) => setTimeout(resolve, wait));
      isOver = true;
      await kill(child);
      await loading;
    }
    const last = await start(KILLS);
    const store = await openAccountStore({ dataDir });
    try {
      await expect
        .poll(async () => (await store.mails.all()).length, { timeout: 120_000, interval: 500 })
        .toBe(0);
      await kill(last.child);
      await check(store);
    } finally {
      await store.close();
    }
  },
  NIGHTLY ? 3_600_000 : 120_000,
);

async function check({ accounts, grants, messages, requests, audit }: AccountStore): Promise<void> {
  const all = await accounts.all();
  const names = new Set(all.map(({ username }) => username));
  expect(confirmed.names.filter((name) => !names.has(name))).toEqual([]);
  expect(confirmed.names.length).toBeGreaterThan(0);
  const subjects = new Set((await messages.all()).map(({ subject }) => subject));
  expect(confirmed.messages.filter((subject) => !subjects.has(subject))).toEqual([]);
  expect(confirmed.messages.length).toBeGreaterThan(0);
  // A registration has its request for access and its mail; a grant has its audit line and its mail.
  const persons = all.filter(({ username }) => username.startsWith('person'));
  const asked = new Set((await requests.all()).map(({ account }) => account));
  expect(asked.size).toBe(0);
  for (const { id } of persons) expect(await requests.ofAccount(id)).toHaveLength(1);
  const given = (await grants.all()).filter(({ level }) => level === 'elder');
  const held = new Set(given.map(({ account }) => account));
  expect(confirmed.grants.filter((account) => !held.has(account))).toEqual([]);
  expect(confirmed.grants.length).toBeGreaterThan(0);
  const lines = (await audit.all()).filter(({ action }) => action === 'granted');
  expect(lines.map((line) => line.account).sort()).toEqual([...held].sort());
  const holders = all.filter(({ id }) => held.has(id));
  const expected = [...persons, ...holders].map(({ email }) => email).sort();
  // A mail that the mail server had accepted when the process was killed arrives again under the same
  // name, and mail servers drop it.
  const byName = new Map(mail.mails.map((one) => [nameOf(one.headers), one.to[0]!]));
  expect([...byName.values()].sort()).toEqual(expected);
  const again = mail.mails.length - byName.size;
  expect(again).toBeLessThanOrEqual(KILLS);
  process.stdout.write(
    `R1: ${KILLS} kills, ${persons.length} registrations, ${held.size} grants, ` +
      `${subjects.size} messages, ${byName.size} mails, ${again} of them delivered again\n`,
  );
}

function nameOf(headers: readonly string[]): string {
  return headers.find((line) => /^message-id:/i.test(line))!;
}
