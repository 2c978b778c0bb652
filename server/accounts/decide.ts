/** What operators decide: grants, refusals, suspensions. Each leaves a line in the audit. */
import { EVERYWHERE } from '../access/scope.ts';
import type { AccountRules } from '../access/account-rules.ts';
import { grantDetail } from './access-events.ts';
import type { Account, AccessRequest, Decider } from './account.ts';
import type { AccountStore, AccountTables } from './account-store.ts';
import { agree, withdraw, type AccessChange } from './second-operator.ts';

export interface GrantDecision {
  /** The id of a level that operators grant, or of a role. */
  readonly level: string;
  /** Where it is valid (`scopeText`); `EVERYWHERE` for a role. */
  readonly scope: string;
  /** The time until which it is valid, included; null for no end. */
  readonly until: number | null;
  /** A sentence for the person; empty for none. */
  readonly answer: string;
}

/** Returns the levels and roles that an operator may give. */
export function grantable({
  levels,
  roles,
}: Pick<AccountRules, 'levels' | 'roles'>): readonly string[] {
  const given = levels.filter(({ granted }) => granted === 'by-operator');
  return [...given.map(({ id }) => id), ...roles];
}

/** Grants a level or a role to an account, and informs its owner. */
export function grant(
  store: AccountStore,
  account: Account,
  decision: GrantDecision,
  decider: Decider,
): Promise<void> {
  return store.transaction((tables) => addGrant(tables, account, decision, decider));
}

async function addGrant(
  { grants, mails, audit }: AccountTables,
  { id, email, locale }: Account,
  { level, scope, until, answer }: GrantDecision,
  { by, at }: Decider,
): Promise<void> {
  await grants.add({ account: id, level, scope, until, by, created: at });
  const values = { level, scope, until: until === null ? '' : String(until), answer };
  await mails.add({ kind: 'granted', email, locale, values, created: at });
  const detail = grantDetail({ level, scope, until });
  await audit.add({ at, by, action: 'granted', account: id, detail });
}

/**
 * Takes a level or a role from an account, everywhere and in all places, and informs its owner. Returns false if the account does
 * not hold it.
 */
export function revoke(
  store: AccountStore,
  account: Account,
  level: string,
  decider: Decider,
): Promise<boolean> {
  return store.transaction((tables) => removeGrant(tables, account, { level }, decider));
}

async function removeGrant(
  { grants, mails, audit }: AccountTables,
  { id, email, locale }: Account,
  { level, scope }: { readonly level: string; readonly scope?: string },
  { by, at }: Decider,
): Promise<boolean> {
  const isHeld = await grants.remove(id, level, scope);
  if (!isHeld) return false;
  const place = scope ?? EVERYWHERE;
  await mails.add({
    kind: 'revoked',
    email,
    locale,
    values: { level, scope: place },
    created: at,
  });
  const detail = grantDetail({ level, scope: place, until: null });
  await audit.add({ at, by, action: 'revoked', account: id, detail });
  return true;
}

/**
 * Removes the grants that ended before a time, and informs the owners of their accounts. Several
 * processes may call it: each grant is removed once. Returns their number.
 */
export function endGrants(store: AccountStore, at: number): Promise<number> {
  return store.transaction(async ({ accounts, grants, mails, audit }) => {
    const ended = await grants.removeEnded(at);
    for (const { account: id, level, scope } of ended) {
      const { email, locale } = (await accounts.byId(id))!;
      await mails.add({ kind: 'ended', email, locale, values: { level, scope }, created: at });
      const detail = grantDetail({ level, scope, until: null });
      await audit.add({ at, by: 'server', action: 'ended', account: id, detail });
    }
    return ended.length;
  });
}

/** Suspends an account, which also ends its sessions, or ends its suspension. */
export function suspend(
  store: AccountStore,
  account: Account,
  suspended: boolean,
  decider: Decider,
): Promise<void> {
  return store.transaction((tables) => setSuspended(tables, account, suspended, decider));
}

async function setSuspended(
  { accounts, sessions, audit }: AccountTables,
  { id }: Account,
  suspended: boolean,
  { by, at }: Decider,
): Promise<void> {
  await accounts.setSuspended(id, suspended ? at : null);
  if (suspended) await sessions.removeAll(id);
  const action = suspended ? 'suspended' : 'restored';
  await audit.add({ at, by, action, account: id, detail: '' });
}

