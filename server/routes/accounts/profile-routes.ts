/** The account of the visitor: profile, names, language, data agreement. */
import {
  accountAnswer,
  agreementAnswer,
  languageAnswer,
  namesRequest,
  profileAnswer,
  userAnswer,
  type AccountAnswer,
  type AgreementAnswer,
  type HeldAnswer,
  type LanguageAnswer,
  type NamesRequest,
  type ProfileAnswer,
  type UserAnswer,
} from 'atlas-engine/http';
import { groupsAt, isOperator, valid } from '../../accounts/ranks.ts';
import { EVERYWHERE, keyOfScope, placeOf } from '../../access/scope.ts';
import type { Grant } from '../../accounts/account.ts';
import {
  refusal,
  type AccountRoute,
  type Answer,
  type Call,
  type UserCall,
} from './account-route.ts';
import { readFields, type FieldsOf } from './read-fields.ts';

const LANGUAGE = {
  type: 'object',
  properties: { language: { type: 'string', description: 'A language of the atlas.' } },
  required: ['language'],
} as const;

export const PROFILE_ROUTES: readonly AccountRoute[] = [
  {
    method: 'GET',
    url: '/api/users/profile',
    for: 'users',
    csrf: true,
    schema: { summary: 'The profile of the visitor.', answer: profileAnswer },
    answer: sendProfile,
  },
  {
    method: 'GET',
    url: '/api/auth/user',
    for: 'users',
    schema: { summary: 'The names and the address of the account.', answer: userAnswer },
    answer: sendUser,
  },
  {
    method: 'PATCH',
    url: '/api/auth/user',
    for: 'users',
    schema: {
      summary: 'Changes the first and last name.',
      request: namesRequest,
      answer: userAnswer,
    },
    answer: changeUser,
  },
  {
    method: 'GET',
    url: '/api/users/account',
    for: 'users',
    schema: { summary: 'What the settings of the account show.', answer: accountAnswer },
    answer: sendAccount,
  },
  {
    method: 'POST',
    url: '/api/users/agreement',
    for: 'users',
    schema: {
      summary: 'Accepts the current version of the data agreement.',
      answer: agreementAnswer,
    },
    answer: acceptAgreement,
  },
  {
    method: 'GET',
    url: '/api/setlang',
    for: 'everyone',
    csrf: true,
    schema: {
      summary: 'Sets the language of mails and messages.',
      answer: languageAnswer,
      querystring: LANGUAGE,
    },
    answer: setLanguage,
  },
];

const NAMES = {
  first_name: { required: false },
  last_name: { required: false },
} as const satisfies FieldsOf<NamesRequest>;

async function sendProfile({ accounts, request, user }: UserCall): Promise<Answer> {
  const { account, grants } = user;
  const { username, email, firstName, lastName } = account;
  const rules = request.atlas.snapshot.accounts;
  const now = accounts.now();
  const groups = groupsAt(grants, rules, now);
  const profile = { username, email, first_name: firstName, last_name: lastName, groups };
  const scoped = valid(grants, now).filter(({ scope }) => scope !== EVERYWHERE);
  // The recorded profile has no such fields, so they are absent unless they are needed.
  const isDue = rules.agreement !== null && account.agreement !== rules.agreement;
  const body: ProfileAnswer = {
    ...profile,
    ...(scoped.length > 0 && { grants: scoped.map(heldOf) }),
    ...(isDue && { agreement_due: true }),
    ...(isOperator(grants, rules, now) && { operator: true }),
  };
  return { body, csrf: 'give' };
}

async function sendUser({ user: { account } }: UserCall): Promise<Answer> {
  const { id, username, email, firstName, lastName } = account;
  const body: UserAnswer = { pk: id, username, email, first_name: firstName, last_name: lastName };
  return { body };
}

/** Changes the names of a person; the address and the user name cannot be changed. */
async function changeUser(call: UserCall): Promise<Answer> {
  const { accounts, body, user } = call;
  const { account } = user;
  const written = readFields(body, NAMES);
  const first = 'first_name' in body ? written.first_name : account.firstName;
  const last = 'last_name' in body ? written.last_name : account.lastName;
  await accounts.store.accounts.setNames(account.id, { first, last });
  await accounts.sessions.refresh();
  const changed = { ...account, firstName: first, lastName: last };
  return sendUser({ ...call, user: { ...user, account: changed } });
}

/** Sends what the account's own settings show. Times are ISO 8601. */
async function sendAccount({ accounts, request, user }: UserCall): Promise<Answer> {
  const { account, grants } = user;
  const rules = request.atlas.snapshot.accounts;
  const known = [...rules.levels.slice(1).map(({ id }) => id), ...rules.roles];
  const { username, email, locale, fields } = account;
  const body: AccountAnswer = {
    username,
    email,
    locale,
    created: new Date(account.created).toISOString(),
    agreement: { accepted: account.agreement, current: rules.agreement },
    fields,
    grants: valid(grants, accounts.now())
      .filter(({ level }) => known.includes(level))
      .map(heldOf),
  };
  return { body };
}

function heldOf({ level, scope, until }: Grant): HeldAnswer {
  const key = scope === EVERYWHERE ? {} : { key: keyOfScope(scope) };
  return { level, until: timeOf(until), ...placeOf(scope), ...key };
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

async function acceptAgreement({ accounts, request, user }: UserCall): Promise<Answer> {
  const { agreement } = request.atlas.snapshot.accounts;
  if (agreement === null) throw refusal(404, 'Not found.');
  await accounts.store.accounts.setAgreement(user.account.id, agreement);
  await accounts.sessions.refresh();
  return { body: { accepted: agreement } satisfies AgreementAnswer };
}

/** Sets the language of the messages of this server and of the account's mails. */
async function setLanguage({ accounts, request, user }: Call): Promise<Answer> {
  const { language } = request.query as { readonly language?: unknown };
  const { available } = request.atlas.snapshot.locales;
  if (typeof language !== 'string' || !available.includes(language))
    throw refusal(400, 'Unknown language.');
  if (user && user.account.locale !== language) {
    await accounts.store.accounts.setLocale(user.account.id, language);
    await accounts.sessions.refresh();
  }
  return { body: { language } satisfies LanguageAnswer, language, csrf: 'give' };
}
