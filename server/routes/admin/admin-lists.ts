/** What operators see: requests, messages, accounts, the audit, mails that were not sent, and downloads. */
import { groupBy } from 'atlas-engine/runtime';
import type { AuditLine, FormAnswers, Grant } from '../../accounts/account.ts';
import type { AccountStore } from '../../accounts/account-store.ts';
import { readEndedLine, type EndedRegistration } from '../../accounts/ended-registration.ts';
import { readFetchedLine } from '../../accounts/download-line.ts';
import { proposalsIn, type ProposedChange } from '../../accounts/second-operator.ts';
import type { CsvRow } from './csv.ts';

/** An entry of a list. */
interface Entry {
  readonly row: CsvRow;
  /** The answers of forms. In CSV, each answer has a column, such as `fields.position`. */
  readonly forms?: Readonly<Record<string, FormAnswers>>;
  readonly grants?: readonly Held[];
  /** The other registrations of the address, which ended when it was confirmed. */
  readonly others?: readonly EndedRegistration[];
  /** Changes that wait for a second operator. */
  readonly proposals?: readonly ProposedChange[];
}

/** A level or role of an account, and its end in ISO 8601; null for none. */
interface Held {
  readonly level: string;
  readonly until: string | null;
}

export interface AdminList {
  /** The name in the addresses of the routes. */
  readonly name: string;
  /** The columns that every row has in CSV, also a list without rows. */
  readonly columns: readonly string[];
  readonly entries: (store: AccountStore, now: number) => Promise<readonly Entry[]>;
}

/** The value of each column. */
type Values<Item> = Readonly<Record<string, (item: Item) => CsvRow[string]>>;

interface ListParts<Item> {
  readonly name: string;
  readonly all: (store: AccountStore, now: number) => Promise<readonly Item[]>;
  readonly values: Values<Item>;
  readonly more?: (item: Item) => Omit<Entry, 'row'>;
}

function list<Item>({ name, all, values, more }: ListParts<Item>): AdminList {
  const rowOf = (item: Item): CsvRow =>
    Object.fromEntries(Object.entries(values).map(([column, value]) => [column, value(item)]));
  return {
    name,
    columns: Object.keys(values),
    entries: async (store, now) =>
      (await all(store, now)).map((item) => ({ row: rowOf(item), ...more?.(item) })),
  };
}

/** Returns an entry as JSON. */
export function jsonEntry({ row, forms, grants, others, proposals }: Entry): object {
  return {
    ...row,
    ...forms,
    ...(grants && { grants }),
    ...(others && { others: others.map(otherOf) }),
    ...(proposals && { proposals: proposals.map(proposalOf) }),
  };
}