/** A change by an operator, with a sentence for the person; empty for none. */
export interface WantedChange {
  readonly account: Account;
  readonly change: AccessChange;
  readonly answer: string;
}

/**
 * Makes a change, or proposes it to a second operator if it is about operators. Returns `done`,
 * `proposed`, `alone` if there is no second operator, or `not-held` if the account does not hold the
 * level that is revoked, or not there.
 */
export function changeAccess(
  store: AccountStore,
  { account, change, answer }: WantedChange,
  rules: Pick<AccountRules, 'levels' | 'roles'>,
  decider: Decider,
): Promise<'done' | 'proposed' | 'alone' | 'not-held'> {
  return store.transaction(async (tables) => {
    const { action, level, scope, until } = change;
    const held = await tables.grants.ofAccount(account.id);
    const isHeld = held.some((one) => one.level === level && one.scope === scope);
    if (action === 'revoke' && !isHeld) return 'not-held';
    const agreement = await agree(tables, { account, change }, rules, decider);
    if (agreement !== 'agreed') return agreement;
    if (action === 'grant')
      await addGrant(tables, account, { level, scope, until, answer }, decider);
    else if (action === 'revoke') await removeGrant(tables, account, { level, scope }, decider);
    else await setSuspended(tables, account, action === 'suspend', decider);
    return 'done';
  });
}

/** Withdraws a proposal. Returns false if the decider has no such proposal that waits. */
export function withdrawProposal(
  store: AccountStore,
  account: Account,
  change: AccessChange,
  decider: Decider,
): Promise<boolean> {
  return store.transaction((tables) => withdraw(tables, account.id, change, decider));
}

/** Grants what a request asks for. Returns null if the request is not open. */
export function grantRequest(
  store: AccountStore,
  id: number,
  { scope, until, answer }: Omit<GrantDecision, 'level'>,
  decider: Decider,
): Promise<AccessRequest | null> {
  return store.transaction(async (tables) => {
    const { at: decided, by } = decider;
    const request = await tables.requests.decide(id, { state: 'granted', decided, by, answer });
    const account = request && (await tables.accounts.byId(request.account));
    if (!account) return null;
    await addGrant(tables, account, { level: request.level, scope, until, answer }, decider);
    return request;
  });
}

/** Refuses a request with a reason. Returns null if the request is not open. */
export function refuseRequest(
  store: AccountStore,
  id: number,
  answer: string,
  { by, at }: Decider,
): Promise<AccessRequest | null> {
  return store.transaction(async ({ requests, accounts, mails, audit }) => {
    const request = await requests.decide(id, { state: 'refused', decided: at, by, answer });
    const account = request && (await accounts.byId(request.account));
    if (!account) return null;
    const { level } = request;
    const { email, locale } = account;
    await mails.add({ kind: 'refused', email, locale, values: { level, answer }, created: at });
    await audit.add({ at, by, action: 'refused', account: account.id, detail: level });
    return request;
  });
}

/**
 * Marks a message as done, and sends the answer to the address that the visitor wrote, if there is
 * one. Returns false if the message is not open.
 */
export function closeMessage(
  store: AccountStore,
  id: number,
  answer: string,
  { by, at }: Decider,
): Promise<boolean> {
  return store.transaction(async ({ messages, mails }) => {
    const closed = await messages.close(id, { by, at, answer });
    if (closed && answer !== '') {
      const { account, email, locale, subject, message } = closed;
      const values = { account: String(account ?? ''), subject, message, answer };
      await mails.add({ kind: 'answered', email, locale, values, created: at });
    }
    return closed !== null;
  });
}

/** Lets a mail be sent again that was given up. Returns false if there is no such mail. */
export function resend(store: AccountStore, id: number, { by, at }: Decider): Promise<boolean> {
  return store.transaction(async ({ mails, audit }) => {
    const isGivenUp = await mails.retry(id, at);
    if (isGivenUp)
      await audit.add({ at, by, action: 'mail sent again', account: null, detail: '' });
    return isGivenUp;
  });
}
