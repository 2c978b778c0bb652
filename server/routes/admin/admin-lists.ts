/** What operators see: requests, messages, accounts, the audit, mails that were not sent, and downloads. */
import { groupBy } from 'atlas-engine/runtime';
import type { FormAnswers, Grant } from '../../accounts/account.ts';
import type { AccountStore } from '../../accounts/account-store.ts';
import type { CsvRow } from './csv.ts';

/** An entry of a list. */
interface Entry {
  readonly row: CsvRow;
  /** The answers of forms. In CSV, each answer has a column, such as `fields.position`. */
  readonly forms?: Readonly<Record<string, FormAnswers>>;
  readonly grants?: readonly Held[];
}

/** A level or role of an account, and its end in ISO 8601; null for none. */
interface Held {
  readonly level: string;
  readonly until: string | null;
}

export interface AdminList {
  /** The name in the addresses of the routes. */
  readonly name: string;
  readonly entries: (store: AccountStore) => Promise<readonly Entry[]>;
}

export const ADMIN_LISTS: readonly AdminList[] = [
  { name: 'requests', entries: requests },
  { name: 'messages', entries: messages },
  { name: 'accounts', entries: accounts },
  { name: 'audit', entries: audit },
  { name: 'mails', entries: mails },
  { name: 'downloads', entries: downloads },
];

/** Returns an entry as JSON. */
export function jsonEntry({ row, forms, grants }: Entry): object {
  return { ...row, ...forms, ...(grants && { grants }) };
}

/** Returns an entry as a row of CSV. */
export function csvEntry({ row, forms = {}, grants }: Entry): CsvRow {
  const answers = Object.entries(forms).flatMap(([name, form]) =>
    Object.entries(form).map(
      ([field, answer]) =>
        [`${name}.${field}`, typeof answer === 'object' ? answer.join('; ') : answer] as const,
    ),
  );
  return { ...row, ...(grants && { grants: heldInWords(grants) }), ...Object.fromEntries(answers) };
}

/** Returns grants such as `level-1 until 2027-01-31T00:00:00.000Z, operator`. */
export function grantsInWords(grants: readonly Grant[]): string {
  return heldInWords(grants.map(heldOf));
}

function heldInWords(held: readonly Held[]): string {
  return held
    .map(({ level, until }) => `${level}${until === null ? '' : ` until ${until}`}`)
    .join(', ');
}

function heldOf({ level, until }: Grant): Held {
  return { level, until: timeOf(until) };
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

async function requests(store: AccountStore): Promise<readonly Entry[]> {
  const people = new Map((await store.accounts.all()).map((one) => [one.id, one]));
  return (await store.requests.all()).map((one) => ({
    row: {
      id: one.id,
      account: one.account,
      username: one.username,
      email: one.email,
      first_name: people.get(one.account)?.firstName ?? '',
      last_name: people.get(one.account)?.lastName ?? '',
      locale: people.get(one.account)?.locale ?? '',
      level: one.level,
      reason: one.reason,
      created: timeOf(one.created),
      state: one.state,
      decided: timeOf(one.decided),
      by: one.by,
      answer: one.answer,
    },
    forms: { fields: one.fields },
  }));
}

async function messages(store: AccountStore): Promise<readonly Entry[]> {
  return (await store.messages.all()).map((one) => ({
    row: {
      id: one.id,
      kind: one.kind,
      name: one.name,
      email: one.email,
      subject: one.subject,
      message: one.message,
      locale: one.locale,
      created: timeOf(one.created),
      done: timeOf(one.done),
      by: one.by,
    },
    forms: { context: one.context },
  }));
}

async function accounts(store: AccountStore): Promise<readonly Entry[]> {
  const grants = groupBy(await store.grants.all(), ({ account }) => account);
  return (await store.accounts.all()).map((one) => ({
    row: {
      id: one.id,
      username: one.username,
      email: one.email,
      first_name: one.firstName,
      last_name: one.lastName,
      agreement: one.agreement,
      locale: one.locale,
      created: timeOf(one.created),
      confirmed: timeOf(one.confirmed),
      suspended: timeOf(one.suspended),
    },
    grants: (grants.get(one.id) ?? []).map(heldOf),
    forms: { fields: one.fields },
  }));
}

async function audit(store: AccountStore): Promise<readonly Entry[]> {
  return (await store.audit.all()).map(({ at, ...line }) => ({ row: { at: timeOf(at), ...line } }));
}

/** Lists the mails that have not been sent: those that wait, and those that were given up. */
async function mails(store: AccountStore): Promise<readonly Entry[]> {
  return (await store.mails.all()).map((one) => ({
    row: {
      id: one.id,
      kind: one.kind,
      email: one.email,
      created: timeOf(one.created),
      attempts: one.attempts,
      next: one.dropped === null ? timeOf(one.due) : null,
      dropped: timeOf(one.dropped),
      error: one.error,
    },
  }));
}

/** Lists who fetched which data that are not open to everyone. */
async function downloads(store: AccountStore): Promise<readonly Entry[]> {
  const fetched = (await store.audit.all()).filter(({ action }) => action === 'downloaded');
  return fetched.map(({ at, by, account, detail }) => ({
    row: { at: timeOf(at), by, account, detail },
  }));
}