/** Returns an entry as a row of CSV. */
export function csvEntry({ row, forms = {}, grants, others }: Entry): CsvRow {
  const answers = Object.entries(forms).flatMap(([name, form]) =>
    Object.entries(form).map(
      ([field, answer]) =>
        [`${name}.${field}`, typeof answer === 'object' ? answer.join('; ') : answer] as const,
    ),
  );
  return {
    ...row,
    ...(grants && { grants: heldInWords(grants) }),
    ...(others && { others: others.map(otherInWords).join('; ') }),
    ...Object.fromEntries(answers),
  };
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

function proposalOf({ action, level, until, by, at }: ProposedChange): CsvRow {
  return { action, level, until: timeOf(until), by, at: timeOf(at) };
}

function otherOf({ username, created, ended }: EndedRegistration): CsvRow {
  return { username, created: timeOf(created), ended: timeOf(ended) };
}

function otherInWords({ username, created, ended }: EndedRegistration): string {
  return `${username}, registered ${timeOf(created)}, ended ${timeOf(ended)}`;
}

/** Returns the registrations that ended when the address of an account was confirmed, by its id. */
async function endedRegistrations({
  audit,
}: AccountStore): Promise<ReadonlyMap<number, readonly EndedRegistration[]>> {
  const lines = groupBy(await audit.ofAction('registration ended'), ({ account }) => account ?? 0);
  return new Map(
    [...lines].map(([id, its]) => [id, its.flatMap((line) => readEndedLine(line) ?? [])]),
  );
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

const requests = list({
  name: 'requests',
  all: async (store) => {
    const people = new Map((await store.accounts.all()).map((one) => [one.id, one]));
    const ended = await endedRegistrations(store);
    return (await store.requests.all()).map((one) => ({
      ...one,
      person: people.get(one.account),
      others: ended.get(one.account) ?? [],
    }));
  },
  values: {
    id: ({ id }) => id,
    account: ({ account }) => account,
    username: ({ username }) => username,
    email: ({ email }) => email,
    first_name: ({ person }) => person?.firstName ?? '',
    last_name: ({ person }) => person?.lastName ?? '',
    locale: ({ person }) => person?.locale ?? '',
    level: ({ level }) => level,
    reason: ({ reason }) => reason,
    created: ({ created }) => timeOf(created),
    state: ({ state }) => state,
    decided: ({ decided }) => timeOf(decided),
    by: ({ by }) => by,
    answer: ({ answer }) => answer,
  },
  more: ({ fields, others }) => ({ forms: { fields }, others }),
});

const messages = list({
  name: 'messages',
  all: ({ messages }) => messages.all(),
  values: {
    id: ({ id }) => id,
    kind: ({ kind }) => kind,
    name: ({ name }) => name,
    email: ({ email }) => email,
    subject: ({ subject }) => subject,
    message: ({ message }) => message,
    locale: ({ locale }) => locale,
    created: ({ created }) => timeOf(created),
    done: ({ done }) => timeOf(done),
    by: ({ by }) => by,
  },
  more: ({ context }) => ({ forms: { context } }),
});

const accounts = list({
  name: 'accounts',
  all: async (store, now) => {
    const held = groupBy(await store.grants.all(), ({ account }) => account);
    const ended = await endedRegistrations(store);
    const lines = groupBy(await store.audit.all(), ({ account }) => account ?? 0);
    return (await store.accounts.all()).map((one) => ({
      ...one,
      grants: held.get(one.id) ?? [],
      others: ended.get(one.id) ?? [],
      proposals: proposalsIn(lines.get(one.id) ?? [], now),
    }));
  },
  values: {
    id: ({ id }) => id,
    username: ({ username }) => username,
    email: ({ email }) => email,
    first_name: ({ firstName }) => firstName,
    last_name: ({ lastName }) => lastName,
    agreement: ({ agreement }) => agreement,
    locale: ({ locale }) => locale,
    created: ({ created }) => timeOf(created),
    confirmed: ({ confirmed }) => timeOf(confirmed),
    suspended: ({ suspended }) => timeOf(suspended),
  },
  more: ({ grants, others, proposals, fields }) => ({
    ...{ grants: grants.map(heldOf), others, proposals },
    forms: { fields },
  }),
});

const AUDIT_VALUES = {
  at: ({ at }: AuditLine) => timeOf(at),
  by: ({ by }: AuditLine) => by,
  action: ({ action }: AuditLine) => action,
  account: ({ account }: AuditLine) => account,
  detail: ({ detail }: AuditLine) => detail,
};

const audit = list({ name: 'audit', all: ({ audit }) => audit.all(), values: AUDIT_VALUES });

/** The mails that have not been sent: those that wait, and those that were given up. */
const mails = list({
  name: 'mails',
  all: ({ mails }) => mails.all(),
  values: {
    id: ({ id }) => id,
    kind: ({ kind }) => kind,
    email: ({ email }) => email,
    created: ({ created }) => timeOf(created),
    attempts: ({ attempts }) => attempts,
    next: ({ dropped, due }) => (dropped === null ? timeOf(due) : null),
    dropped: ({ dropped }) => timeOf(dropped),
    error: ({ error }) => error,
  },
});

/** What was fetched: ids of datasets and formats, separated by commas, and square kilometres. */
const FETCHED_VALUES = {
  datasets: ({ detail }: AuditLine) => readFetchedLine(detail)?.datasets.join(', ') ?? detail,
  area: ({ detail }: AuditLine) => readFetchedLine(detail)?.area ?? null,
  formats: ({ detail }: AuditLine) => readFetchedLine(detail)?.formats.join(', ') ?? '',
};
const { action: _, detail: __, ...WHO_AND_WHEN } = AUDIT_VALUES;

/** Who fetched which data that are not open to everyone. */
const downloads = list({
  name: 'downloads',
  all: ({ audit }) => audit.ofAction('downloaded'),
  values: { ...WHO_AND_WHEN, ...FETCHED_VALUES },
});

export const ADMIN_LISTS = [requests, messages, accounts, audit, mails, downloads] as const;
