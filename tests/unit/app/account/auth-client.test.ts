import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuthClient } from '../../../../app/account/auth-client.ts';
import recordings from './recordings.json' with { type: 'json' };
import { stubOf, type Reply } from './stub.ts';

type Name = keyof typeof recordings;
const LINK = { uid: '8', token: 't' };

/** The calls of the client, by the first word of the recording. */
const CALLS: Readonly<Record<string, (client: AuthClient) => Promise<unknown>>> = {
  login: (client) => client.login('anna', 'x'),
  profile: (client) => client.profile(),
  register: (client) => client.register({ username: 'anna' }),
  verify: (client) => client.verifyEmail('k', 'x'),
  resend: (client) => client.resendEmail('a@b.test'),
  reset: (client) => client.requestReset('a@b.test'),
  confirm: (client) => client.confirmReset(LINK, { new_password1: 'a', new_password2: 'a' }),
  change: (client) => client.changePassword({ old_password: 'a' }),
  logout: (client) => client.logout(),
  setlang: (client) => client.setLanguage('fr'),
};

const failed = (kind: string, more: object = {}) => ({ ok: false, failure: { kind, ...more } });
const invalid = (...fields: string[]) => failed('invalid', { fields });
const PROFILE = {
  username: 'text',
  email: 'text',
  firstName: 'text',
  lastName: 'text',
  agreementDue: false,
  operator: false,
};

afterEach(() => vi.unstubAllGlobals());

describe('the answers of a real server', () => {
  it.each<[Name, unknown]>([
    ['login.ok', { ok: true, value: 'a'.repeat(40) }],
    ['login.no-trailing-slash', { ok: true, value: 'a'.repeat(40) }],
    ['login.again.session-without-csrf', failed('forbidden')],
    ['login.wrong-password', invalid('non_field_errors')],
    ['login.unverified', invalid('non_field_errors')],
    ['profile.session', { ok: true, value: { ...PROFILE, levels: [] } }],
    ['profile.groups.tina', { ok: true, value: { ...PROFILE, levels: ['level-1', 'level-2'] } }],
    ['profile.anonymous', failed('unauthorized')],
    ['profile.badtoken', failed('unauthorized')],
    ['register.ok', { ok: true, value: null }],
    ['register.same-username', invalid('username')],
    ['register.same-email-verified', invalid('email')],
    ['register.mismatch', invalid('non_field_errors')],
    ['register.weak-common-short-numeric', invalid('password1')],
    ['verify.ok', { ok: true, value: null }],
    ['verify.bad-key', failed('missing')],
    ['verify.reuse', failed('missing')],
    ['resend.unknown', { ok: true, value: null }],
    ['reset.unknown', { ok: true, value: null }],
    ['reset.bad-email', invalid('email')],
    ['confirm.ok', { ok: true, value: null }],
    ['confirm.bad-token', invalid('token')],
    ['confirm.bad-uid', invalid('uid')],
    ['confirm.weak', invalid('new_password2')],
    ['change.anonymous', failed('unauthorized')],
    ['change.session-without-csrf', failed('forbidden')],
    ['change.mismatch.token', invalid('new_password2')],
    ['logout.anonymous', { ok: true, value: null }],
    ['logout.session-without-csrf', failed('forbidden')],
    ['logout.session-with-csrf', { ok: true, value: null }],
    ['setlang.fr', { ok: true, value: null }],
    ['setlang.bad', invalid('detail')],
  ])('%s is understood', async (name, expected) => {
    const { method, path, status, json } = recordings[name];
    const stub = stubOf(() => ({ status, json }));
    expect(await CALLS[name.split('.')[0]!]!(stub.client)).toEqual(
      // Names and texts of a recorded profile are the word `text`; absent ones are empty.
      expected,
    );
    const [first] = stub.received;
    const [wanted] = path.split('?');
    expect(first!.method).toBe(method);
    expect(first!.path.split('?')[0]!.replace(/\/$/, '')).toBe(wanted!.replace(/\/$/, ''));
  });
});

