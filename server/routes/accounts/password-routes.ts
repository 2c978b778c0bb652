/** Forgotten and changed passwords. */
import {
  doneAnswer,
  mailRequest,
  passwordRequest,
  resetRequest,
  type DoneAnswer,
  type PasswordRequest,
  type ResetRequest,
} from 'atlas-engine/http';
import type { Account } from '../../accounts/account.ts';
import type { AccountTables } from '../../accounts/account-store.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { passwordFaults, similarNames } from '../../accounts/password-rules.ts';
import { hashSecret } from '../../accounts/secrets.ts';
import {
  invalid,
  type AccountRoute,
  type Answer,
  type Call,
  type UserCall,
} from './account-route.ts';
import { checkPassword, TOO_MANY_GUESSES } from './login-routes.ts';
import { PASSWORD, readFields, type FieldsOf } from './read-fields.ts';
import { requestMail } from './registration-routes.ts';
import { startSession } from './start-session.ts';

export const PASSWORD_ROUTES: readonly AccountRoute[] = [
  {
    method: 'POST',
    url: '/api/auth/password/reset',
    for: 'everyone',
    limit: 'reset',
    schema: {
      summary: 'Sends a mail with the link that sets a new password.',
      request: mailRequest,
      answer: doneAnswer,
    },
    answer: async (call) => {
      await requestMail(call, 'reset');
      return { body: { detail: 'Password reset e-mail has been sent.' } satisfies DoneAnswer };
    },
  },
  {
    method: 'POST',
    url: '/api/auth/password/reset/confirm',
    for: 'everyone',
    limit: 'links',
    schema: {
      summary: 'Sets a new password with a link. All sessions of the account end.',
      request: resetRequest,
      answer: doneAnswer,
    },
    answer: confirmReset,
  },
  {
    method: 'POST',
    url: '/api/auth/password/change',
    for: 'users',
    schema: {
      summary: 'Changes the password. All other sessions of the account end.',
      request: passwordRequest,
      answer: doneAnswer,
      answers: { 429: TOO_MANY_GUESSES },
    },
    answer: changePassword,
  },
];

const NEW = { new_password1: PASSWORD, new_password2: PASSWORD } as const;
const RESET = { ...NEW, uid: {}, token: {} } as const satisfies FieldsOf<ResetRequest>;
const CHANGED = { old_password: PASSWORD, ...NEW } as const satisfies FieldsOf<PasswordRequest>;

async function confirmReset({ accounts, body }: Call): Promise<Answer> {
  const { store, passwords, now } = accounts;
  const { uid, token, new_password1, new_password2 } = readFields(body, RESET);
  if (!/^\d{1,15}$/.test(uid)) throw invalid({ uid: ['Invalid value'] });
  const hash = hashSecret(token);
  const id = await store.keys.find('reset', hash, now());
  const account = id === Number(uid) ? await store.accounts.byId(id) : null;
  if (!account) throw invalid({ token: ['Invalid value'] });
  // A refused password leaves the link valid.
  checkNewPassword(account, new_password1, new_password2);
  const newHash = await passwords.hash(new_password1);
  await store.transaction(async (tables) => {
    // Of two calls at once, one takes the key.
    const taken = await tables.keys.take('reset', hash, now());
    if (taken === null) throw invalid({ token: ['Invalid value'] });
    await setPassword(tables, { account, hash: newHash, now: now() });
  });
  await afterChange(accounts);
  const done: DoneAnswer = { detail: 'Password has been reset with the new password.' };
  return { body: done };
}

async function changePassword({ accounts, body, request, user }: UserCall): Promise<Answer> {
  const { store, passwords, now } = accounts;
  const { account } = user;
  const { old_password, new_password1, new_password2 } = readFields(body, CHANGED);
  const attempt = { account, username: account.username, password: old_password, ip: request.ip };
  if (!(await checkPassword(accounts, attempt))) throw wrongPassword();
  checkNewPassword(account, new_password1, new_password2);
  const hash = await passwords.hash(new_password1);
  const secrets = await store.transaction(async (tables) => {
    if (!(await tables.accounts.keepsPassword(account))) throw wrongPassword();
    await setPassword(tables, { account, hash, now: now() });
    return startSession(tables, { account: account.id, request, now: now() });
  });
  await afterChange(accounts);
  return {
    body: { detail: 'New password has been saved.' } satisfies DoneAnswer,
    session: secrets.cookie,
    csrf: 'give',
  };
}

function wrongPassword(): Error {
  return invalid({
    old_password: ['Your old password was entered incorrectly. Please enter it again.'],
  });
}

function checkNewPassword(account: Account, password: string, repeated: string): void {
  if (password !== repeated)
    throw invalid({ new_password2: ['The two password fields didn’t match.'] });
  const names = { username: account.username, 'email address': account.email };
  const faults = [...passwordFaults(password), ...similarNames(password, names)];
  if (faults.length > 0) throw invalid({ new_password2: faults });
}

/** Sets a password. All sessions, keys and links of the account end, and its owner is informed. */
async function setPassword(
  { accounts, sessions, keys, mails }: AccountTables,
  {
    account,
    hash,
    now,
  }: { readonly account: Account; readonly hash: string; readonly now: number },
): Promise<void> {
  const { id, email, locale, username } = account;
  await accounts.setPassword(id, hash);
  await sessions.removeAll(id);
  await keys.removeAll(id, 'reset');
  await mails.add({ kind: 'changed', email, locale, values: { username }, created: now });
}

async function afterChange({ sessions, sendMails }: Accounts): Promise<void> {
  await sessions.refresh();
  sendMails();
}
