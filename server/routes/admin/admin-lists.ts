/** What operators see: requests, messages, accounts, the audit, mails that were not sent, and downloads. */
import { placeOf } from '../../access/scope.ts';
import {
  adminAccounts,
  adminAudit,
  adminDownloads,
  adminMails,
  adminMessages,
  adminRequests,
  type EndedRegistrationAnswer,
  type FormAnswers,
  type HeldAnswer,
  type ProposalAnswer,
  type SchemaNode,
  type Shape,
} from 'atlas-engine/http';
import { groupBy } from 'atlas-engine/runtime';
import type { AuditLine, Grant } from '../../accounts/account.ts';
import type { AccountStore } from '../../accounts/account-store.ts';
import { readEndedLine, type EndedRegistration } from '../../accounts/ended-registration.ts';
import { accessEvents } from '../../accounts/access-events.ts';
import { readFetchedLine } from '../../accounts/download-line.ts';
import { proposalsIn, type ProposedChange } from '../../accounts/second-operator.ts';
import type { CsvRow } from './csv.ts';

export interface AdminList {
  /** The name in the addresses of the routes. */
  readonly name: string;
  /** What the list contains, for OpenAPI. */
  readonly summary: string;
  /** The schema of the list. */
  readonly answer: SchemaNode;
  /** The columns that every row has in CSV, also a list without rows. */
  readonly columns: readonly string[];
  readonly json: (store: AccountStore, now: number) => Promise<readonly object[]>;
  readonly csv: (store: AccountStore, now: number) => Promise<readonly CsvRow[]>;
}

interface ListParts<Entry extends object> {
  readonly name: string;
  readonly summary: string;
  readonly answer: Shape<readonly Entry[]>;
  readonly entries: (store: AccountStore, now: number) => Promise<readonly Entry[]>;
  readonly row: (entry: Entry) => CsvRow;
}

function list<Entry extends object>(parts: ListParts<Entry>): AdminList {
  const { name, summary, answer, entries, row } = parts;
  return {
    name,
    summary,
    answer,
    columns: columnsOf(answer),
    json: entries,
    csv: async (store, now) => (await entries(store, now)).map(row),
  };
}

/** Returns the keys of entries that are not lists or objects. */
function columnsOf({ items }: SchemaNode): readonly string[] {
  const keys = Object.entries(items?.properties ?? {});
  return keys.flatMap(([key, { type }]) => (type === 'array' || type === 'object' ? [] : [key]));
}

/** Returns answers of a form as cells, such as `fields.position`. */
function answerCells(name: string, answers: FormAnswers): CsvRow {
  const cells = Object.entries(answers).map(([field, answer]) => [
    `${name}.${field}`,
    typeof answer === 'object' ? answer.join('; ') : answer,
  ]);
  return Object.fromEntries(cells) as CsvRow;
}

/** Returns grants such as `level-1 until 2027-01-31T00:00:00.000Z, operator`. */
export function grantsInWords(grants: readonly Grant[]): string {
  return heldInWords(grants.map(heldOf));
}

function heldInWords(held: readonly HeldAnswer[]): string {
  return held
    .map(({ level, until, project, dataset, area }) => {
      const kind = project
        ? `project ${project}`
        : dataset
          ? `dataset ${dataset}`
          : area && 'an area';
      return `${level}${kind ? ` in ${kind}` : ''}${until === null ? '' : ` until ${until}`}`;
    })
    .join(', ');
}

function heldOf({ level, scope, until }: Grant): HeldAnswer {
  return { level, until: timeOrNull(until), ...placeOf(scope) };
}

function proposalOf({ action, level, until, by, at }: ProposedChange): ProposalAnswer {
  return { action, level, until: timeOrNull(until), by, at: timeOf(at) };
}

function otherOf({ username, created, ended }: EndedRegistration): EndedRegistrationAnswer {
  return { username, created: timeOf(created), ended: timeOf(ended) };
}

function othersInWords(others: readonly EndedRegistrationAnswer[]): string {
  return others
    .map(({ username, created, ended }) => `${username}, registered ${created}, ended ${ended}`)
    .join('; ');
}

/** Returns the registrations that ended when the address of an account was confirmed, by its id. */
async function endedRegistrations({
  audit,
}: AccountStore): Promise<ReadonlyMap<number, readonly EndedRegistrationAnswer[]>> {
  const lines = groupBy(await audit.ofAction('registration ended'), ({ account }) => account ?? 0);
  const read = (line: AuditLine): readonly EndedRegistrationAnswer[] => {
    const ended = readEndedLine(line);
    return ended ? [otherOf(ended)] : [];
  };
  return new Map([...lines].map(([id, its]) => [id, its.flatMap(read)]));
}

function timeOf(time: number): string {
  return new Date(time).toISOString();
}

function timeOrNull(time: number | null): string | null {
  return time === null ? null : timeOf(time);
}

