/** What a lock on the accounts by another process stops: changes of accounts, and nothing else. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AccountsUnavailable } from '../../../server/accounts/errors.ts';
import { serverOutput } from '../../../host/prepare/server-output.ts';
import { openAccountStore } from '../../../server/accounts/open-account-store.ts';
import { percentile } from '../../bench/store/figures.ts';
import { addUser, startAccountSite, type AccountSite } from './account-site.ts';
import { Client } from './client.ts';
import { holdLock, type HeldLock } from './hold-lock.ts';
import { NIGHTLY } from '../../size.ts';

const PASSWORD = 'Okapi-Ituri-7?';
const MESSAGE = { name: 'M', email: 'm@example.test', subject: 'S', message: 'T' };
/** Milliseconds of the lock, at least; it ends when everything that waits for it was refused. */
const LOCK_MS = NIGHTLY ? 9_000 : 0;
/** A change that waits for a lock is refused after this time. */
const PATIENCE_MS = 3_000;
/** Logins and messages during the lock. */
const CHANGES = NIGHTLY ? 20 : 4;
const TILE = '/api/mvt/tile/places/6/34/31.pbf';

const dataDir = mkdtempSync(join(tmpdir(), 'atlas-locked-'));
let site: AccountSite;
let member: Client;
let url: string;
let lock: HeldLock | null = null;

beforeAll(async () => {
  site = await startAccountSite({ place: { dataDir }, unlimited: true });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`;
  await addUser(site, 'mira', PASSWORD);
  member = new Client(site);
  expect((await member.login('mira', PASSWORD)).statusCode).toBe(200);
  // The tile is kept from here on.
  expect(await statusOf(TILE)).toBe(200);
}, 60_000);
afterAll(async () => {
  await site.close();
  rmSync(dataDir, { recursive: true });
});

const hold = async (): Promise<void> => {
  lock = await holdLock(join(dataDir, 'accounts.sqlite'));
};

const release = async (): Promise<void> => {
  await lock?.release();
  lock = null;
};

afterEach(release);

const statusOf = async (path: string): Promise<number> => {
  const answer = await fetch(`${url}${path}`);
  await answer.arrayBuffer();
  return answer.status;
};

/** Asks for the health and a kept tile until the end, and returns the milliseconds of each call. */
const ask = async (isOver: () => boolean): Promise<number[]> => {
  const times: number[] = [];
  while (!isOver()) {
    for (const path of ['/health', TILE]) {
      const start = performance.now();
      expect(await statusOf(path)).toBe(200);
      times.push(performance.now() - start);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times;
};

/** Returns the milliseconds of a call. */
const timed = async (call: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await call();
  return performance.now() - start;
};

/** A login or a message during the lock. */
const refused = async (number: number): Promise<void> => {
  const client = new Client(site);
  const answer = await (number % 2
    ? client.login('mira', PASSWORD)
    : client.post('/api/contact/', MESSAGE));
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json()).toEqual({
    detail: 'The accounts cannot be read or changed at the moment. Try again in a few seconds.',
  });
};

/** Opens the accounts as a start or a command does, and tries to change them. */
const changeBeside = async (): Promise<void> => {
  const store = await openAccountStore({ dataDir });
  try {
    await store.accounts.removeDemonstration();
    await store.downloads.resume();
    const refusal: unknown = await store.accounts.remove(-1).catch((error: unknown) => error);
    expect(refusal).toEqual(
      new AccountsUnavailable(new Error('another process has locked their file for 3 s')),
    );
    const io = { out: () => undefined, err: () => undefined, env: {}, color: false };
    expect(serverOutput(io).fault(refusal)).toBe(refusal);
  } finally {
    await store.close();
  }
};

it('a lock delays changes alone: they answer 503 after 3 s, and everything else goes on', async () => {
  await hold();
  const start = performance.now();
  let isRefused = false;
  const changes = Promise.all([
    ...Array.from({ length: CHANGES }, (_, number) => timed(() => refused(number))),
    // A command beside the server opens the accounts, and says in words that it changes nothing.
    timed(changeBeside),
  ]).finally(() => (isRefused = true));
  const asked = ask(() => isRefused && performance.now() - start > LOCK_MS);
  // Who is logged in stays so, in memory and in the database.
  expect((await member.call('GET', '/api/users/profile/')).statusCode).toBe(200);
  const sessions = await member.call('GET', '/api/users/sessions/');
  expect(sessions.json<object[]>()).toHaveLength(1);
  const took = await changes;
  for (const time of took) {
    expect(time).toBeGreaterThan(PATIENCE_MS - 50);
    expect(time).toBeLessThan(3 * PATIENCE_MS);
  }
  const times = await asked;
  expect((await member.call('GET', '/api/users/profile/')).statusCode).toBe(200);
  await release();
  expect((await new Client(site).login('mira', PASSWORD)).statusCode).toBe(200);
  // None of the refused changes was made later.
  expect(await site.opened.accounts.store.messages.all()).toEqual([]);
  const p99 = percentile(times, 0.99);
  const longest = percentile(times, 1);
  process.stdout.write(
    `A lock: ${times.length} calls, p50 ${percentile(times, 0.5).toFixed(1)} ms, ` +
      `p99 ${p99.toFixed(1)} ms; changes refused after ${took.map(Math.round).join(', ')} ms\n`,
  );
  // A machine that runs other tests has its own delays; a wait for the lock takes seconds.
  if (NIGHTLY) expect(p99).toBeLessThan(100);
  expect(longest).toBeLessThan(PATIENCE_MS / 2);
});

it('a change that waits for a short lock is made when it ends', async () => {
  await hold();
  const sent = new Client(site).post('/api/contact/', MESSAGE);
  let asked = 0;
  await ask(() => (asked += 1) > 20);
  expect(await site.opened.accounts.store.messages.all()).toEqual([]);
  await release();
  expect((await sent).statusCode).toBe(201);
  expect(await site.opened.accounts.store.messages.all()).toHaveLength(1);
});
