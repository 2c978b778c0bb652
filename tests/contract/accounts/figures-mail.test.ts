/** The figures A5 and A6 of the security plan: links in mails, and what mails contain. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addUser, SITE, startAccountSite, type AccountSite } from './account-site.ts';
import { Client, linkIn } from './client.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

const PASSWORD = 'Okapi-Ituri-7?';
const OTHER = 'Bonobo-Lomako-3!';
const OPERATORS = 'operators@example.test';
const HOUR = 3_600_000;
const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
];

let site: AccountSite;
let number = 0;

beforeAll(async () => {
  // One test lets the server remove what has expired, which it does each hour.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  site = await startAccountSite({ unlimited: true, env: { CONTACT_EMAIL: OPERATORS } });
});
afterAll(async () => {
  await site.close();
  vi.useRealTimers();
});

const client = (): Client => new Client(site);
const nextName = (): string => `person${(number += 1)}`;

/** Each kind of link: how its mail is asked for, and how the link is used. */
const LINKS = {
  reset: {
    ask: async (): Promise<string[]> => {
      const name = nextName();
      const email = `${name}@example.test`;
      await addUser(site, name, PASSWORD);
      await client().post('/api/auth/password/reset/', { email });
      await site.mailed();
      return linkIn(site.mail.newestTo(email).text);
    },
    use: async ([uid, token]: readonly string[]) =>
      client().post('/api/auth/password/reset/confirm/', {
        uid,
        token,
        new_password1: OTHER,
        new_password2: OTHER,
      }),
  },
  confirmation: {
    ask: async (): Promise<string[]> => {
      const username = nextName();
      const email = `${username}@example.test`;
      await client().post('/api/auth/registration/', {
        username,
        email,
        password1: PASSWORD,
        password2: PASSWORD,
      });
      await site.mailed();
      return linkIn(site.mail.newestTo(email).text);
    },
    use: async ([key]: readonly string[]) =>
      client().post('/api/auth/registration/verify-email/', { key, password: PASSWORD }),
  },
} as const;

describe.each(['reset', 'confirmation'] as const)('A5: a link of a %s', (kind) => {
  const { ask, use } = LINKS[kind];
  const RACES = NIGHTLY ? 100 : 1;

  it('is valid at 259 200 s and not at 259 201 s', async () => {
    const [first, second] = [await ask(), await ask()];
    const start = site.clock.now;
    site.clock.now = start + 259_201_000;
    expect((await use(first)).statusCode).toBeGreaterThanOrEqual(400);
    site.clock.now = start + 259_200_000;
    expect((await use(second)).statusCode).toBe(200);
  });

  it(`works for one of two uses at once, and never again, in ${RACES} races`, async () => {
    for (let race = 0; race < RACES; race++) {
      const link = await ask();
      const answers = await Promise.all([use(link), use(link)]);
      const succeeded = answers.filter(({ statusCode }) => statusCode === 200);
      expect(succeeded).toHaveLength(1);
      expect((await use(link)).statusCode).not.toBe(200);
    }
  });

  it('is stored as a hash only', async () => {
    const link = await ask();
    const { keys } = site.opened.accounts.store;
    const purpose = kind === 'reset' ? 'reset' : 'confirm';
    expect(await keys.find(purpose, link.at(-1)!, 0)).toBeNull();
  });
});

it('A5: after the end of a confirmation, another link can be requested', async () => {
  const first = await LINKS.confirmation.ask();
  site.clock.now += 259_201_000;
  await vi.advanceTimersByTimeAsync(HOUR);
  expect((await LINKS.confirmation.use(first)).statusCode).toBe(404);
  const email = `person${number}@example.test`;
  await client().post('/api/auth/registration/resend-email/', { email });
  await site.mailed();
  const second = linkIn(site.mail.newestTo(email).text);
  expect((await LINKS.confirmation.use(second)).statusCode).toBe(200);
});

it('A5: a reset link ends with a change of the password', async () => {
  const link = await LINKS.reset.ask();
  const owner = client();
  await owner.login(`person${number}`, PASSWORD);
  const changed = await owner.post('/api/auth/password/change/', {
    old_password: PASSWORD,
    new_password1: OTHER,
    new_password2: OTHER,
  });
  expect(changed.statusCode).toBe(200);
  expect((await LINKS.reset.use(link)).json()).toEqual({ token: ['Invalid value'] });
});

