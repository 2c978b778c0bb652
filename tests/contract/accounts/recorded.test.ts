import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser, startAccountSite, type AccountSite } from './account-site.ts';
import { cookieShape, recordedCases, typesOf, type RecordedCase } from './recordings.ts';

/** Where an answer differs from the recorded one on purpose: the difference and its reason. */
interface Exception {
  readonly because: string;
  readonly status?: number;
  readonly body?: unknown;
  /** Cookies that the recorded server sets and ours does not, or the reverse. */
  readonly cookies?: readonly string[];
}

const ONLY_OUR_CSRF = { cookies: ['csrftoken'] };
const CSRF_FOR_ALL: Exception = {
  because: 'profile gives the CSRF cookie to every client, 401 included',
  ...ONLY_OUR_CSRF,
};
const NO_DJANGO_MESSAGES: Exception = {
  because: 'the cookies of Django’s messages and of anonymous sessions are not needed',
  cookies: ['messages', 'sessionid'],
};

/** The exceptions by case. The texts of all messages may differ. */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  'profile.anonymous': CSRF_FOR_ALL,
  'profile.token': CSRF_FOR_ALL,
  'profile.badtoken': CSRF_FOR_ALL,
  'profile.bearer-scheme': CSRF_FOR_ALL,
  'profile.token-no-credentials': CSRF_FOR_ALL,
  'profile.token-with-spaces': CSRF_FOR_ALL,
  'profile.token-after-logout': CSRF_FOR_ALL,
  'profile.session-after-token-password-change': CSRF_FOR_ALL,
  'profile.token-after-password-change': {
    because: 'keys end with the password',
    ...ONLY_OUR_CSRF,
    status: 401,
    body: { detail: 'string' },
  },
  'login.options': {
    because: 'the server does not describe its forms; that of registration is in the bundle',
    status: 405,
    body: { detail: 'string' },
  },
  'setlang.fr': {
    because: 'the language is remembered for a year, as the CSRF cookie',
    cookies: ['django_language'],
  },
  'register.ok': NO_DJANGO_MESSAGES,
  'register.same-email-unverified': NO_DJANGO_MESSAGES,
  'register.same-email-verified': {
    because: 'a taken address is answered like a new one, and its owner is informed',
    status: 201,
    body: { detail: 'string' },
  },
  'verify.ok': NO_DJANGO_MESSAGES,
  'change.mismatch.token': {
    because: 'the key ended with the password change before it',
    status: 401,
    body: { detail: 'string' },
  },
  'change.token-no-csrf': {
    because: 'a password change also renews the CSRF cookie, which belongs to the session',
    ...ONLY_OUR_CSRF,
  },
  'logout.session-with-csrf': {
    because: 'a logout also takes the CSRF cookie',
    ...ONLY_OUR_CSRF,
  },
};

/** The fields that our server needs besides the recorded ones, by the first words of cases. */
const ADDED: readonly (readonly [string, object])[] = [
  ['change.', { old_password: 'Okapi-Ituri-7?' }],
  ['verify.ok', { password: 'Forest-Atlas-9!x' }],
];

const PASSWORD = 'Forest-Atlas-9!';
const NAME = 'reg1795205891';

