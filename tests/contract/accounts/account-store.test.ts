import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../../server/accounts/account.ts';
import type { AccountStore } from '../../../server/accounts/account-store.ts';
import {
  openAccountStore,
  type AccountPlace,
} from '../../../server/accounts/open-account-store.ts';
import { changeAccess, revoke, withdrawProposal } from '../../../server/accounts/decide.ts';
import { ACCOUNT_STORES, anotherPlace, someAccount } from './account-stores.ts';

for (const { name, missing, make } of ACCOUNT_STORES) {
  if (missing !== null) {
    it.skip(`the accounts in ${name}: not tested, because ${missing}`, () => undefined);
    continue;
  }
  describe(`the accounts in ${name}`, () => {
    let place: AccountPlace;
    let remove: () => Promise<void>;
    let store: AccountStore;

    beforeAll(async () => {
      ({ place, remove } = await make());
      store = await openAccountStore(place);
    });
    beforeEach(async () => {
      for (const { id } of await store.accounts.all()) await store.accounts.remove(id);
    });
    afterAll(async () => {
      await store.close();
      await remove();
    });

    const added = async (changes = {}): Promise<number> =>
      (await store.accounts.add(someAccount(changes)))!;
    const session = (account: number, cookie: string) => ({
      account,
      cookie,
      key: `key-${cookie}`,
      created: 5,
      seen: 5,
      expires: 100,
      device: 'Firefox',
      network: '192.0.2.0/24',
    });

    it('return an account as it was added', async () => {
      const account = someAccount({
        fields: { organisation: 'Forêt ?', topics: ['redd'], trusted: true },
        agreement: '2026-01-02',
      });
      const id = (await store.accounts.add(account))!;
      const expected = { ...account, id, suspended: null };
      expect(await store.accounts.byId(id)).toEqual(expected);
      expect(await store.accounts.byUsername('MIRA')).toEqual(expected);
      expect(await store.accounts.byEmail('mira@example.test')).toEqual(expected);
    });

    it('keep a proposal until its operator withdraws it', async () => {
      const names = ['awa', 'ben', 'mira'];
      const people = await Promise.all(
        names.map(async (username) => {
          const own = { username, email: `${username}@example.test`, confirmed: 1 };
          return (await store.accounts.byId(await added(own)))!;
        }),
      );
      const role = { level: 'operator', scope: '', until: null, by: 'test', created: 1 };
      for (const { id } of people) await store.grants.add({ account: id, ...role });
      const account = people[2]!;
      const change = { action: 'suspend', level: '', scope: '', until: null } as const;
      const by = (who: string, at: number) => ({ by: who, at });
      const rules = { levels: [], roles: ['operator'] };
      const make = (who: string, at: number) =>
        changeAccess(store, { account, change, answer: '' }, rules, by(who, at));
      expect(await make('awa', 10)).toBe('proposed');
      expect(await withdrawProposal(store, account, change, by('ben', 11))).toBe(false);
      expect(await withdrawProposal(store, account, change, by('awa', 11))).toBe(true);
      expect(await make('ben', 12)).toBe('proposed');
      expect(await make('awa', 13)).toBe('done');
    });

    it('keep a level when the mail about its end cannot be stored', async () => {
      const account = (await store.accounts.byId(await added()))!;
      const level = { level: 'warden', scope: '', until: null, by: 'test', created: 1 };
      await store.grants.add({ account: account.id, ...level });
      const withoutMails: AccountStore = {
        ...store,
        transaction: (work) =>
          store.transaction((tables) => {
            const add = () => Promise.reject(new Error('no room for mails'));
            return work({ ...tables, mails: { ...tables.mails, add } });
          }),
      };
      const done = revoke(withoutMails, account, 'warden', { by: 'awa', at: 10 });
      await expect(done).rejects.toThrow('no room for mails');
      expect(await store.grants.ofAccount(account.id)).toHaveLength(1);
    });

    it('survive that the server stops', async () => {
      const id = await added();
      await store.close();
      store = await openAccountStore(place);
      expect((await store.accounts.byId(id))?.username).toBe('mira');
    });

    it('are created once when several servers start at the same moment', async () => {
      for (let round = 0; round < 3; round++) {
        const empty = anotherPlace(place, round);
        const together = Array.from({ length: 4 }, () => openAccountStore(empty));
        const stores = await Promise.all(together);
        const id = (await stores[0]!.accounts.add(someAccount()))!;
        for (const each of stores) expect((await each.accounts.byId(id))?.username).toBe('mira');
        await Promise.all(stores.map((each) => each.close()));
      }
    });

    it('have each user name once, whatever its case', async () => {
      await added();
      expect(
        await store.accounts.add(someAccount({ username: 'Mira', email: 'b@b.test' })),
      ).toBeNull();
    });

    it('confirm an address for one account only', async () => {
      const first = await added({ username: 'first', confirmed: null });
      const second = await added({ username: 'second', confirmed: null, created: 2_000 });
      expect(await store.accounts.byEmail('mira@example.test')).toBeNull();
      const waiting = async () =>
        (await store.accounts.waiting('mira@example.test')).map(({ id }) => id);
      expect(await waiting()).toEqual([second, first]);
      expect(await store.accounts.confirm(first, 50)).toBe(true);
      expect(await store.accounts.confirm(second, 60)).toBe(false);
      expect((await store.accounts.byEmail('mira@example.test'))?.confirmed).toBe(50);
      expect(await waiting()).toEqual([second]);
    });

    it('know whether an active account still has a password', async () => {
      const id = await added({ hash: 'new' });
      expect(await store.accounts.keepsPassword({ id, hash: 'new' })).toBe(true);
      expect(await store.accounts.keepsPassword({ id, hash: 'old' })).toBe(false);
      await store.accounts.setSuspended(id, 100);
      expect(await store.accounts.keepsPassword({ id, hash: 'new' })).toBe(false);
    });

    it('remove accounts that were never confirmed', async () => {
      await added({ username: 'old', confirmed: null, created: 10 });
      const young = await added({ username: 'young', confirmed: null, created: 20 });
      const confirmed = await added({ created: 10 });
      expect(await store.accounts.removeUnconfirmed(20)).toBe(1);
      const left = (await store.accounts.all()).map(({ id }) => id);
      expect(left.sort()).toEqual([young, confirmed].sort());
    });

    it('find a session by either secret until it expires', async () => {
      const account = await added();
      const id = await store.sessions.add(session(account, 'one'));
      expect((await store.sessions.find('cookie', 'one', 100))?.id).toBe(id);
      expect((await store.sessions.find('key', 'key-one', 100))?.account).toBe(account);
      expect(await store.sessions.find('cookie', 'key-one', 100)).toBeNull();
      expect(await store.sessions.find('cookie', 'one', 101)).toBeNull();
    });

    it('end all sessions of an account except one', async () => {
      const account = await added();
      const other = await added({ username: 'other', email: 'o@example.test' });
      for (const cookie of ['one', 'two']) await store.sessions.add(session(account, cookie));
      const kept = await store.sessions.add(session(account, 'kept'));
      await store.sessions.add(session(other, 'theirs'));
      await store.sessions.removeAll(account, kept);
      expect((await store.sessions.ofAccount(account)).map(({ id }) => id)).toEqual([kept]);
      expect(await store.sessions.ofAccount(other)).toHaveLength(1);
    });

    it('let exactly one of two calls take a key', async () => {
      const account = await added();
      await store.keys.add({ hash: 'k', account, purpose: 'reset', expires: 100 });
      expect(await store.keys.take('confirm', 'k', 50)).toBeNull();
      expect(await store.keys.find('reset', 'k', 100)).toBe(account);
      const taken = await Promise.all([1, 2].map(() => store.keys.take('reset', 'k', 100)));
      expect(taken.filter((one) => one === account)).toHaveLength(1);
      await store.keys.add({ hash: 'late', account, purpose: 'reset', expires: 100 });
      expect(await store.keys.take('reset', 'late', 101)).toBeNull();
    });

    it('replace a grant of the same level', async () => {
      const account = await added();
      const grant = { account, level: 'level-1', scope: '', until: 70, by: 'ines', created: 9 };
      await store.grants.add(grant);
      await store.grants.add({ ...grant, until: null });
      expect(await store.grants.ofAccount(account)).toMatchObject([
        { level: 'level-1', until: null },
      ]);
      expect(await store.grants.remove(account, 'level-1')).toBe(true);
      expect(await store.grants.remove(account, 'level-1')).toBe(false);
    });

    it('remove the grants whose end is over, each once, and keep the others', async () => {
      const account = await added();
      const other = await added({ username: 'other', email: 'o@example.test' });
      const grant = { scope: '', by: 'ines', created: 9 };
      await store.grants.add({ ...grant, account, level: 'over', until: 99 });
      await store.grants.add({ ...grant, account, level: 'at its end', until: 100 });
      await store.grants.add({ ...grant, account, level: 'without end', until: null });
      await store.grants.add({ ...grant, account: other, level: 'over', until: 0 });
      const before = await store.changes();
      const removed = await Promise.all([1, 2].map(() => store.grants.removeEnded(100)));
      const ended = removed.flat().map(({ account: of, level }) => [of, level]);
      expect(ended.sort()).toEqual(
        [
          [account, 'over'],
          [other, 'over'],
        ].sort(),
      );
      const left = (await store.grants.all()).map(({ level }) => level);
      expect(left.sort()).toEqual(['at its end', 'without end']);
      // Open maps learn of the end by this number.
      expect(await store.changes()).toBeGreaterThan(before);
      expect(await store.grants.removeEnded(100)).toEqual([]);
    });

    it('decide a request once', async () => {
      const account = await added();
      const id = await store.requests.add({
        account,
        level: 'level-2',
        reason: 'Map',
        answers: {},
        created: 3,
      });
      const decision = { state: 'refused', decided: 8, by: 'ines', answer: 'No' } as const;
      expect(await store.requests.decide(id, decision)).toMatchObject({ id, account, ...decision });
      expect(await store.requests.decide(id, { ...decision, state: 'granted' })).toBeNull();
      expect(await store.requests.all('open')).toEqual([]);
      expect(await store.requests.all()).toMatchObject([{ id, username: 'mira' }]);
    });

    it('hide requests of accounts that are not confirmed', async () => {
      const account = await added({ confirmed: null });
      await store.requests.add({
        account,
        level: 'level-2',
        reason: 'Map',
        answers: {},
        created: 3,
      });
      expect(await store.requests.all()).toEqual([]);
    });

    it('let one process claim a mail', async () => {
      const mail = { kind: 'confirm', email: 'a@b.test', locale: 'en', values: { a: '?' } };
      await store.mails.add({ ...mail, created: 10 });
      const [due] = await store.mails.due(10, 5);
      expect(due).toMatchObject(mail);
      const claimed = await Promise.all([1, 2].map(() => store.mails.claim(due!, 20)));
      expect(claimed.filter(Boolean)).toHaveLength(1);
      expect(await store.mails.due(19, 5)).toEqual([]);
      expect(await store.mails.due(20, 5)).toMatchObject([{ attempts: 1 }]);
      await store.mails.remove(due!.id);
      expect(await store.mails.all()).toEqual([]);
    });

    it('try a mail again that was given up, and no other', async () => {
      const mail = { kind: 'reset', email: 'a@b.test', locale: 'en', values: {}, created: 10 };
      await store.mails.add(mail);
      const [{ id }] = (await store.mails.all()) as [Mail];
      expect(await store.mails.retry(id, 40)).toBe(false);
      await store.mails.drop(id, { at: 30, error: 'full' });
      expect(await store.mails.due(40, 5)).toEqual([]);
      expect(await store.mails.retry(id, 40)).toBe(true);
      expect(await store.mails.due(39, 5)).toEqual([]);
      expect(await store.mails.due(40, 5)).toMatchObject([{ id, error: 'full', dropped: null }]);
      expect(await store.mails.retry(id + 1, 40)).toBe(false);
      await store.mails.remove(id);
    });

    it('remove everything that belongs to an account, and keep its audit', async () => {
      const account = await added();
      await store.sessions.add(session(account, 'gone'));
      await store.keys.add({ hash: 'g', account, purpose: 'confirm', expires: 100 });
      await store.requests.add({ account, level: 'level-1', reason: '', answers: {}, created: 1 });
      await store.messages.add({
        kind: 'contact',
        name: 'M',
        email: 'm@b.test',
        subject: 'S',
        message: 'T',
        context: {},
        locale: 'en',
        account,
        created: 1,
      });
      await store.audit.add({ at: 1, by: 'owner', action: 'delete', account, detail: '' });
      await store.accounts.remove(account);
      expect(await store.sessions.find('cookie', 'gone', 5)).toBeNull();
      expect(await store.keys.find('confirm', 'g', 5)).toBeNull();
      expect(await store.messages.all()).toEqual([]);
      expect(await store.audit.all()).toContainEqual({
        at: 1,
        by: 'owner',
        action: 'delete',
        account,
        detail: '',
      });
    });

    it('count changes of sessions, grants and suspensions', async () => {
      const account = await added();
      const id = await store.sessions.add(session(account, 'counted'));
      let last = await store.changes();
      const steps = [
        () => store.grants.add({ account, level: 'a', scope: '', until: null, by: '', created: 1 }),
        () => store.grants.remove(account, 'a'),
        () => store.accounts.setSuspended(account, 5),
        () => store.sessions.remove(id),
        () => store.accounts.remove(account),
      ];
      for (const step of steps) {
        await step();
        const next = await store.changes();
        expect(next).toBeGreaterThan(last);
        last = next;
      }
    });

    it('undo all changes of a transaction that fails', async () => {
      const failing = store.transaction(async ({ accounts }) => {
        await accounts.add(someAccount());
        throw new Error('stop');
      });
      await expect(failing).rejects.toThrow('stop');
      expect(await store.accounts.all()).toEqual([]);
    });

    it('show a transaction to others when it has ended, and then at once', async () => {
      const find = () => store.accounts.byUsername('mira');
      await store.transaction(async ({ accounts }) => {
        await accounts.add(someAccount());
        expect(await accounts.byUsername('mira')).not.toBeNull();
        expect(await find()).toBeNull();
      });
      expect(await find()).not.toBeNull();
    });

    it('do not mix transactions with other calls', async () => {
      const add = (username: string) =>
        store.transaction(({ accounts }) => accounts.add(someAccount({ username })));
      const results = await Promise.allSettled([
        add('a'),
        add('b'),
        store.audit.add({ at: 2, by: 'x', action: 'y', account: null, detail: '' }),
      ]);
      // The address is confirmed for one of the accounts only.
      expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
      expect(await store.accounts.all()).toHaveLength(1);
    });
  });
}
