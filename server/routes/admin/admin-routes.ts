/** What operators see and decide. */
import {
  accountChange,
  changedAccount,
  changedEntry,
  decidedAnswer,
  decisionRequest,
  grantableLevels,
  messageClosing,
  waitingWork,
  withdrawnChange,
  type ChangedAccount,
  type ChangedEntry,
  type DecidedAnswer,
  type DecisionRequest,
  type GrantableLevels,
  type GrantChange,
  type MessageClosing,
  type WaitingWork,
  type WithdrawnChange,
} from 'atlas-engine/http';
import {
  EVERYWHERE,
  LONGEST_AREA,
  placeOf,
  scopeOf,
  type WrittenPlace,
} from '../../access/scope.ts';
import type { AccountRules } from '../../access/account-rules.ts';
import type { Decider, Grant } from '../../accounts/account.ts';
import {
  changeAccess,
  closeMessage,
  grantable,
  grantRequest,
  refuseRequest,
  resend,
  withdrawProposal,
} from '../../accounts/decide.ts';
import type { AccessChange } from '../../accounts/second-operator.ts';
import {
  invalid,
  paramsOf,
  refusal,
  Refusal,
  type AccountRoute,
  type Answer,
  type UserCall,
} from '../accounts/account-route.ts';
import { readFields, type FieldRules, type FieldsOf } from '../accounts/read-fields.ts';
import { ADMIN_LISTS, type AdminList } from './admin-lists.ts';
import { csvOf } from './csv.ts';

const LONGEST_ANSWER = 2_000;

const OF_ACCOUNT = paramsOf('The id of an account.');

export const ADMIN_ROUTES: readonly AccountRoute[] = [
  ...ADMIN_LISTS.flatMap(routesOfList),
  {
    method: 'GET',
    url: '/api/admin/levels',
    for: 'operators',
    schema: { summary: 'The levels that operators grant.', answer: grantableLevels },
    answer: sendLevels,
  },
  {
    method: 'GET',
    url: '/api/admin/waiting',
    for: 'operators',
    schema: { summary: 'How much waits for an operator.', answer: waitingWork },
    answer: countWaiting,
  },
  {
    method: 'POST',
    url: '/api/admin/requests/:id',
    for: 'operators',
    schema: {
      summary: 'Grants or refuses a request for access.',
      params: paramsOf('The id of a request.'),
      request: decisionRequest,
      answer: decidedAnswer,
    },
    answer: decideRequest,
  },
  {
    method: 'POST',
    url: '/api/admin/messages/:id',
    for: 'operators',
    schema: {
      summary: 'Marks a message as done, with an answer or without one.',
      params: paramsOf('The id of a message.'),
      request: messageClosing,
      answer: changedEntry,
    },
    answer: answerMessage,
  },
  {
    method: 'POST',
    url: '/api/admin/accounts/:id',
    for: 'operators',
    schema: {
      summary: 'Grants or removes a level or role, or suspends or restores an account.',
      params: OF_ACCOUNT,
      request: accountChange,
      answer: changedAccount,
      answers: {
        202: { description: 'The change waits for a second operator.', answer: changedAccount },
        409: 'No second operator can agree.',
      },
    },
    answer: changeAccount,
  },
  {
    method: 'POST',
    url: '/api/admin/accounts/:id/withdraw',
    for: 'operators',
    schema: {
      summary: 'Withdraws a change that waits for a second operator.',
      params: OF_ACCOUNT,
      request: accountChange,
      answer: withdrawnChange,
    },
    answer: withdrawChange,
  },
  {
    method: 'POST',
    url: '/api/admin/mails/:id',
    for: 'operators',
    schema: {
      summary: 'Sends a mail again that was given up.',
      params: paramsOf('The id of a mail.'),
      answer: changedEntry,
    },
    answer: resendMail,
  },
];

/** Returns the routes of a list, as JSON and as CSV. */
function routesOfList({
  name,
  summary,
  answer,
  columns,
  json,
  csv,
}: AdminList): readonly AccountRoute[] {
  const url = `/api/admin/${name}`;
  return [
    {
      method: 'GET',
      url,
      for: 'operators',
      schema: { summary, answer },
      answer: async ({ accounts }) => ({
        body: await json(accounts.store, accounts.now()),
      }),
    },
    {
      method: 'GET',
      url: `${url}.csv`,
      for: 'operators',
      schema: { summary: `${summary} As CSV.`, produces: ['text/csv'] },
      answer: async ({ accounts }) => ({
        body: csvOf(await csv(accounts.store, accounts.now()), columns),
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}.csv"`,
        },
      }),
    },
  ];
}

