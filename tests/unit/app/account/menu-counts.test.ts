import { afterEach, expect, it, vi } from 'vitest';
import type { AccountStore } from '../../../../app/account/account-store.ts';
import { loadClient } from '../../../../app/account/load-client.ts';
import { countAgain, followCounts, menuCounts } from '../../../../app/account/menu-counts.ts';

afterEach(() => vi.unstubAllGlobals());

/** An account whose calls use the client of the application; `answers` are the bodies by address. */
async function accountWith(
  answers: Readonly<Record<string, unknown>>,
  operator = true,
): Promise<AccountStore> {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const body = answers[address];
    return body === undefined
      ? new Response('{"error":"not-found"}', { status: 404 })
      : new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
  const client = await loadClient({ locale: () => 'en', key: () => null });
  const call = (run: (of: typeof client) => unknown) => run(client);
  return { call, asked, profile: { operator } } as never;
}

const WAITING = { '/api/admin/waiting/': { requests: 2, messages: 3 } };

it('counts what waits for an operator', async () => {
  expect(await menuCounts(await accountWith(WAITING))).toEqual({
    answers: 0,
    requests: 2,
    reports: 3,
  });
});

it('does not ask for others, and is 0 where the server does not answer', async () => {
  const none = { answers: 0, requests: 0, reports: 0 };
  const account = await accountWith(WAITING, false);
  expect(await menuCounts(account)).toEqual(none);
  expect((account as unknown as { asked: string[] }).asked).not.toContain('/api/admin/waiting/');
  expect(await menuCounts(await accountWith({}))).toEqual(none);
});

it('counts again after an action and at a return to the page, until it is left', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const account = await accountWith(WAITING);
  const shown: unknown[] = [];
  const left = new AbortController();
  followCounts(account, (counts) => shown.push(counts), left.signal);
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  countAgain();
  await vi.waitFor(() => expect(shown).toHaveLength(2));
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(shown).toHaveLength(3));
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  left.abort();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  countAgain();
  // A menu that follows later is counted alone.
  followCounts(account, (counts) => shown.push(counts), new AbortController().signal);
  await vi.waitFor(() => expect(shown).toHaveLength(4));
  await new Promise((done) => setTimeout(done, 20));
  expect(shown).toHaveLength(4);
});
