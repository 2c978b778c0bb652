/** What operators see and decide. */
import type { Grant } from '../../accounts/account.ts';
import type { AccountStore } from '../../accounts/account-store.ts';
import {
  grant,
  grantable,
  grantRequest,
  refuseRequest,
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
import { csvOf } from './csv.ts';

const LONGEST_ANSWER = 2_000;

export const ADMIN_ROUTES: readonly AccountRoute[] = [
  ...list('requests', listRequests),
  ...list('messages', listMessages),
  ...list('accounts', listAccounts),
  ...list('audit', listAudit),
  ...list('downloads', listDownloads),
  { method: 'POST', url: '/api/admin/requests/:id', for: 'operators', answer: decideRequest },
  { method: 'POST', url: '/api/admin/messages/:id', for: 'operators', answer: closeMessage },
  { method: 'POST', url: '/api/admin/accounts/:id', for: 'operators', answer: changeAccount },
];

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Returns the routes of a list, as JSON and as CSV. */
function list(
  name: string,
  rowsOf: (store: AccountStore, call: UserCall) => Promise<readonly Row[]>,
): readonly AccountRoute[] {
  const url = `/api/admin/${name}`;
  return [
    {
      method: 'GET',
      url,
      for: 'operators',
      answer: async (call) => ({ body: await rowsOf(call.accounts.store, call) }),
    },
    {
      method: 'GET',
      url: `${url}.csv`,
      for: 'operators',
      answer: async (call) => {
        const rows = await rowsOf(call.accounts.store, call);
        return {
          body: csvOf(Object.keys(rows[0] ?? {}), rows),
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="${name}.csv"`,
          },
        };
      },
    },
  ];
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

async function listRequests({ requests }: AccountStore): Promise<readonly Row[]> {
  return (await requests.all()).map((one) => ({
    id: one.id,
    account: one.account,
    username: one.username,
    email: one.email,
    level: one.level,
    reason: one.reason,
    fields: JSON.stringify(one.fields),
    created: timeOf(one.created),
    state: one.state,
    decided: timeOf(one.decided),
    by: one.by,
    answer: one.answer,
  }));
}

async function listMessages({ messages }: AccountStore): Promise<readonly Row[]> {
  return (await messages.all()).map((one) => ({
    id: one.id,
    kind: one.kind,
    name: one.name,
    email: one.email,
    subject: one.subject,
    message: one.message,
    context: JSON.stringify(one.context),
    locale: one.locale,
    created: timeOf(one.created),
    done: timeOf(one.done),
    by: one.by,
  }));
}

async function listAccounts(store: AccountStore): Promise<readonly Row[]> {
  const grants = await store.grants.all();
  return (await store.accounts.all()).map((one) => ({
    id: one.id,
    username: one.username,
    email: one.email,
    first_name: one.firstName,
    last_name: one.lastName,
    grants: grantsInWords(grants.filter(({ account }) => account === one.id)),
    fields: JSON.stringify(one.fields),
    agreement: one.agreement,
    locale: one.locale,
    created: timeOf(one.created),
    confirmed: timeOf(one.confirmed),
    suspended: timeOf(one.suspended),
  }));
}

/** Returns grants such as `level-1 until 2027-01-31T00:00:00.000Z, operator`. */
export function grantsInWords(grants: readonly Grant[]): string {
  return grants
    .map(({ level, until }) => `${level}${until === null ? '' : ` until ${timeOf(until)}`}`)
    .join(', ');
}

async function listAudit({ audit }: AccountStore): Promise<readonly Row[]> {
  return (await audit.all()).map(({ at, ...line }) => ({ at: timeOf(at), ...line }));
}

/** Lists who fetched which data that are not open to everyone. */
async function listDownloads({ audit }: AccountStore): Promise<readonly Row[]> {
  const fetched = (await audit.all()).filter(({ action }) => action === 'downloaded');
  return fetched.map(({ at, by, account, detail }) => ({ at: timeOf(at), by, account, detail }));
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
          { until: endOf(written.until), answer },
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
    await grant(store, account, { level, until: endOf(until), answer }, decider);
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
function endOf(text: string): number | null {
  if (text === '') return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = Date.parse(isDay ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(time))
    throw invalid({ until: ['It must be a day such as 2027-01-31, or a time in ISO 8601.'] });
  return time;
}