/** Sends the levels that operators grant, with the layers that each opens. */
async function sendLevels({ request }: UserCall): Promise<Answer> {
  const { levels, opens } = request.atlas.snapshot.accounts;
  const given = levels.filter(({ granted }) => granted === 'by-operator');
  const body: GrantableLevels = given.map(({ id, name }) => ({
    id,
    name,
    opens: opens[id] ?? [],
  }));
  return { body };
}

async function countWaiting({ accounts: { store } }: UserCall): Promise<Answer> {
  const requests = await store.requests.all('open');
  const messages = (await store.messages.all()).filter(({ done }) => done === null);
  const body: WaitingWork = { requests: requests.length, messages: messages.length };
  return { body };
}

function deciderOf({ accounts, user }: UserCall): Decider {
  return { by: user.account.username, at: accounts.now() };
}

const ANSWER: FieldRules = { required: false, longest: LONGEST_ANSWER, lines: true };

const PLACE = {
  project: { required: false },
  dataset: { required: false },
  area: { required: false, longest: LONGEST_AREA, lines: true },
} as const satisfies FieldsOf<WrittenPlace>;

const DECISION = {
  decision: {},
  until: { required: false },
  ...PLACE,
  answer: ANSWER,
} as const satisfies FieldsOf<DecisionRequest>;

/** Decides a request: `{ decision: grant, until?, answer? }` or `{ decision: refuse, answer }`. */
async function decideRequest(call: UserCall): Promise<Answer> {
  const { accounts, body } = call;
  const written = readFields(body, DECISION);
  const { decision, answer } = written;
  if (!['grant', 'refuse'].includes(decision))
    throw invalid({ decision: ['It must be `grant` or `refuse`.'] });
  if (decision === 'refuse' && answer === '')
    throw invalid({ answer: ['This field is required.'] });
  const id = idOf(call);
  const own = await accounts.store.requests.ofAccount(call.user.account.id);
  if (own.some((one) => one.id === id)) throw ownAccess();
  const request =
    decision === 'grant'
      ? await grantRequest(
          accounts.store,
          id,
          {
            scope: placeIn(written, call.request.atlas.snapshot.accounts),
            until: endOf(written.until, accounts.now()),
            answer,
          },
          deciderOf(call),
        )
      : await refuseRequest(accounts.store, id, answer, deciderOf(call));
  if (!request) throw refusal(404, 'Not found.');
  await accounts.sessions.refresh();
  accounts.sendMails();
  return { body: { id, state: request.state } satisfies DecidedAnswer };
}

const CLOSING = { answer: ANSWER } as const satisfies FieldsOf<MessageClosing>;

/** Marks a message as done, and sends the answer if there is one: `{ answer? }`. */
async function answerMessage(call: UserCall): Promise<Answer> {
  const { accounts, body } = call;
  const id = idOf(call);
  const { answer } = readFields(body, CLOSING);
  if (!(await closeMessage(accounts.store, id, answer, deciderOf(call))))
    throw refusal(404, 'Not found.');
  accounts.sendMails();
  return { body: { id } satisfies ChangedEntry };
}

/** Sends a mail again that was given up. */
async function resendMail(call: UserCall): Promise<Answer> {
  const { accounts } = call;
  const id = idOf(call);
  if (!(await resend(accounts.store, id, deciderOf(call)))) throw refusal(404, 'Not found.');
  accounts.sendMails();
  return { body: { id } satisfies ChangedEntry };
}

const CHANGE = {
  action: {},
  level: { required: false },
  until: { required: false },
  ...PLACE,
} as const satisfies FieldsOf<GrantChange>;

/**
 * Changes an account: `{ action: grant, level, until?, answer? }`, `{ action: revoke, level, …place }`,
 * `{ action: suspend }` or `{ action: restore }`. A change of who is an operator is answered with 202
 * until a second operator makes the same change.
 */
