/** Logs visitors of each level in, as a browser does. */
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../../server/accounts/accounts.ts';
import { cookieShape } from '../accounts/recordings.ts';
import type { GuardedServer } from './guarded-server.ts';
import type { LevelId } from './secrets.ts';

/** The password of the accounts. */
export const PASSWORD = 'Okapi-Ituri-7?';

interface Site {
  readonly app: FastifyInstance;
  readonly accounts: { readonly accounts: Accounts };
}

/** The headers of a browser: its cookies, and the token that changes need. */
type LoggedInHeaders = Readonly<Record<'cookie' | 'x-csrftoken', string>>;

/**
 * Creates an account that holds a level and logs it in. Returns the headers of its requests; none for
 * everyone.
 */
export async function logIn(
  site: GuardedServer,
  level: LevelId,
): Promise<Readonly<Record<string, string>>> {
  if (level === 'everyone') return {};
  const { granted } = site.snapshot.accounts.levels.find(({ id }) => id === level)!;
  const grants = granted === 'by-operator' ? [level] : [];
  const { cookie } = await logInNew(site, { username: `visitor-${level}`, grants });
  return { cookie };
}

/** Creates an account with grants and logs it in. */
export async function logInNew(
  { app, accounts: { accounts } }: Site,
  { username, grants }: { readonly username: string; readonly grants: readonly string[] },
): Promise<LoggedInHeaders> {
  const { store, passwords, now } = accounts;
  const created = now();
  const account = await store.accounts.add({
    username,
    email: `${username}@example.test`,
    hash: await passwords.hash(PASSWORD),
    firstName: '',
    lastName: '',
    fields: {},
    agreement: null,
    locale: 'en',
    created,
    confirmed: created,
    demonstration: false,
  });
  for (const level of grants)
    await store.grants.add({
      account: account!,
      level,
      scope: '',
      until: null,
      by: 'test',
      created,
    });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login/',
    payload: { username, password: PASSWORD },
  });
  if (answer.statusCode !== 200) throw new Error(`the login answered ${answer.statusCode}`);
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map(cookieShape);
  return {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    'x-csrftoken': cookies.find(({ name }) => name === 'csrftoken')?.value ?? '',
  };
}
