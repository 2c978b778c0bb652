import { afterEach, describe, expect, it, vi } from 'vitest';
import { AccountStore } from '../../../../app/account/account-store.ts';
import { LOGGED_OUT, type StoredAccount } from '../../../../app/account/account-types.ts';
import { UiStore } from '../../../../app/stores/page/ui-store.ts';
import { stubOf, type Received, type Reply } from './stub.ts';

const PROFILE = {
  username: 'anna',
  email: 'anna@example.test',
  first_name: 'Anna',
  last_name: '',
  groups: ['level-1', 'level-0', 'level-2'],
};
const LOGGED_IN: StoredAccount = {
  ...LOGGED_OUT,
  loggedIn: true,
  profile: {
    username: 'anna',
    email: '',
    firstName: '',
    lastName: '',
    levels: ['level-1'],
    agreementDue: false,
    operator: false,
  },
};

function open(
  replies: Readonly<Record<string, Reply | ((request: Received) => Reply)>>,
  stored: StoredAccount = LOGGED_OUT,
  jar = new Map<string, string>(),
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
    cookies: {
      read: () => [...jar].map((pair) => pair.join('=')).join('; '),
      write: (text) => {
        const [, name = '', value = '', age] = /^([^=]+)=([^;]*); Max-Age=(\d+); Path=\/;/.exec(
          text,
        )!;
        if (age === '0') jar.delete(name);
        else jar.set(name, value);
      },
    },
    load: async ({ key }) => {
      Object.defineProperty(stub, 'key', { get: key });
      return stub.client;
    },
    locale: () => 'fr',
    levelsChanged: async () => void changes.push(account.levels.join(' ')),
    openSettings: () => undefined,
  });
  const said = () => ui.notices.map(({ text }) => text);
  return { account, changes, said, ui, stub };
}

const LOGIN = { '/api/auth/login/': { status: 200, json: { key: 'abc' } } };
const WITH_PROFILE = { ...LOGIN, '/api/users/profile': { status: 200, json: PROFILE } };

afterEach(() => vi.unstubAllGlobals());