describe('answers that a server or a proxy may also give', () => {
  it.each<[string, Reply, unknown]>([
    ['204 without a body', { status: 204 }, { ok: true, value: null }],
    ['HTML with 500', { status: 500, text: '<h1>Error</h1>' }, failed('server')],
    ['HTML with 200', { status: 200, text: '<h1>Hello</h1>' }, failed('format')],
    ['503', { status: 503, json: { detail: 'later' } }, failed('busy')],
    ['502', { status: 502, text: 'Bad Gateway' }, failed('server')],
    [
      'too many requests, for 90 s',
      { status: 429, headers: { 'retry-after': '90' } },
      failed('limited', { minutes: 2 }),
    ],
    ['too many requests', { status: 429 }, failed('limited', { minutes: 1 })],
    ...['', '<p>No</p>', 'null', '["x"]', '"x"', '{"error":{"id":"busy"}}'].map(
      (text): [string, Reply, unknown] => [`400 with ${text}`, { status: 400, text }, invalid()],
    ),
  ])('%s to a login', async (_name, reply, expected) => {
    expect(await stubOf(() => reply).client.login('a', 'b')).toEqual(expected);
  });

  it('a key at the registration logs the person in', async () => {
    const stub = stubOf(() => ({ status: 201, json: { key: 'abc' } }));
    expect(await stub.client.register({})).toEqual({ ok: true, value: 'abc' });
  });

  it('a profile without groups is a failure of the server', async () => {
    const stub = stubOf(() => ({ status: 200, text: '<html>' }));
    expect(await stub.client.profile()).toEqual(failed('format'));
  });

  it('a visitor without an account may get 403 instead of 401', async () => {
    expect(await stubOf(() => ({ status: 403 })).client.profile()).toEqual(failed('forbidden'));
  });

  it('a POST that was redirected is sent again to the new address', async () => {
    const stub = stubOf(({ path }) =>
      path === '/api/auth/login/'
        ? { status: 405, redirectedTo: '/api/auth/login' }
        : { status: 200, json: { key: 'abc' } },
    );
    expect(await stub.client.login('a', 'b')).toEqual({ ok: true, value: 'abc' });
    expect(stub.received.at(-1)).toMatchObject({ method: 'POST', path: '/api/auth/login' });
  });

  it('a lost connection is a failure and no exception', async () => {
    const stub = stubOf(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await stub.client.login('a', 'b')).toEqual(failed('offline'));
  });
});

describe('a call', () => {
  it('has the CSRF header once the cookie exists, and the language of the page', async () => {
    const stub = stubOf(() => ({ status: 200 }));
    await stub.client.setLanguage('fr');
    expect(stub.received[0]!.headers.get('x-csrftoken')).toBe('token');
    expect(stub.received[0]!.headers.get('accept-language')).toBe('fr');
  });

  it('requests the cookie before the first unsafe call', async () => {
    const stub = stubOf(({ path }) =>
      path === '/api/users/profile' ? { status: 401, csrf: 'new' } : { status: 200 },
    );
    stub.csrf = null;
    await stub.client.logout();
    expect(stub.received.map(({ path }) => path)).toEqual([
      '/api/users/profile',
      '/api/auth/logout/',
    ]);
    expect(stub.received[1]!.headers.get('x-csrftoken')).toBe('new');
  });

  it('requests the cookie again after a 403, and is repeated once', async () => {
    const stub = stubOf(({ path, headers }) => {
      if (path === '/api/users/profile') return { status: 200, csrf: 'fresh' };
      return { status: headers.get('x-csrftoken') === 'fresh' ? 200 : 403 };
    });
    expect(await stub.client.logout()).toEqual({ ok: true, value: null });
    const refused = stubOf(() => ({ status: 403 }));
    expect(await refused.client.logout()).toEqual(failed('forbidden'));
    expect(refused.received).toHaveLength(3);
  });

  it('sends the key of the token scheme, but never to login, registration or reset', async () => {
    const stub = stubOf(() => ({ status: 200 }));
    stub.key = 'secret';
    await stub.client.changePassword({});
    expect(stub.received[0]!.headers.get('authorization')).toBe('Token secret');
    const open = [
      stub.client.login('a', 'b'),
      stub.client.register({}),
      stub.client.verifyEmail('k', 'x'),
      stub.client.resendEmail('e'),
      stub.client.requestReset('e'),
      stub.client.confirmReset(LINK, {}),
    ];
    await Promise.all(open);
    const sent = stub.received.slice(1).map(({ headers }) => headers.get('authorization'));
    expect(sent).toEqual(open.map(() => null));
  });
});
