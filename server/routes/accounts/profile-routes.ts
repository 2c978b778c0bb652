/** The account of the visitor: profile, names, language, data agreement. */
import { profileAnswer, type ProfileAnswer } from 'atlas-engine/http';
import { groupsAt, isOperator } from '../../accounts/ranks.ts';
import {
  refusal,
  type AccountRoute,
  type Answer,
  type Call,
  type UserCall,
} from './account-route.ts';
import { readFields } from './read-fields.ts';

const PROFILE = {
  summary: 'The account of the visitor.',
  forAccounts: true,
  answer: profileAnswer,
} as const;

export const PROFILE_ROUTES: readonly AccountRoute[] = [
  {
    method: 'GET',
    url: '/api/users/profile',
    for: 'users',
    csrf: true,
    schema: PROFILE,
    answer: sendProfile,
  },
  { method: 'GET', url: '/api/auth/user', for: 'users', answer: sendUser },
  { method: 'PATCH', url: '/api/auth/user', for: 'users', answer: changeUser },
  { method: 'GET', url: '/api/users/account', for: 'users', answer: sendAccount },
  { method: 'POST', url: '/api/users/agreement', for: 'users', answer: acceptAgreement },
  { method: 'GET', url: '/api/setlang', for: 'everyone', csrf: true, answer: setLanguage },
];

async function sendProfile({ accounts, request, user }: UserCall): Promise<Answer> {
  const { account, grants } = user;
  const { username, email, firstName, lastName } = account;
  const rules = request.atlas.snapshot.accounts;
  const now = accounts.now();
  const groups = groupsAt(grants, rules, now);
  const profile = { username, email, first_name: firstName, last_name: lastName, groups };
  // The recorded profile has no such fields, so they are absent unless they are needed.
  const isDue = rules.agreement !== null && account.agreement !== rules.agreement;
  const body: ProfileAnswer = {
    ...profile,
    ...(isDue && { agreement_due: true }),
    ...(isOperator(grants, rules, now) && { operator: true }),
  };
  return { body, csrf: 'give' };
}

async function sendUser({ user: { account } }: UserCall): Promise<Answer> {
  const { id, username, email, firstName, lastName } = account;
  return { body: { pk: id, username, email, first_name: firstName, last_name: lastName } };
}

/** Changes the names of a person; the address and the user name cannot be changed. */
async function changeUser(call: UserCall): Promise<Answer> {
  const { accounts, body, user } = call;
  const { account } = user;
  const name = { required: false } as const;
  const written = readFields(body, { first_name: name, last_name: name });
  const first = 'first_name' in body ? written.first_name : account.firstName;
  const last = 'last_name' in body ? written.last_name : account.lastName;
  await accounts.store.accounts.setNames(account.id, { first, last });
  await accounts.sessions.look();
  const changed = { ...account, firstName: first, lastName: last };
  return sendUser({ ...call, user: { ...user, account: changed } });
}

/** Sends what the account's own settings show. Times are ISO 8601. */
async function sendAccount({ accounts, request, user }: UserCall): Promise<Answer> {
  const { account, grants } = user;
  const rules = request.atlas.snapshot.accounts;
  const held = groupsAt(grants, rules, accounts.now());
  return {
    body: {
      username: account.username,
      email: account.email,
      locale: account.locale,
      created: new Date(account.created).toISOString(),
      agreement: { accepted: account.agreement, current: rules.agreement },
      fields: account.fields,
      grants: grants
        .filter(({ level }) => held.includes(level))
        .map(({ level, until }) => ({ level, until: timeOf(until) })),
    },
  };
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

async function acceptAgreement({ accounts, request, user }: UserCall): Promise<Answer> {
  const { agreement } = request.atlas.snapshot.accounts;
  if (agreement === null) throw refusal(404, 'Not found.');
  await accounts.store.accounts.setAgreement(user.account.id, agreement);
  await accounts.sessions.look();
  return { body: { accepted: agreement } };
}

/** Sets the language of the messages of this server and of the account's mails. */
async function setLanguage({ accounts, request, user }: Call): Promise<Answer> {
  const { language } = request.query as { readonly language?: unknown };
  const { available } = request.atlas.snapshot.locales;
  if (typeof language !== 'string' || !available.includes(language))
    throw refusal(400, 'Unknown language.');
  if (user && user.account.locale !== language) {
    await accounts.store.accounts.setLocale(user.account.id, language);
    await accounts.sessions.look();
  }
  return { body: { language }, language, csrf: 'give' };
}