it('A5: a link leads to the configured address, whatever the request claims', async () => {
  const name = nextName();
  const email = `${name}@example.test`;
  await addUser(site, name, PASSWORD);
  await client().call('POST', '/api/auth/password/reset/', {
    body: { email },
    headers: {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      'x-forwarded-proto': 'http',
    },
  });
  await site.mailed();
  const { text } = site.mail.newestTo(email);
  expect(text).toContain(`${SITE}/account/password-reset-confirm/`);
  expect(text).not.toContain('evil.example');
});

describe('A6: what visitors write', () => {
  const STRINGS = NIGHTLY ? 10_000 : 100;
  const injection = fc.constantFrom(
    '\r\nBcc: x@evil.example',
    '\nTo: x@evil.example',
    '\r\n\r\nHello',
    '\u2028Cc: x@evil.example',
    'a@b.test, x@evil.example',
    '"x@evil.example" <a@b.test>',
    'a@b.test\0',
    '<x@evil.example>',
    '=?utf-8?q?=0D=0ABcc:x@evil.example?=',
    '<script>alert(1)</script>',
    '"><img src=x onerror=1>',
    '\r\n.\r\nMAIL FROM:<x@evil.example>',
    'é́\u202e',
    'x'.repeat(149),
    '%0d%0aBcc:x@evil.example',
  );
  const text = fc.oneof(
    injection,
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.tuple(fc.string({ maxLength: 20 }), injection).map((parts) => parts.join('')),
  );
  const email = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('x@b.test', 'y@b.test', 'nobody@b.test') },
    text.map((one) => `${one}@b.test`),
    text.map((one) => `a@${one}`),
    text,
  );
  const call = fc.oneof(
    fc
      .record({ name: text, email, subject: text, message: text })
      .map((body) => ({ url: '/api/contact/', body })),
    fc.record({ email }).map((body) => ({ url: '/api/auth/password/reset/', body })),
    fc.record({ email }).map((body) => ({ url: '/api/auth/registration/resend-email/', body })),
  );

  it(`never adds a recipient or a header, in ${STRINGS} strings`, async () => {
    const before = site.mail.mails.length;
    for (const name of ['x', 'y']) await addConfirmed(name);
    const recipients = new Set([OPERATORS, 'x@b.test', 'y@b.test']);
    let accepted = 0;
    for (const { url, body } of fc.sample(call, { seed: SEED_OF_THE_DAY, numRuns: STRINGS })) {
      const answer = await client().post(url, body);
      expect([body, answer.statusCode]).toEqual([body, expect.toSatisfy(isExpected)]);
      if (answer.statusCode < 300) accepted += 1;
    }
    await site.mailed();
    const mails = site.mail.mails.slice(before);
    expect(accepted).toBeGreaterThan(STRINGS / 10);
    expect(mails.length).toBeGreaterThan(STRINGS / 50);
    for (const { to, headers, text: content } of mails) {
      expect([to.length, recipients.has(to[0]!)]).toEqual([1, true]);
      expect(headers.map((line) => line.split(':')[0]!.toLowerCase()).sort()).toEqual(HEADERS);
      const head = headers.filter((line) => !/^message-id|^content-type/i.test(line)).join('\n');
      expect(head).not.toMatch(/evil|script|onerror/);
      // The HTML part has no element that a visitor wrote.
      expect(content).not.toMatch(/<html[^]*<(?:script|img)/);
    }
    if (NIGHTLY) process.stdout.write(`A6: ${STRINGS} strings, ${mails.length} mails\n`);
  });

  const isExpected = (status: number): boolean => [200, 201, 400].includes(status);

  /** Adds an account with a short address, to which some of the calls refer. */
  const addConfirmed = (name: string): Promise<number | null> =>
    site.opened.accounts.store.accounts.add({
      username: `user-${name}`,
      email: `${name}@b.test`,
      hash: 'none',
      firstName: '',
      lastName: '',
      fields: {},
      agreement: null,
      locale: 'fr',
      created: site.clock.now,
      confirmed: site.clock.now,
      demonstration: false,
    });

  it('in the name of an account is text in its mail', async () => {
    const username = `${nextName()}.evil.example`;
    const address = `${nextName()}@example.test`;
    await client().post('/api/auth/registration/', {
      username,
      email: address,
      password1: PASSWORD,
      password2: PASSWORD,
      first_name: '<b>Bold</b>',
      last_name: '"><img src=x>',
    });
    await site.mailed();
    const { text: content, headers } = site.mail.newestTo(address);
    expect(content).not.toMatch(/<b>Bold|<img/);
    expect(headers.join('\n')).not.toContain('evil.example');
  });
});