describe('the recorded interface of dj-rest-auth', () => {
  let site: AccountSite;
  /** The cookies of the newest session, by the cookies that a case was recorded with. */
  let session = new Map<string, string>();
  let language = new Map<string, string>();
  /** Our keys and links, by the recorded ones. */
  const ours = new Map<string, string>();
  const used = new Set<string>();

  beforeAll(async () => {
    site = await startAccountSite({ unlimited: true });
    for (const name of ['anna', 'luc', 'tina']) await addUser(site, name, PASSWORD);
    const { accounts, grants } = site.opened.accounts.store;
    const anna = (await accounts.byUsername('anna'))!;
    await accounts.setNames(anna.id, { first: 'Anna', last: '' });
    const tina = (await accounts.byUsername('tina'))!;
    for (const level of ['warden', 'elder'])
      await grants.add({
        account: tina.id,
        level,
        scope: '',
        until: null,
        by: 'test',
        created: site.clock.now,
      });
  });
  afterAll(() => site.close());

  /** Returns the cookies that a client had when a case was recorded. */
  const jarFor = ({ request, response }: RecordedCase): Map<string, string> => {
    const set = response.set_cookies;
    const before = new Set(request.cookies);
    for (const { name, empty } of set) if (empty) before.add(name);
    for (const { name, empty } of set)
      if (!empty && request.headers['X-CSRFToken'] === undefined) before.delete(name);
    if (before.has('django_language')) return language;
    return before.has('sessionid') ? session : new Map();
  };

  const replace = (text: string): string =>
    [...ours].reduce((result, [recorded, own]) => result.replaceAll(recorded, own), text);

  const send = async (one: RecordedCase): Promise<LightMyRequestResponse> => {
    const { method, path, json, raw, headers } = one.request;
    const jar = jarFor(one);
    const added = ADDED.find(([name]) => one.name.startsWith(name))?.[1];
    const body = added ? { ...added, ...(json as object) } : json;
    const text = raw ?? (json === null ? null : JSON.stringify(body));
    const answer = await site.app.inject({
      method,
      url: path,
      headers: {
        ...Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, replace(value)])),
        ...(headers['X-CSRFToken'] !== undefined && { 'X-CSRFToken': jar.get('csrftoken') ?? '' }),
        ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
      },
      ...(text !== null && { payload: replace(text) }),
    });
    const next = new Map(jar);
    for (const cookie of cookiesOf(answer)) next.set(cookie.name, cookie.value);
    if (cookiesOf(answer).some(({ name, empty }) => name === 'sessionid' && !empty)) {
      // A key of the recordings authenticates without the session that its change begins.
      if (!one.name.startsWith('change.token')) session = next;
    }
    if (next.has('django_language')) language = next;
    return answer;
  };

  const prepare = async ({ name, request }: RecordedCase): Promise<void> => {
    await site.mailed();
    const linkIn = (text: string): string[] =>
      /\/(?:confirm-email|password-reset-confirm)\/([\w/]+)/.exec(text)![1]!.split('/');
    const email = `${NAME}@example.test`;
    if (name === 'verify.ok')
      // The address has two registrations; the recorded link is that of the first one.
      ours.set(
        (request.json as { key: string }).key,
        linkIn(site.mail.mails.find(({ to }) => to.includes(email))!.text)[0]!,
      );
    if (name === 'confirm.mismatch') {
      const { uid, token } = request.json as { uid: string; token: string };
      const [ourUid = '', ourToken = ''] = linkIn(site.mail.newestTo(email).text);
      ours.set(`"uid":"${uid}"`, `"uid":"${ourUid}"`);
      ours.set(token, ourToken);
    }
    if (name === 'profile.groups.tina') {
      const answer = await site.app.inject({
        method: 'POST',
        url: '/api/auth/login/',
        payload: { username: 'tina', password: PASSWORD },
      });
      session = new Map(cookiesOf(answer).map(({ name: key, value }) => [key, value]));
    }
  };

  const cases = recordedCases().map((one) => {
    const exception = EXCEPTIONS[one.name];
    const title = exception ? `${one.name}, except that ${exception.because}` : one.name;
    return [title, one.name, one] as const;
  });

  it.each(cases)('%s', async (_title, name, one) => {
    await prepare(one);
    const answer = await send(one);
    const exception = EXCEPTIONS[name] ?? { because: '' };
    if (exception.because !== '') used.add(name);
    const { key } = answer.json<{ key?: unknown }>();
    const recordedKey = (one.response.body as { key?: unknown }).key;
    if (typeof key === 'string' && typeof recordedKey === 'string') {
      expect(key).toMatch(/^[0-9a-f]{40}$/);
      ours.set(recordedKey, key);
    }
    const left = new Set(exception.cookies);
    const compared = (cookies: readonly ReturnType<typeof cookieShape>[]) =>
      cookies
        .filter((cookie) => !left.has(cookie.name))
        .map(({ name: its, empty, max_age, samesite, path, httponly }) => [
          its,
          empty,
          max_age,
          samesite,
          path,
          // A cookie that ends has no value to protect.
          httponly && !empty,
        ])
        .sort();
    expect({
      status: answer.statusCode,
      body: typesOf(answer.json()),
      cookies: compared(cookiesOf(answer)),
    }).toEqual({
      status: exception.status ?? one.response.status,
      body: exception.body ?? typesOf(one.response.body),
      cookies: compared(one.response.set_cookies.map((cookie) => ({ ...cookie, value: '' }))),
    });
  });

  it('has an exception only where the answers differ', () => {
    expect([...used].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  });
});

function cookiesOf(answer: LightMyRequestResponse) {
  const header = answer.headers['set-cookie'];
  const texts = typeof header === 'string' ? [header] : (header ?? []);
  return texts.map(cookieShape);
}