describe('the levels of a visitor', () => {
  it('without an account are exactly the default level', () => {
    expect(open({}).account.levels).toEqual(['level-0']);
  });

  it('are the default level, then those of the profile', async () => {
    const { account, changes } = open(WITH_PROFILE);
    await account.login('anna', 'x');
    expect(account.levels).toEqual(['level-0', 'level-1', 'level-2']);
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

  it('with a failing profile is a login with the default level, and can be tried again', async () => {
    let works = false;
    const { account, said, ui } = open({
      ...LOGIN,
      '/api/users/profile': () =>
        works ? { status: 200, json: PROFILE } : { status: 500, text: '<h1>Oops</h1>' },
    });
    await account.login('anna', 'x');
    expect(account.loggedIn).toBe(true);
    expect(account.levels).toEqual(['level-0']);
    expect(said()).toEqual(['session.no-profile']);
    works = true;
    ui.notices[0]!.action!.run();
    await expect.poll(() => account.levels.length).toBe(3);
  });

  it('of another person without a logout is noticed, and that after a logout is not', async () => {
    const { account } = open({ ...WITH_PROFILE, '/api/auth/logout/': { status: 200 } }, LOGGED_IN);
    await account.logout();
    await account.login('anna', 'right');
    expect(account.person).toBe(0);
    await account.login('bea', 'right');
    expect(account.person).toBe(1);
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

describe('a logout without an answer of the server', () => {
  const jarOf = () => new Map([['csrftoken', 'abc']]);
  const DONE = { status: 200, json: { detail: 'Successfully logged out.' } };

  it('leaves a cookie that names the session, before the server is called', async () => {
    const jar = jarOf();
    const seen: (string | undefined)[] = [];
    const answer = () => {
      seen.push(jar.get('logout'));
      return { status: 503 };
    };
    const { account } = open({ '/api/auth/logout/': answer }, LOGGED_IN, jar);
    await account.logout();
    expect(seen).toEqual(['abc']);
    expect([...jar.keys()]).toEqual(['csrftoken', 'logout']);
    expect(account.leaving.state).toBe('waiting');
  });

  it.each([
    ['no connection', undefined],
    ['an error of the server', { status: 503 }],
    [
      'the login page of a network',
      { status: 200, text: '<h1>', headers: { 'content-type': 'text/html' } },
    ],
  ] as const)(
    'is repeated after %s, as the same session, until there is one',
    async (_name, reply) => {
      const jar = jarOf();
      let works = false;
      const replies = {
        '/api/auth/logout/': () => {
          if (works) return DONE;
          if (reply === undefined) throw new TypeError('Failed to fetch');
          return reply;
        },
      };
      const { account, changes, said, stub } = open(replies, LOGGED_IN, jar);
      await account.logout();
      expect(said()).toEqual(['session.left-here']);
      expect(changes).toEqual(['level-0']);
      expect(await account.leaving.repeat()).toBe(false);
      works = true;
      stub.received.length = 0;
      expect(await account.leaving.repeat()).toBe(true);
      expect(stub.received.map(({ headers }) => headers.get('x-csrftoken'))).toEqual(['abc']);
      expect(said()).toEqual(['session.left-done']);
      expect([...jar.keys()]).toEqual([]);
      expect(account.leaving.state).toBe('none');
    },
  );

  it('is over when the server has removed the cookie', async () => {
    const jar = jarOf();
    const { account } = open({ '/api/auth/logout/': { status: 503 } }, LOGGED_IN, jar);
    await account.logout();
    jar.delete('logout');
    expect(await account.leaving.repeat()).toBe(true);
  });

  it('is not repeated after the next login', async () => {
    const { account, said, stub } = open(WITH_PROFILE, LOGGED_IN, jarOf());
    await account.logout();
    await account.login('ben', 'x');
    stub.received.length = 0;
    expect(await account.leaving.repeat()).toBe(true);
    expect(stub.received).toEqual([]);
    expect(said()).toEqual([]);
  });

  it('goes on in the next page, which asks nothing else before', async () => {
    const jar = new Map([
      ['csrftoken', 'abc'],
      ['logout', 'abc'],
    ]);
    let works = false;
    const replies = { '/api/auth/logout/': () => (works ? DONE : { status: 503 }) };
    const { account, said, stub } = open(replies, LOGGED_OUT, jar);
    expect(await account.identify()).toBe(false);
    expect(said()).toEqual(['session.left-here']);
    works = true;
    expect(await account.leaving.repeat()).toBe(true);
    expect(await account.identify()).toBe(true);
    expect(new Set(stub.received.map(({ path }) => path))).toEqual(new Set(['/api/auth/logout/']));
  });

  it('is not undone by the late profile of the session', async () => {
    const { account } = open({ ...WITH_PROFILE, '/api/auth/logout/': DONE }, LOGGED_IN, jarOf());
    await Promise.all([account.loadProfile(), account.logout()]);
    expect(account.stored).toEqual(LOGGED_OUT);
  });
});

describe('the question whose session it is', () => {
  it('is not sent by a browser without a CSRF token, which has no session', async () => {
    const { account, stub } = open({});
    expect(await account.identify()).toBe(true);
    expect(stub.received).toEqual([]);
  });

  it('finds the person of a session that the storage does not know', async () => {
    const jar = new Map([['csrftoken', 'abc']]);
    const { account } = open(WITH_PROFILE, LOGGED_OUT, jar);
    expect(await account.identify()).toBe(true);
    expect([account.loggedIn, account.profile?.username]).toEqual([true, 'anna']);
  });

  it('finds that the session has ended, and says so', async () => {
    const { account, said } = open({ '/api/users/profile': { status: 401 } }, LOGGED_IN);
    expect(await account.identify()).toBe(true);
    expect([account.loggedIn, said()]).toEqual([false, ['session.ended']]);
  });

  it.each([
    ['no answer', {}],
    ['an error', { '/api/users/profile': { status: 503 } }],
  ])('stays open after %s', async (_name, replies) => {
    const { account } = open(replies, LOGGED_IN);
    expect(await account.identify()).toBe(false);
    expect(account.loggedIn).toBe(true);
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
    expect(account.levels).toEqual(['level-0']);
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

  it('loads the map again if the session is that of another person', async () => {
    const other = { ...PROFILE, username: 'bea', groups: ['level-1'] };
    const { account, changes } = open(
      { '/api/users/profile': { status: 200, json: other } },
      LOGGED_IN,
    );
    await account.start();
    expect([account.person, changes]).toEqual([1, ['level-0 level-1']]);
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
    expect(account.levels).toEqual(['level-0', 'level-1']);
    await account.adopt(LOGGED_OUT);
    expect(account.levels).toEqual(['level-0']);
    expect(changes).toEqual(['level-0 level-1', 'level-0']);
  });

  it('in which another person with the same groups has logged in makes this one load all again', async () => {
    const { account, changes } = open({}, LOGGED_IN);
    await account.adopt({ ...LOGGED_IN, profile: { ...LOGGED_IN.profile!, username: 'bea' } });
    expect([account.person, changes]).toEqual([1, ['level-0 level-1']]);
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
