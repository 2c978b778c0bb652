import { describe, expect, it } from 'vitest';
import { AccountStore } from '../../../../app/account/account-store.ts';
import { LOGGED_OUT, type StoredAccount } from '../../../../app/account/account-types.ts';
import { UiStore } from '../../../../app/stores/ui-store.ts';
import { stubOf, type Received, type Reply } from './stub.ts';

const PROFILE = {
  username: 'anna',
  email: 'anna@example.test',
  first_name: 'Anna',
  last_name: '',
  groups: ['level-1', 'level-0', 'level-2'],
};
const LOGGED_IN: StoredAccount = {
  ...{ ...LOGGED_OUT, loggedIn: true },
  profile: {
    ...{ username: 'anna', email: '', firstName: '', lastName: '' },
    ...{ groups: ['level-1'], agreementDue: false, operator: false },
  },
};

function open(
  replies: Readonly<Record<string, Reply | ((request: Received) => Reply)>>,
  stored: StoredAccount = LOGGED_OUT,
) {
  const stub = stubOf((request) => {
    const reply = replies[request.path.split('?')[0]!];
    if (reply === undefined) throw new TypeError('Failed to fetch');
    return typeof reply === 'function' ? reply(request) : reply;
  });
  const ui = new UiStore();
  const changes: string[] = [];
  const account = new AccountStore({
    ui,
    stored,
    load: async ({ key }) => {
      Object.defineProperty(stub, 'key', { get: key });
      return stub.client;
    },
    locale: () => 'fr',
    groupsChanged: async () => void changes.push(account.groups.join(' ')),
    openSettings: () => undefined,
  });
  const said = () => ui.notices.map(({ text }) => text);
  return { account, changes, said, ui, stub };
}

const LOGIN = { '/api/auth/login/': { status: 200, json: { key: 'abc' } } };
const WITH_PROFILE = { ...LOGIN, '/api/users/profile': { status: 200, json: PROFILE } };

describe('the groups of a visitor', () => {
  it('without an account are exactly the default group', () => {
    expect(open({}).account.groups).toEqual(['level-0']);
  });

  it('are the default group, then those of the profile', async () => {
    const { account, changes } = open(WITH_PROFILE);
    await account.login('anna', 'x');
    expect(account.groups).toEqual(['level-0', 'level-1', 'level-2']);
    expect(changes).toEqual(['level-0 level-1 level-2']);
  });
});

describe('a login', () => {
  it('does not keep the key while the server accepts the cookie', async () => {
    const { account } = open(WITH_PROFILE);
    await account.login('anna', 'x');
    expect(account.stored).toMatchObject({ loggedIn: true, key: null });
  });

  it('keeps the key for a server that accepts only the key', async () => {
    const { account } = open({
      ...LOGIN,
      '/api/users/profile': ({ headers }) =>
        headers.get('authorization') === 'Token abc'
          ? { status: 200, json: PROFILE }
          : { status: 401 },
    });
    await account.login('anna', 'x');
    expect(account.stored).toMatchObject({ loggedIn: true, key: 'abc' });
    expect(account.profile?.username).toBe('anna');
  });

  it('with a failing profile is a login with the default group, and can be tried again', async () => {
    let works = false;
    const { account, said, ui } = open({
      ...LOGIN,
      '/api/users/profile': () =>
        works ? { status: 200, json: PROFILE } : { status: 500, text: '<h1>Oops</h1>' },
    });
    await account.login('anna', 'x');
    expect(account.loggedIn).toBe(true);
    expect(account.groups).toEqual(['level-0']);
    expect(said()).toEqual(['session.no-profile']);
    works = true;
    ui.notices[0]!.action!.run();
    await expect.poll(() => account.groups.length).toBe(3);
  });

  it('that is refused changes nothing', async () => {
    const { account } = open({ '/api/auth/login/': { status: 400, json: {} } });
    await account.login('anna', 'x');
    expect(account.stored).toEqual(LOGGED_OUT);
  });
});

describe('a logout', () => {
  it('clears the account', async () => {
    const { account, said, changes } = open(
      { '/api/auth/logout/': { status: 200, json: {} } },
      LOGGED_IN,
    );
    await account.logout();
    expect(account.stored).toEqual(LOGGED_OUT);
    expect(changes).toEqual(['level-0']);
    expect(said()).toEqual([]);
  });

  it('clears the account in the browser even when the call fails, and says so', async () => {
    const { account, said } = open({}, LOGGED_IN);
    await account.logout();
    expect(account.stored).toEqual(LOGGED_OUT);
    expect(said()).toEqual(['session.left-here']);
  });
});

describe('a later visit', () => {
  it('sends no call for a visitor without an account', async () => {
    const { account, stub } = open({});
    await account.start();
    expect(stub.received).toEqual([]);
  });

  it('ends the session that the server has ended, and says so', async () => {
    const { account, said } = open({ '/api/users/profile': { status: 401 } }, LOGGED_IN);
    await account.start();
    expect(account.groups).toEqual(['level-0']);
    expect(said()).toEqual(['session.ended']);
  });

  it('loads the map again only if the groups have changed', async () => {
    const same = { ...PROFILE, groups: ['level-1'] };
    const kept = open({ '/api/users/profile': { status: 200, json: same } }, LOGGED_IN);
    await kept.account.start();
    expect(kept.changes).toEqual([]);
    const more = open({ '/api/users/profile': { status: 200, json: PROFILE } }, LOGGED_IN);
    await more.account.start();
    expect(more.changes).toEqual(['level-0 level-1 level-2']);
  });

  it('reminds of an agreement that has changed', async () => {
    const due = { ...PROFILE, agreement_due: true };
    const { account, said } = open({ '/api/users/profile': { status: 200, json: due } }, LOGGED_IN);
    await account.start();
    expect(said()).toEqual(['session.agreement']);
  });
});

describe('another tab', () => {
  it('logs this one in and out', async () => {
    const { account, changes } = open({});
    await account.adopt(LOGGED_IN);
    expect(account.groups).toEqual(['level-0', 'level-1']);
    await account.adopt(LOGGED_OUT);
    expect(account.groups).toEqual(['level-0']);
    expect(changes).toEqual(['level-0 level-1', 'level-0']);
  });

  it('changes nothing when it stores the same account', async () => {
    const { account, changes } = open({}, LOGGED_IN);
    const { profile } = account;
    await account.adopt(structuredClone(LOGGED_IN));
    expect(account.profile).toBe(profile);
    expect(changes).toEqual([]);
  });
});

describe('the language of the account', () => {
  it('is kept, with a message, when the server does not answer, and sent at the next login', async () => {
    const { account, said, stub } = open(
      { ...WITH_PROFILE, '/api/setlang/': { status: 500 }, '/api/auth/logout/': { status: 200 } },
      LOGGED_IN,
    );
    await account.reportLocale('en');
    expect(said()).toEqual(['session.language-later']);
    expect(account.unsentLocale).toBe('en');
    await account.logout();
    await account.login('anna', 'x');
    await expect.poll(() => stub.received.at(-1)!.path).toBe('/api/setlang/?language=en');
  });

  it('is not sent for a visitor without an account until the login', async () => {
    const { account, stub } = open({ ...WITH_PROFILE, '/api/setlang/': { status: 200, json: {} } });
    await account.reportLocale('en');
    expect(stub.received).toEqual([]);
    await account.login('anna', 'x');
    await expect.poll(() => account.unsentLocale).toBe(null);
  });
});