async function changeAccount(call: UserCall): Promise<Answer> {
  const { accounts, body, request, user } = call;
  const { store } = accounts;
  const rules = request.atlas.snapshot.accounts;
  const written = readFields(body, { ...CHANGE, answer: ANSWER });
  const account = await store.accounts.byId(idOf(call));
  if (!account) throw refusal(404, 'Not found.');
  if (account.id === user.account.id) throw ownAccess();
  const decider = deciderOf(call);
  const held = await store.grants.ofAccount(account.id);
  const change = changeIn(written, { rules, held, now: decider.at });
  const { answer } = written;
  const state = await changeAccess(store, { account, change, answer }, rules, decider);
  if (state === 'not-held')
    throw invalid({ level: ['The account does not hold this level there.'] });
  if (state === 'alone')
    throw new Refusal(409, {
      operators: [
        'An operator other than you and this person must agree, and there is none. Use the command `atlas users` on the server.',
      ],
    });
  await accounts.sessions.refresh();
  accounts.sendMails();
  const answered: ChangedAccount = { id: account.id, state };
  return { status: state === 'proposed' ? 202 : 200, body: answered };
}

/** Withdraws a change that the operator proposed; the body is that of the change. */
async function withdrawChange(call: UserCall): Promise<Answer> {
  const { accounts, body, request } = call;
  const account = await accounts.store.accounts.byId(idOf(call));
  if (!account) throw refusal(404, 'Not found.');
  // The end of a proposed grant may have passed since.
  const held = await accounts.store.grants.ofAccount(account.id);
  const rules = request.atlas.snapshot.accounts;
  const change = changeIn(readFields(body, CHANGE), { rules, held, now: 0 });
  if (!(await withdrawProposal(accounts.store, account, change, deciderOf(call))))
    throw refusal(404, 'Not found.');
  return { body: { id: account.id, state: 'withdrawn' } satisfies WithdrawnChange };
}

/** Reads a change of an account. Throws a `Refusal`. */
function changeIn(
  { action, level, until, ...place }: Readonly<Record<keyof typeof CHANGE, string>>,
  {
    rules,
    held,
    now,
  }: {
    readonly rules: Pick<AccountRules, 'levels' | 'roles' | 'places' | 'region'>;
    /** What the account holds. */
    readonly held: readonly Grant[];
    readonly now: number;
  },
): AccessChange {
  const rest = { scope: EVERYWHERE, until: null };
  if (action === 'suspend' || action === 'restore') return { action, level: '', ...rest };
  if (action === 'revoke') {
    // The place may be one that the atlas no longer has.
    const one = held.find((grant) => grant.level === level && isAt(grant, place));
    return { ...rest, action, level, scope: one?.scope ?? NOWHERE };
  }
  if (action !== 'grant')
    throw invalid({ action: ['It must be `grant`, `revoke`, `suspend` or `restore`.'] });
  if (!grantable(rules).includes(level))
    throw invalid({ level: ['Operators cannot grant this level.'] });
  const scope = placeIn(place, rules);
  if (scope !== EVERYWHERE && rules.roles.includes(level))
    throw invalid({ level: ['A role is valid everywhere.'] });
  return { action, level, scope, until: endOf(until, now) };
}

/** A scope that no grant has. */
const NOWHERE = 'nowhere';

/** Returns whether a grant is valid in a place as the lists write it. */
function isAt({ scope }: Grant, place: WrittenPlace): boolean {
  const own = placeOf(scope);
  return (['project', 'dataset', 'area'] as const).every(
    (kind) => (own[kind] ?? '') === (place[kind] ?? ''),
  );
}

/** Reads the place in which a level is granted. Throws a `Refusal`. */
function placeIn(place: WrittenPlace, rules: Pick<AccountRules, 'places' | 'region'>): string {
  const read = scopeOf(place, rules);
  if ('scope' in read) return read.scope;
  throw invalid({ [read.at]: [read.fault] });
}

function ownAccess(): Refusal {
  return refusal(403, 'Operators cannot change their own access.');
}

function idOf({ request }: UserCall): number {
  const { id } = request.params as { readonly id: string };
  if (!/^\d{1,15}$/.test(id)) throw refusal(404, 'Not found.');
  return Number(id);
}

/** Reads the day or time at which a grant ends; null for none. A day ends at its last moment, UTC. */
function endOf(text: string, now: number): number | null {
  if (text === '') return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = Date.parse(isDay ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(time))
    throw invalid({ until: ['It must be a day such as 2027-01-31, or a time in ISO 8601.'] });
  if (time < now) throw invalid({ until: ['It must not be in the past.'] });
  return time;
}
