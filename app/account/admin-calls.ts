/** The calls of operators. They are loaded with the first screen of operators. */
import type { AuthClient } from './auth-client.ts';
import { isObject, listOf, textOf, type CallResult } from './call.ts';

/** The answers of a form by field. */
export type Answers = Readonly<Record<string, string | boolean>>;

/** A person who has an account. */
interface Person {
  readonly username: string;
  readonly email: string;
  /** The first and last name; empty without them. */
  readonly name: string;
  /** The language of mails to the person. */
  readonly locale: string;
}

/** What an operator did, and when, in ISO 8601. */
export interface Decided {
  readonly at: string;
  /** The user name of the operator. */
  readonly by: string;
}

/** Another registration with the address of a person, which ended when the address was confirmed. */
export interface EndedRegistration {
  readonly username: string;
  /** ISO 8601. */
  readonly created: string;
}

export interface AdminRequest extends Person {
  readonly id: number;
  /** The id of the level. */
  readonly level: string;
  readonly reason: string;
  /** The answers of the registration. */
  readonly fields: Answers;
  /** ISO 8601. */
  readonly created: string;
  readonly state: 'open' | 'granted' | 'refused';
  readonly decided: Decided | null;
  readonly answer: string;
  readonly others: readonly EndedRegistration[];
}

export interface AdminMessage {
  readonly id: number;
  readonly kind: 'contact' | 'error';
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  /** The layer and the view of the map that an error report is about. */
  readonly context: Answers;
  /** ISO 8601. */
  readonly created: string;
  readonly done: Decided | null;
}

export interface AdminAccount extends Person {
  readonly id: number;
  readonly grants: readonly {
    readonly level: string;
    /** ISO 8601; null without an end. */
    readonly until: string | null;
  }[];
  /** ISO 8601. */
  readonly created: string;
  readonly confirmed: boolean;
  readonly suspended: boolean;
  readonly others: readonly EndedRegistration[];
  /** Changes of who is an operator that wait for a second operator. */
  readonly proposals: readonly Proposal[];
}

