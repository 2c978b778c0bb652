/** Login and logout. */
import {
  doneAnswer,
  loginAnswer,
  loginRequest,
  type DoneAnswer,
  type LoginAnswer,
  type LoginRequest,
} from 'atlas-engine/http';
import type { Account } from '../../accounts/account.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { nameKey } from '../../accounts/names.ts';
import { HttpError } from '../../http/errors.ts';
import { isAskedHere } from '../../http/site.ts';
import { networkOf } from '../../http/network-of.ts';
import { clientOf } from '../../http/request-limits.ts';
import { tooMany, unfit, type AccountRoute, type Answer, type Call } from './account-route.ts';
import { PASSWORD, readFields, type FieldsOf } from './read-fields.ts';
import { startSession } from './start-session.ts';

const WRONG = 'Unable to log in with provided credentials.';

/** The faults of a call that has to confirm the password of an account. */
export const WRONG_PASSWORD = { password: ['The password is not correct.'] } as const;

/** The refusal of a password after many wrong ones. */
export const TOO_MANY_GUESSES =
  'Too many wrong passwords; `Retry-After` gives the seconds to wait.';

export const LOGIN_ROUTES: readonly AccountRoute[] = [
  {
    method: 'POST',
    url: '/api/auth/login',
    for: 'everyone',
    schema: {
      summary: 'Logs in: the answer has a key, and sets the cookies of a session.',
      request: loginRequest,
      answer: loginAnswer,
      answers: { 429: TOO_MANY_GUESSES },
    },
    answer: logIn,
  },
  {
    method: 'POST',
    url: '/api/auth/logout',
    for: 'everyone',
    schema: { summary: 'Ends the session of the cookie or key.', answer: doneAnswer },
    answer: logOut,
  },
];

const LOGIN = {
  username: { required: false },
  password: PASSWORD,
} as const satisfies FieldsOf<LoginRequest>;

async function logIn(call: Call): Promise<Answer> {
  const { accounts, body, request, user } = call;
  const { username, password } = readFields(body, LOGIN);
  if (username === '') throw unfit('Must include "username" and "password".');
  const account = await accounts.store.accounts.byUsername(username);
  const right = await checkPassword(accounts, { account, username, password, ip: request.ip });
  if (!right || (right.demonstration && !isAskedHere(request.headers))) throw unfit(WRONG);
  if (right.confirmed === null) throw unfit('E-mail is not verified.');
  if (right.suspended !== null) throw unfit('User account is disabled.');
  const now = accounts.now();
  const secrets = await accounts.store.transaction(async (tables) => {
    // The password may have been replaced while it was checked.
    if (!(await tables.accounts.keepsPassword(right))) throw unfit(WRONG);
    // A new session in place of the old one: nobody can prepare the session of someone else.
    if (user) await tables.sessions.remove(user.session.id);
    return startSession(tables, { account: right.id, request, now });
  });
  if (user) await accounts.sessions.refresh();
  const answer: LoginAnswer = { key: secrets.key };
  return { body: answer, session: secrets.cookie, csrf: 'give' };
}

interface Attempt {
  /** The account of the name; null if there is none. */
  readonly account: Account | null;
  /** The name as it was written. */
  readonly username: string;
  readonly password: string;
  readonly ip: string;
  /** True if the call has a link from a mail to the address of the account. */
  readonly hasLink?: boolean;
}

/**
 * Returns the account if the password is right, else null. Guesses are limited by address and by
 * account; a network from which the owner has logged in has its own count, and so have those with a
 * link from a mail, so that guesses of others do not keep the owner out. Throws a `Refusal` with 429.
 */
export async function checkPassword(
  { limits, passwords, store, now }: Accounts,
  { account, username, password, ip, hasLink = false }: Attempt,
): Promise<Account | null> {
  const network = networkOf(ip);
  // The same query for a name without account.
  const networks = await store.sessions.networks(account?.id ?? 0);
  const isKnown = networks.includes(network);
  const from = isKnown ? network : '';
  const name = `${nameKey(username)} ${hasLink ? 'link' : from}`;
  const client = clientOf(ip);
  const wait = Math.max(limits.account.wait(name, now()), limits.address.wait(client, now()));
  if (wait > 0) throw tooMany(wait);
  limits.account.count(name, now());
  limits.address.count(client, now());
  const isRight = await passwords.verify(account?.hash ?? null, password);
  if (!isRight || !account) return null;
  limits.account.clear(name);
  limits.address.forgive(client, now());
  return account;
}

async function logOut({ accounts, request, user, hasKey }: Call): Promise<Answer> {
  const body: DoneAnswer = { detail: 'Successfully logged out.' };
  const { leftSession } = request;
  if (leftSession === 'open') throw new HttpError('unavailable');
  if (leftSession === 'ended') return { body, session: null, csrf: 'take' };
  if (!user) return { body };
  await accounts.store.sessions.remove(user.session.id);
  await accounts.sessions.refresh();
  return hasKey ? { body } : { body, session: null, csrf: 'take' };
}
