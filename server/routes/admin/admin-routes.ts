/** What operators see and decide. */
import {
  grant,
  grantable,
  grantRequest,
  refuseRequest,
  resend,
  revoke,
  suspend,
  type Decider,
} from '../../accounts/decide.ts';
import {
  invalid,
  refusal,
  type AccountRoute,
  type Answer,
  type UserCall,
} from '../accounts/account-route.ts';
import { readFields, type FieldRules } from '../accounts/read-fields.ts';
import { ADMIN_LISTS, csvEntry, jsonEntry, type AdminList } from './admin-lists.ts';
import { csvOf } from './csv.ts';

const LONGEST_ANSWER = 2_000;

export const ADMIN_ROUTES: readonly AccountRoute[] = [
  ...ADMIN_LISTS.flatMap(routesOfList),
  { method: 'GET', url: '/api/admin/levels', for: 'operators', answer: sendLevels },
  { method: 'POST', url: '/api/admin/requests/:id', for: 'operators', answer: decideRequest },
  { method: 'POST', url: '/api/admin/messages/:id', for: 'operators', answer: closeMessage },
  { method: 'POST', url: '/api/admin/accounts/:id', for: 'operators', answer: changeAccount },
  { method: 'POST', url: '/api/admin/mails/:id', for: 'operators', answer: resendMail },
];

/** Returns the routes of a list, as JSON and as CSV. */
function routesOfList({ name, columns, entries }: AdminList): readonly AccountRoute[] {
  const url = `/api/admin/${name}`;
  return [
    {
      method: 'GET',
      url,
      for: 'operators',
      answer: async ({ accounts }) => ({
        body: (await entries(accounts.store)).map(jsonEntry),
      }),
    },
    {
      method: 'GET',
      url: `${url}.csv`,
      for: 'operators',
      answer: async ({ accounts }) => ({
        body: csvOf((await entries(accounts.store)).map(csvEntry), columns),
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}.csv"`,
        },
      }),
    },
  ];
}

/** Sends the levels that operators grant, with their names by language. */
async function sendLevels({ request }: UserCall): Promise<Answer> {
  const { levels } = request.atlas.snapshot.accounts;
  const given = levels.filter(({ granted }) => granted === 'by-operator');
  return { body: given.map(({ id, name }) => ({ id, name })) };
}

function deciderOf({ accounts, user }: UserCall): Decider {
  return { by: user.account.username, at: accounts.now() };
}

const ANSWER: FieldRules = { required: false, longest: LONGEST_ANSWER, lines: true };

/** Decides a request: `{ decision: grant, until?, answer? }` or `{ decision: refuse, answer }`. */
async function decideRequest(call: UserCall): Promise<Answer> {
  const { accounts, body } = call;
  const written = readFields(body, { decision: {}, until: { required: false }, answer: ANSWER });
  const { decision, answer } = written;
  if (!['grant', 'refuse'].includes(decision))
    throw invalid({ decision: ['It must be `grant` or `refuse`.'] });
  if (decision === 'refuse' && answer === '')
    throw invalid({ answer: ['This field is required.'] });
  const id = idOf(call);
  const request =
    decision === 'grant'
      ? await grantRequest(
          accounts.store,
          id,
          { until: endOf(written.until, accounts.now()), answer },
          deciderOf(call),
        )
      : await refuseRequest(accounts.store, id, answer, deciderOf(call));
  if (!request) throw refusal(404, 'Not found.');
  await accounts.sessions.look();
  accounts.sendMails();
  return { body: { id, state: request.state } };
}

/** Marks a message as done. */
async function closeMessage(call: UserCall): Promise<Answer> {
  const id = idOf(call);
  if (!(await call.accounts.store.messages.setDone(id, deciderOf(call))))
    throw refusal(404, 'Not found.');
  return { body: { id } };
}

/** Sends a mail again that was given up. */
async function resendMail(call: UserCall): Promise<Answer> {
  const { accounts } = call;
  const id = idOf(call);
  if (!(await resend(accounts.store, id, deciderOf(call)))) throw refusal(404, 'Not found.');
  accounts.sendMails();
  return { body: { id } };
}

/**
 * Changes an account: `{ action: grant, level, until?, answer? }`, `{ action: revoke, level }`,
 * `{ action: suspend }` or `{ action: restore }`.
 */
async function changeAccount(call: UserCall): Promise<Answer> {
  const { accounts, body, request } = call;
  const { store } = accounts;
  const optional = { required: false } as const;
  const { action, level, until, answer } = readFields(body, {
    ...{ action: {}, level: optional, until: optional },
    answer: ANSWER,
  });
  const account = await store.accounts.byId(idOf(call));
  if (!account) throw refusal(404, 'Not found.');
  const decider = deciderOf(call);
  if (action === 'grant') {
    if (!grantable(request.atlas.snapshot.accounts).includes(level))
      throw invalid({ level: ['Operators cannot grant this level.'] });
    await grant(store, account, { level, until: endOf(until, decider.at), answer }, decider);
  } else if (action === 'revoke') {
    if (!(await revoke(store, account, level, decider)))
      throw invalid({ level: ['The account does not hold this level.'] });
  } else if (action === 'suspend' || action === 'restore') {
    await suspend(store, account, action === 'suspend', decider);
  } else {
    throw invalid({ action: ['It must be `grant`, `revoke`, `suspend` or `restore`.'] });
  }
  await accounts.sessions.look();
  accounts.sendMails();
  return { body: { id: account.id } };
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