/** A change that an operator has proposed. */
export interface Proposal {
  readonly change: AccountChange;
  /** The user name of the operator. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The kinds of mails; each has a word `admin.mail-*`. */
const MAIL_KINDS = [
  ...(['registered', 'resend', 'reset', 'changed', 'granted'] as const),
  ...(['refused', 'revoked', 'ended', 'request', 'message'] as const),
] as const;

/** A mail that has not been sent. */
export interface AdminMail {
  readonly id: number;
  readonly kind: (typeof MAIL_KINDS)[number];
  readonly email: string;
  /** ISO 8601. */
  readonly created: string;
  /** The number of attempts. */
  readonly attempts: number;
  /** The time at which the mail was given up, in ISO 8601; null while the server tries it. */
  readonly dropped: string | null;
  /** The error of the last attempt; empty without one. */
  readonly error: string;
}

/** Restricted data that somebody downloaded. */
export interface AdminDownload {
  /** ISO 8601. */
  readonly at: string;
  /** The user name. */
  readonly by: string;
  /** Ids of datasets, separated by commas. */
  readonly datasets: string;
  /** The size of the area in square kilometres; null if it is not known. */
  readonly area: number | null;
  /** Formats of files, separated by commas. */
  readonly formats: string;
}

/** A change of an account. `until` is a day, `YYYY-MM-DD`, or a time in ISO 8601. */
export type AccountChange =
  | {
      readonly action: 'grant';
      readonly level: string;
      readonly until?: string;
      readonly answer?: string;
    }
  | { readonly action: 'revoke'; readonly level: string }
  | { readonly action: 'suspend' | 'restore' };

/** A level that operators grant. */
export interface GrantableLevel {
  readonly id: string;
  readonly name: string;
}

/** The lists of operators. */
export type AdminListName = 'requests' | 'messages' | 'accounts' | 'mails' | 'downloads';

type Values = Readonly<Record<string, unknown>>;

export function listRequests({ caller }: AuthClient): Promise<CallResult<readonly AdminRequest[]>> {
  return caller.read({ method: 'GET', path: '/api/admin/requests/' }, listOf(requestOf));
}

export function listMessages({ caller }: AuthClient): Promise<CallResult<readonly AdminMessage[]>> {
  return caller.read({ method: 'GET', path: '/api/admin/messages/' }, listOf(messageOf));
}

export function listAccounts({ caller }: AuthClient): Promise<CallResult<readonly AdminAccount[]>> {
  return caller.read({ method: 'GET', path: '/api/admin/accounts/' }, listOf(accountOf));
}

export function listMails({ caller }: AuthClient): Promise<CallResult<readonly AdminMail[]>> {
  return caller.read({ method: 'GET', path: '/api/admin/mails/' }, listOf(mailOf));
}

/** Returns the downloads of restricted data, newest first. */
export function listDownloads({
  caller,
}: AuthClient): Promise<CallResult<readonly AdminDownload[]>> {
  return caller.read({ method: 'GET', path: '/api/admin/downloads/' }, listOf(downloadOf));
}

/** Sends a mail again that was given up. */
export function resendMail({ caller }: AuthClient, id: number): Promise<CallResult<null>> {
  return caller.done({ method: 'POST', path: `/api/admin/mails/${id}/`, body: {} });
}

/** Returns the levels that operators grant, with their names in a language. */
export function listLevels(
  { caller }: AuthClient,
  locale: string,
): Promise<CallResult<readonly GrantableLevel[]>> {
  const levelOf = (value: unknown): GrantableLevel | undefined => {
    if (!isObject(value) || typeof value['id'] !== 'string') return undefined;
    const { id, name } = value;
    return { id, name: (isObject(name) && textOf(name[locale])) || id };
  };
  return caller.read({ method: 'GET', path: '/api/admin/levels/' }, listOf(levelOf));
}

/** Grants or refuses a request: `{ decision, until?, answer? }`. */
export function decideRequest(
  { caller }: AuthClient,
  id: number,
  decision: Values,
): Promise<CallResult<null>> {
  return caller.done({ method: 'POST', path: `/api/admin/requests/${id}/`, body: decision });
}

export function closeMessage({ caller }: AuthClient, id: number): Promise<CallResult<null>> {
  return caller.done({ method: 'POST', path: `/api/admin/messages/${id}/`, body: {} });
}

/** Changes an account. Returns whether the change is done or waits for a second operator. */
export function changeAccount(
  { caller }: AuthClient,
  id: number,
  change: AccountChange,
): Promise<CallResult<'done' | 'proposed'>> {
  const call = { method: 'POST', path: `/api/admin/accounts/${id}/`, body: change } as const;
  return caller.read(call, (value) =>
    isObject(value) && value['state'] === 'proposed' ? 'proposed' : 'done',
  );
}

/** Withdraws a change that the operator proposed. */
export function withdrawProposal(
  { caller }: AuthClient,
  id: number,
  change: AccountChange,
): Promise<CallResult<null>> {
  return caller.done({
    method: 'POST',
    path: `/api/admin/accounts/${id}/withdraw/`,
    body: change,
  });
}

/** Returns the address of a list as CSV. */
export function csvPath(list: AdminListName | 'audit'): string {
  return `/api/admin/${list}.csv`;
}

function personOf(value: Values): Person {
  const names = [textOf(value['first_name']), textOf(value['last_name'])];
  return {
    username: textOf(value['username']),
    email: textOf(value['email']),
    name: names.filter((name) => name !== '').join(' '),
    locale: textOf(value['locale']),
  };
}

function requestOf(value: unknown): AdminRequest | undefined {
  if (!isObject(value) || typeof value['id'] !== 'number') return undefined;
  const { id, state } = value;
  if (state !== 'open' && state !== 'granted' && state !== 'refused') return undefined;
  return {
    ...personOf(value),
    id,
    state,
    level: textOf(value['level']),
    reason: textOf(value['reason']),
    fields: answersOf(value['fields']),
    created: textOf(value['created']),
    decided: decidedOf(value['decided'], value['by']),
    answer: textOf(value['answer']),
    others: listOf(endedOf)(value['others']) ?? [],
  };
}

function messageOf(value: unknown): AdminMessage | undefined {
  if (!isObject(value) || typeof value['id'] !== 'number') return undefined;
  return {
    id: value['id'],
    kind: value['kind'] === 'error' ? 'error' : 'contact',
    name: textOf(value['name']),
    email: textOf(value['email']),
    subject: textOf(value['subject']),
    message: textOf(value['message']),
    context: answersOf(value['context']),
    created: textOf(value['created']),
    done: decidedOf(value['done'], value['by']),
  };
}

function accountOf(value: unknown): AdminAccount | undefined {
  if (!isObject(value) || typeof value['id'] !== 'number') return undefined;
  return {
    ...personOf(value),
    id: value['id'],
    grants: listOf(grantOf)(value['grants']) ?? [],
    created: textOf(value['created']),
    confirmed: typeof value['confirmed'] === 'string',
    suspended: typeof value['suspended'] === 'string',
    others: listOf(endedOf)(value['others']) ?? [],
    proposals: listOf(proposalOf)(value['proposals']) ?? [],
  };
}

function proposalOf(value: unknown): Proposal | undefined {
  if (!isObject(value)) return undefined;
  const { action, level, until } = value;
  const own = { by: textOf(value['by']), at: textOf(value['at']) };
  if (action === 'suspend' || action === 'restore') return { ...own, change: { action } };
  if (action === 'revoke') return { ...own, change: { action, level: textOf(level) } };
  if (action !== 'grant') return undefined;
  const end = typeof until === 'string' && { until };
  return { ...own, change: { action, level: textOf(level), ...end } };
}

function mailOf(value: unknown): AdminMail | undefined {
  if (!isObject(value) || typeof value['id'] !== 'number') return undefined;
  const kind = MAIL_KINDS.find((one) => one === value['kind']);
  if (kind === undefined) return undefined;
  const { attempts, dropped } = value;
  return {
    id: value['id'],
    kind,
    email: textOf(value['email']),
    created: textOf(value['created']),
    attempts: typeof attempts === 'number' ? attempts : 0,
    dropped: typeof dropped === 'string' ? dropped : null,
    error: textOf(value['error']),
  };
}

function downloadOf(value: unknown): AdminDownload | undefined {
  if (!isObject(value) || typeof value['at'] !== 'string') return undefined;
  const { at, by, datasets, area, formats } = value;
  return {
    ...{ at, by: textOf(by), datasets: textOf(datasets), formats: textOf(formats) },
    area: typeof area === 'number' ? area : null,
  };
}

function endedOf(value: unknown): EndedRegistration | undefined {
  if (!isObject(value) || typeof value['username'] !== 'string') return undefined;
  return { username: value['username'], created: textOf(value['created']) };
}

function grantOf(value: unknown): AdminAccount['grants'][number] | undefined {
  if (!isObject(value) || typeof value['level'] !== 'string') return undefined;
  const { level, until } = value;
  return { level, until: typeof until === 'string' ? until : null };
}

function decidedOf(at: unknown, by: unknown): Decided | null {
  return typeof at === 'string' ? { at, by: textOf(by) } : null;
}

function answersOf(value: unknown): Answers {
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string | boolean] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'boolean',
    ),
  );
}
