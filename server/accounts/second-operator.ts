/**
 * Two operators decide together who is an operator: one proposes a change, another one makes the same
 * change and so agrees. A proposal is a line of the audit; the operator who made it may withdraw it.
 */
import { groupBy } from 'atlas-engine/runtime';
import { EVERYWHERE } from '../access/scope.ts';
import type { AccountRules } from '../access/account-rules.ts';
import type { Account, AuditLine, Decider } from './account.ts';
import type { AccountTables } from './account-store.ts';
import { isOperator } from './ranks.ts';

/** A change of the access of an account. */
export interface AccessChange {
  readonly action: 'grant' | 'revoke' | 'suspend' | 'restore';
  /** The level or role of a grant or its end; empty for the others. */
  readonly level: string;
  /** Where a level is granted or revoked; everywhere for roles, and for the other changes. */
  readonly scope: string;
  /** The time until which a grant is valid, in milliseconds; null for no end. */
  readonly until: number | null;
}

/** A change that waits for a second operator. */
export interface ProposedChange extends AccessChange {
  readonly by: string;
  readonly at: number;
}

type OperatorRules = Pick<AccountRules, 'levels' | 'roles'>;

/** Milliseconds in which a second operator may agree. */
const PROPOSAL_MS = 7 * 86_400_000;
/** The actions in the audit that end the proposals before them. */
const DECISIONS = ['granted', 'revoked', 'suspended', 'restored', 'ended'];

/**
 * Returns what becomes of a change: `agreed` if it takes effect, `proposed` if it now waits for a
 * second operator, `alone` if there is none. A change of an account that is not about operators
 * takes effect.
 */
export async function agree(
  tables: AccountTables,
  { account, change }: { readonly account: Account; readonly change: AccessChange },
  rules: OperatorRules,
  { by, at }: Decider,
): Promise<'agreed' | 'proposed' | 'alone'> {
  const { grants, audit } = tables;
  const isAbout =
    change.level === ''
      ? isOperator(await grants.ofAccount(account.id), rules, at)
      : rules.roles.includes(change.level);
  if (!isAbout) return 'agreed';
  const seconds = (await operators(tables, rules, at)).filter(
    (name) => name !== by && name !== account.username,
  );
  const detail = textOf(change);
  const waiting = proposalsIn(await audit.ofAccount(account.id), at);
  if (waiting.some((one) => seconds.includes(one.by) && textOf(one) === detail)) return 'agreed';
  if (seconds.length === 0) return 'alone';
  if (!waiting.some((one) => one.by === by && textOf(one) === detail))
    await audit.add({ at, by, action: 'proposed', account: account.id, detail });
  return 'proposed';
}

/** Returns the proposals that wait at a time. `lines` are those of an account, newest first. */
export function proposalsIn(lines: readonly AuditLine[], at: number): readonly ProposedChange[] {
  const end = lines.findIndex(({ action }) => DECISIONS.includes(action));
  const withdrawn = new Set<string>();
  return (end === -1 ? lines : lines.slice(0, end)).flatMap((line) => {
    const own = `${line.by} ${line.detail}`;
    if (line.action === 'withdrawn') withdrawn.add(own);
    return line.action === 'proposed' && !withdrawn.has(own) && at - line.at <= PROPOSAL_MS
      ? [{ ...changeOf(line.detail), by: line.by, at: line.at }]
      : [];
  });
}

/** Withdraws a proposal of the decider. Returns false if it does not wait, or is of somebody else. */
export async function withdraw(
  { audit }: Pick<AccountTables, 'audit'>,
  account: number,
  change: AccessChange,
  { by, at }: Decider,
): Promise<boolean> {
  const detail = textOf(change);
  const waiting = proposalsIn(await audit.ofAccount(account), at);
  if (!waiting.some((one) => one.by === by && textOf(one) === detail)) return false;
  await audit.add({ at, by, action: 'withdrawn', account, detail });
  return true;
}

/** Returns the user names of the operators who can log in. */
async function operators(
  { accounts, grants }: AccountTables,
  rules: OperatorRules,
  at: number,
): Promise<readonly string[]> {
  const held = groupBy(await grants.all(), ({ account }) => account);
  return (await accounts.all())
    .filter(({ confirmed, suspended }) => confirmed !== null && suspended === null)
    .filter(({ id }) => isOperator(held.get(id) ?? [], rules, at))
    .map(({ username }) => username);
}

/** Returns a text such as `grant operator 1800000000000` or `suspend`. */
function textOf({ action, level, until }: AccessChange): string {
  return [action, level, until ?? ''].join(' ').trim();
}

function changeOf(text: string): AccessChange {
  const [action = '', level = '', until] = text.split(' ');
  return {
    action: action as AccessChange['action'],
    level,
    scope: EVERYWHERE,
    until: until === undefined ? null : Number(until),
  };
}
