/** The calls of operators. They are loaded with the first screen of operators. */
import {
  adminAccounts,
  adminDownloads,
  adminMails,
  adminMessages,
  adminRequests,
  changedAccount,
  grantableLevels,
  MAIL_KINDS,
  type AccountChange,
  type AdminAccountAnswer,
  type AdminDownloadAnswer,
  type AdminMailAnswer,
  type AdminMessageAnswer,
  type AdminRequestAnswer,
  type ChangedAccount,
  type DecisionRequest,
  type MailKind,
  type MessageClosing,
  type ProposalAnswer,
  waitingWork,
  type Shape,
  type WaitingWork,
} from 'atlas-engine/http';
import type { Outcome } from '../net/http-client.ts';
import { mapped } from './account-caller.ts';
import type { AuthClient } from './auth-client.ts';

/** The first and last name as one text; empty without them. */
interface Named {
  readonly name: string;
}

/** What an operator did, and when, in ISO 8601. */
export interface Decided {
  readonly at: string;
  /** The user name of the operator. */
  readonly by: string;
}

export type AdminRequest = Omit<
  AdminRequestAnswer,
  'first_name' | 'last_name' | 'decided' | 'by'
> & { readonly decided: Decided | null } & Named;

export type AdminMessage = Omit<AdminMessageAnswer, 'done' | 'by'> & {
  readonly done: Decided | null;
};

export type AdminAccount = Omit<
  AdminAccountAnswer,
  'first_name' | 'last_name' | 'confirmed' | 'suspended' | 'proposals'
> & {
  readonly confirmed: boolean;
  readonly suspended: boolean;
  /** Changes of who is an operator that wait for a second operator. */
  readonly proposals: readonly Proposal[];
} & Named;

/** A change that an operator has proposed. */
export interface Proposal {
  readonly change: AccountChange;
  /** The user name of the operator. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A mail that has not been sent. Each kind has a word `admin.mail-*`. */
export type AdminMail = AdminMailAnswer & { readonly kind: MailKind };

/** A level that operators grant. */
export interface GrantableLevel {
  readonly id: string;
  readonly name: string;
  /** The names of the layers that it opens. */
  readonly opens: readonly string[];
}

/** The lists of operators. */
export type AdminListName = 'requests' | 'messages' | 'accounts' | 'mails' | 'downloads';

/** Requests a list, and changes its entries. */
async function listOf<Entry, Shown>(
  { caller }: AuthClient,
  path: string,
  answer: Shape<readonly Entry[]>,
  shown: (entry: Entry) => Shown | undefined,
): Promise<Outcome<readonly Shown[]>> {
  const outcome = await caller.read(`/api/admin/${path}/`, answer);
  return mapped(outcome, (entries) => entries.flatMap((entry) => shown(entry) ?? []));
}

export function listRequests(client: AuthClient): Promise<Outcome<readonly AdminRequest[]>> {
  return listOf(client, 'requests', adminRequests, (entry) => {
    const { decided, by, ...request } = withName(entry);
    return { ...request, decided: decidedOf(decided, by) };
  });
}

export function listMessages(client: AuthClient): Promise<Outcome<readonly AdminMessage[]>> {
  return listOf(client, 'messages', adminMessages, ({ done, by, ...message }) => ({
    ...message,
    done: decidedOf(done, by),
  }));
}

export function listAccounts(client: AuthClient): Promise<Outcome<readonly AdminAccount[]>> {
  return listOf(client, 'accounts', adminAccounts, (entry) => {
    const { confirmed, suspended, proposals, ...account } = withName(entry);
    return {
      ...account,
      confirmed: confirmed !== null,
      suspended: suspended !== null,
      proposals: proposals.map(proposalOf),
    };
  });
}

/** Returns the mails that have not been sent, without those of a kind that this page does not know. */
export function listMails(client: AuthClient): Promise<Outcome<readonly AdminMail[]>> {
  return listOf(client, 'mails', adminMails, (mail) => {
    const kind = MAIL_KINDS.find((one) => one === mail.kind);
    return kind && { ...mail, kind };
  });
}

/** Returns the downloads of restricted data, newest first. */
export function listDownloads(
  client: AuthClient,
): Promise<Outcome<readonly AdminDownloadAnswer[]>> {
  return listOf(client, 'downloads', adminDownloads, (download) => download);
}

/** Returns the levels that operators grant, with their layers, in a language. */
export function listLevels(
  client: AuthClient,
  locale: string,
): Promise<Outcome<readonly GrantableLevel[]>> {
  return listOf(client, 'levels', grantableLevels, ({ id, name, opens }) => ({
    id,
    name: name[locale] || id,
    opens: opens.flatMap((layer) => layer[locale] || []),
  }));
}

/** Counts the requests and the messages that wait for an operator. */
export function countWaiting({ caller }: AuthClient): Promise<Outcome<WaitingWork>> {
  return caller.read('/api/admin/waiting/', waitingWork);
}

/** Sends a mail again that was given up. */
export function resendMail({ caller }: AuthClient, id: number): Promise<Outcome<null>> {
  return caller.done(`/api/admin/mails/${id}/`, { body: {} });
}

/** Grants or refuses a request. */
export function decideRequest(
  { caller }: AuthClient,
  id: number,
  decision: DecisionRequest,
): Promise<Outcome<null>> {
  return caller.done(`/api/admin/requests/${id}/`, { body: decision });
}

/** Marks a message as done, with an answer or without one. */
export function closeMessage(
  { caller }: AuthClient,
  id: number,
  closing: MessageClosing,
): Promise<Outcome<null>> {
  return caller.done(`/api/admin/messages/${id}/`, { body: closing });
}

/** Changes an account. Returns whether the change is done or waits for a second operator. */
export async function changeAccount(
  { caller }: AuthClient,
  id: number,
  change: AccountChange,
): Promise<Outcome<ChangedAccount['state']>> {
  const path = `/api/admin/accounts/${id}/`;
  return mapped(await caller.read(path, changedAccount, { body: change }), ({ state }) => state);
}

/** Withdraws a change that the operator proposed. */
export function withdrawProposal(
  { caller }: AuthClient,
  id: number,
  change: AccountChange,
): Promise<Outcome<null>> {
  return caller.done(`/api/admin/accounts/${id}/withdraw/`, { body: change });
}

/** Returns the address of a list as CSV. */
export function csvPath(list: AdminListName | 'audit'): string {
  return `/api/admin/${list}.csv`;
}

/** Replaces the two names of a person by one text. */
function withName<Person extends Pick<AdminAccountAnswer, 'first_name' | 'last_name'>>({
  first_name,
  last_name,
  ...person
}: Person): Omit<Person, 'first_name' | 'last_name'> & Named {
  return { ...person, name: [first_name, last_name].filter((name) => name !== '').join(' ') };
}

function proposalOf({ action, level, until, by, at }: ProposalAnswer): Proposal {
  const own = { by, at };
  if (action === 'suspend' || action === 'restore') return { ...own, change: { action } };
  if (action === 'revoke') return { ...own, change: { action, level } };
  return { ...own, change: { action, level, ...(until !== null && { until }) } };
}

function decidedOf(at: string | null, by: string | null): Decided | null {
  return at === null ? null : { at, by: by ?? '' };
}