const requests = list({
  name: 'requests',
  summary: 'The requests for access, for operators.',
  answer: adminRequests,
  entries: async (store) => {
    const people = new Map((await store.accounts.all()).map((one) => [one.id, one]));
    const ended = await endedRegistrations(store);
    const held = groupBy(await store.grants.all(), ({ account }) => account);
    const lines = groupBy(await store.audit.all(), ({ account }) => account ?? 0);
    const all = await store.requests.all();
    const requests = groupBy(all, ({ account }) => account);
    return all.map(({ created, decided, ...request }) => {
      const { id, account, username, email, level, reason, answers } = request;
      const { state, by, answer, fields } = request;
      const person = people.get(account);
      const others = (requests.get(account) ?? []).filter((one) => one.id !== id);
      const history = state === 'open' ? accessEvents(lines.get(account) ?? [], others) : [];
      return {
        id,
        account,
        username,
        email,
        first_name: person?.firstName ?? '',
        last_name: person?.lastName ?? '',
        locale: person?.locale ?? '',
        level,
        reason,
        created: timeOf(created),
        state,
        decided: timeOrNull(decided),
        by,
        answer,
        answers,
        grants: (held.get(account) ?? []).map(heldOf),
        history: history.map((event) => ({
          ...event,
          at: timeOf(event.at),
          until: timeOrNull(event.until),
        })),
        others: ended.get(account) ?? [],
        fields,
      };
    });
  },
  row: ({ answers, grants, others, fields, ...request }) => {
    const { history: _, ...row } = request;
    return {
      ...row,
      grants: heldInWords(grants),
      others: othersInWords(others),
      ...answerCells('answers', answers),
      ...answerCells('fields', fields),
    };
  },
});

const messages = list({
  name: 'messages',
  summary: 'The messages of visitors, for operators.',
  answer: adminMessages,
  entries: async ({ messages }) =>
    (await messages.all()).map(({ created, done, ...message }) => {
      const { id, kind, name, email, subject, locale, by, answer, context } = message;
      return {
        id,
        kind,
        name,
        email,
        subject,
        message: message.message,
        locale,
        created: timeOf(created),
        done: timeOrNull(done),
        by,
        answer,
        context,
      };
    }),
  row: ({ context, ...row }) => ({ ...row, ...answerCells('context', context) }),
});

const accounts = list({
  name: 'accounts',
  summary: 'The accounts with their levels and roles, for operators.',
  answer: adminAccounts,
  entries: async (store, now) => {
    const held = groupBy(await store.grants.all(), ({ account }) => account);
    const ended = await endedRegistrations(store);
    const lines = groupBy(await store.audit.all(), ({ account }) => account ?? 0);
    return (await store.accounts.all()).map((account) => {
      const { id, username, email, firstName, lastName, agreement, locale, fields } = account;
      return {
        id,
        username,
        email,
        first_name: firstName,
        last_name: lastName,
        agreement,
        locale,
        created: timeOf(account.created),
        confirmed: timeOrNull(account.confirmed),
        suspended: timeOrNull(account.suspended),
        grants: (held.get(id) ?? []).map(heldOf),
        others: ended.get(id) ?? [],
        proposals: proposalsIn(lines.get(id) ?? [], now).map(proposalOf),
        fields,
      };
    });
  },
  row: ({ grants, others, fields, ...account }) => {
    const { proposals: _, ...row } = account;
    return {
      ...row,
      grants: heldInWords(grants),
      others: othersInWords(others),
      ...answerCells('fields', fields),
    };
  },
});

const audit = list({
  name: 'audit',
  summary: 'The audit: who did what to which account, for operators.',
  answer: adminAudit,
  entries: async ({ audit }) =>
    (await audit.all()).map(({ at, by, action, account, detail }) => ({
      at: timeOf(at),
      by,
      action,
      account,
      detail,
    })),
  row: (row) => row,
});

const mails = list({
  name: 'mails',
  summary: 'The mails that wait, and those that were given up, for operators.',
  answer: adminMails,
  entries: async ({ mails }) =>
    (await mails.all()).map(({ id, kind, email, created, attempts, due, dropped, error }) => ({
      id,
      kind,
      email,
      created: timeOf(created),
      attempts,
      next: dropped === null ? timeOf(due) : null,
      dropped: timeOrNull(dropped),
      error,
    })),
  row: (row) => row,
});

const downloads = list({
  name: 'downloads',
  summary: 'Who downloaded which data that are not open to everyone, for operators.',
  answer: adminDownloads,
  entries: async ({ audit }) =>
    (await audit.ofAction('downloaded')).map(({ at, by, account, detail }) => {
      const fetched = readFetchedLine(detail);
      return {
        at: timeOf(at),
        by,
        account,
        datasets: fetched?.datasets.join(', ') ?? detail,
        area: fetched?.area ?? null,
        formats: fetched?.formats.join(', ') ?? '',
      };
    }),
  row: (row) => row,
});

export const ADMIN_LISTS = [requests, messages, accounts, audit, mails, downloads] as const;
