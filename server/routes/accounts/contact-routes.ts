/** Messages of visitors, and requests for access. */
import {
  accessOrder,
  accessOrdered,
  accessRequestsAnswer,
  doneAnswer,
  messageRequest,
  ownMessagesAnswer,
  type AccessOrder,
  type AccessOrdered,
  type AccessRequestAnswer,
  type DoneAnswer,
  type MessageRequest,
  type OwnMessageAnswer,
} from 'atlas-engine/http';
import { normalEmail } from '../../accounts/names.ts';
import { highest, rankAt } from '../../accounts/ranks.ts';
import {
  invalid,
  tooMany,
  type AccountRoute,
  type Answer,
  type Body,
  type Call,
  type UserCall,
} from './account-route.ts';
import { announcement } from './announcement.ts';
import { acceptedIn, AGREEMENT_FIELD, readAnswers } from './read-answers.ts';
import { faultsByForm, fieldsOfForm } from './check-fields.ts';
import { EMAIL, readFields, type FieldsOf } from './read-fields.ts';
import { readerLocale } from './reader-locale.ts';

const LONGEST_MESSAGE = 5_000;

export const CONTACT_ROUTES: readonly AccountRoute[] = [
  {
    method: 'POST',
    url: '/api/contact',
    for: 'everyone',
    limit: 'contact',
    schema: {
      summary: 'Sends a message to the operators of the atlas.',
      produces: [],
      request: messageRequest,
      answers: { 201: { description: 'The message is stored.', answer: doneAnswer } },
    },
    answer: sendMessage,
  },
  {
    method: 'GET',
    url: '/api/users/messages',
    for: 'users',
    schema: {
      summary: 'The messages of the account, with the answers to them.',
      answer: ownMessagesAnswer,
    },
    answer: sendMessages,
  },
  {
    method: 'GET',
    url: '/api/users/access-requests',
    for: 'users',
    schema: { summary: 'The requests for access of the account.', answer: accessRequestsAnswer },
    answer: sendRequests,
  },
  {
    method: 'POST',
    url: '/api/users/access-requests',
    for: 'users',
    limit: 'request',
    schema: {
      summary: 'Requests a level.',
      produces: [],
      request: accessOrder,
      answers: { 201: { description: 'The request is stored.', answer: accessOrdered } },
    },
    answer: requestAccess,
  },
];

/** The fields of a report of an error: the layer, the object and the view of the map. */
const ABOUT: ReadonlySet<string> = new Set<keyof MessageRequest>(['layer', 'object', 'view']);

const MESSAGE = {
  name: {},
  email: EMAIL,
  subject: {},
  message: { longest: LONGEST_MESSAGE, lines: true },
} as const satisfies FieldsOf<MessageRequest>;

const REQUEST = {
  level: { required: false },
  reason: { longest: LONGEST_MESSAGE, lines: true },
} as const satisfies FieldsOf<AccessOrder>;

/** Fields of a request that are not among its other answers. */
const OF_REQUEST: ReadonlySet<string> = new Set([...Object.keys(REQUEST), AGREEMENT_FIELD]);

async function sendMessage(call: Call): Promise<Answer> {
  const { accounts, body, request, user } = call;
  const written = readFields(body, MESSAGE, () => faultsByForm(call, 'contact'));
  const { name, email, subject, message } = written;
  const created = accounts.now();
  const locale = readerLocale(request);
  const values = { name, email: normalEmail(email), subject, message };
  const wait = accounts.limits.requests.reply.take(values.email, created);
  if (wait > 0) throw tooMany(wait);
  const context = readAnswers(
    { ...fieldsOfForm(call, 'contact'), ...aboutIn(body) },
    new Set(Object.keys(MESSAGE)),
  );
  await accounts.store.transaction(async (tables) => {
    await tables.messages.add({
      ...values,
      kind: Object.keys(body).some((field) => ABOUT.has(field)) ? 'error' : 'contact',
      context,
      locale,
      account: user?.account.id ?? null,
      created,
    });
    const { object } = context;
    const about = typeof object === 'string' ? { ...values, object } : values;
    const mail = announcement(accounts, { kind: 'message', values: about, locale, created });
    if (mail) await tables.mails.add(mail);
  });
  accounts.sendMails();
  return { status: 201, body: { detail: 'ok' } satisfies DoneAnswer };
}

function aboutIn(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([field]) => ABOUT.has(field)));
}

async function sendMessages({ accounts, user }: UserCall): Promise<Answer> {
  const messages = await accounts.store.messages.ofAccount(user.account.id);
  const body = messages.map(
    ({ id, subject, message, context, created, done, answer }): OwnMessageAnswer => ({
      id,
      subject,
      message,
      context,
      created: new Date(created).toISOString(),
      done: timeOf(done),
      answer,
    }),
  );
  return { body };
}

async function sendRequests({ accounts, user }: UserCall): Promise<Answer> {
  const requests = await accounts.store.requests.ofAccount(user.account.id);
  const endOf = (level: string) =>
    user.grants.find((grant) => grant.level === level)?.until ?? null;
  const body = requests.map(
    ({ id, level, reason, state, created, decided, answer }): AccessRequestAnswer => ({
      id,
      level,
      reason,
      state,
      answer,
      created: new Date(created).toISOString(),
      decided: timeOf(decided),
      until: state === 'granted' ? timeOf(endOf(level)) : null,
    }),
  );
  return { body };
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

async function requestAccess(call: UserCall): Promise<Answer> {
  const { accounts, body, request, user } = call;
  const { account } = user;
  const rules = request.atlas.snapshot.accounts;
  const written = readFields(body, REQUEST, () => faultsByForm(call, 'access-request'));
  const { reason } = written;
  const level = written.level === '' ? highest(rules) : written.level;
  const rank = rules.levels.findIndex(({ id }) => id === level);
  if (rules.levels[rank]?.granted !== 'by-operator')
    throw invalid({ level: ['This level cannot be requested.'] });
  const created = accounts.now();
  if (rank <= rankAt(user, rules, created))
    throw invalid({ level: ['This account already has this level.'] });
  const open = await accounts.store.requests.ofAccount(account.id);
  if (open.some((one) => one.state === 'open' && one.level === level))
    throw invalid({ level: ['This level has been requested already.'] });
  const accepted = acceptedIn(body, rules);
  const answers = readAnswers(fieldsOfForm(call, 'access-request'), OF_REQUEST);
  const id = await accounts.store.transaction(async (tables) => {
    if (accepted !== null) await tables.accounts.setAgreement(account.id, accepted);
    const values = { username: account.username, level, reason };
    const locale = request.atlas.snapshot.locales.session;
    const mail = announcement(accounts, { kind: 'request', values, locale, created });
    if (mail) await tables.mails.add(mail);
    return tables.requests.add({ account: account.id, level, reason, answers, created });
  });
  await accounts.sessions.refresh();
  accounts.sendMails();
  return { status: 201, body: { id, level, state: 'open' } satisfies AccessOrdered };
}
