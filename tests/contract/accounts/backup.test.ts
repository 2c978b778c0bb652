import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { backUpAccounts, restoreAccounts } from '../../../server/accounts/backup-accounts.ts';
import type { AccountStore } from '../../../server/accounts/account-store.ts';
import {
  openAccountStore,
  type AccountPlace,
} from '../../../server/accounts/open-account-store.ts';
import { ACCOUNT_STORES, someAccount } from './account-stores.ts';

const folders: string[] = [];
const folder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'atlas-accounts-backup-'));
  folders.push(dir);
  return dir;
};
afterAll(() => {
  for (const dir of folders) rmSync(dir, { recursive: true });
});

/** Returns everything about the accounts that a backup must hold. */
async function contentOf({ accounts, grants, requests, messages, audit, sessions }: AccountStore) {
  const all = await accounts.all();
  return {
    all,
    grants: await grants.all(),
    requests: await requests.all(),
    messages: await messages.all(),
    audit: await audit.all(),
    networks: await Promise.all(all.map(({ id }) => sessions.networks(id))),
  };
}

async function fill(store: AccountStore): Promise<number> {
  await store.accounts.remove((await store.accounts.add(someAccount({ username: 'gone' })))!);
  const account = (await store.accounts.add(someAccount({ fields: { topics: ['é', '"'] } })))!;
  await store.accounts.add(
    someAccount({ username: 'second', email: 's@example.test', confirmed: null }),
  );
  await store.grants.add({
    account,
    level: 'level-2',
    scope: '',
    until: 7e12,
    by: 'ines',
    created: 9,
  });
  await store.requests.add({
    account,
    level: 'level-2',
    reason: 'A\nmap',
    answers: { country: 'cmr' },
    created: 3,
  });
  await store.messages.add({
    kind: 'contact',
    name: 'M',
    email: 'm@b.test',
    subject: 'S',
    message: 'T\u2028',
    context: {},
    locale: 'fr',
    account: null,
    created: 1,
  });
  await store.audit.add({ at: 1, by: 'ines', action: 'granted', account, detail: 'level-2' });
  await store.sessions.add({
    account,
    cookie: 'secret-of-cookie',
    key: 'k',
    created: 5,
    seen: 5,
    expires: 100,
    device: 'Firefox',
    network: '192.0.2.0/24',
  });
  await store.mails.add({
    kind: 'changed',
    email: 'm@b.test',
    locale: 'en',
    values: {},
    created: 1,
  });
  return account;
}

for (const { name, missing, make } of ACCOUNT_STORES) {
  if (missing !== null) {
    it.skip(`a backup of the accounts in ${name}: not tested, because ${missing}`, () => undefined);
    continue;
  }
  it(`a backup of the accounts in ${name} restores them, in both databases, without sessions and mails`, async () => {
    const { place, remove } = await make();
    const dir = folder();
    const store = await openAccountStore(place);
    const account = await fill(store);
    const before = await contentOf(store);
    expect(await backUpAccounts(place, dir)).toBe(2);
    expect(readFileSync(join(dir, 'accounts.jsonl'), 'utf8')).not.toContain('secret-of-cookie');
    // What happens after the backup is undone only if it is asked for.
    await store.grants.remove(account, 'level-2');
    await store.accounts.add(someAccount({ username: 'later', email: 'l@example.test' }));
    expect(await restoreAccounts(place, dir, { replace: false })).toBeNull();
    expect(await store.accounts.all()).toHaveLength(3);
    expect(await restoreAccounts(place, dir, { replace: true })).toBe(2);
    await expectRestored(store, before);
    await store.close();
    const elsewhere: AccountPlace = { dataDir: folder() };
    expect(await restoreAccounts(elsewhere, dir, { replace: false })).toBe(2);
    const other = await openAccountStore(elsewhere);
    await expectRestored(other, before);
    await other.close();
    await remove();
  });
}

async function expectRestored(
  store: AccountStore,
  before: Awaited<ReturnType<typeof contentOf>>,
): Promise<void> {
  expect(await contentOf(store)).toEqual(before);
  expect(await store.sessions.find('cookie', 'secret-of-cookie', 50)).toBeNull();
  expect(await store.mails.all()).toEqual([]);
  // New rows have new ids.
  const id = await store.accounts.add(someAccount({ username: 'new', email: 'n@example.test' }));
  expect(id).toBeGreaterThan(Math.max(...before.all.map((one) => one.id)));
  await store.accounts.remove(id!);
}
