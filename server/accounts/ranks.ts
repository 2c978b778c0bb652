/** Which levels and roles an account holds at a time. */
import type { AccountRules } from '../access/account-rules.ts';
import type { Account, Grant } from './account.ts';

/** Returns the grants that are valid everywhere at a time. */
function inForce(grants: readonly Grant[], now: number): readonly Grant[] {
  return grants.filter(({ scope, until }) => scope === '' && (until === null || now <= until));
}

/** Returns the rank of the highest level that an account holds at a time. */
export function rankAt(
  { account, grants }: { readonly account: Account; readonly grants: readonly Grant[] },
  { levels }: Pick<AccountRules, 'levels'>,
  now: number,
): number {
  if (account.confirmed === null || account.suspended !== null) return 0;
  const given = new Set(inForce(grants, now).map(({ level }) => level));
  return levels.findLastIndex(
    ({ id, granted }, rank) => rank === 0 || granted === 'on-confirmation' || given.has(id),
  );
}

/** Returns the levels and roles that were granted and are valid at a time, without the first level. */
export function groupsAt(
  grants: readonly Grant[],
  { levels, roles }: Pick<AccountRules, 'levels' | 'roles'>,
  now: number,
): readonly string[] {
  const given = new Set(inForce(grants, now).map(({ level }) => level));
  const known = [...levels.slice(1).map(({ id }) => id), ...roles];
  return known.filter((id) => given.has(id));
}

/** Returns whether an account is an operator: it has a role. Roles see no data. */
export function isOperator(
  grants: readonly Grant[],
  rules: Pick<AccountRules, 'levels' | 'roles'>,
  now: number,
): boolean {
  return groupsAt(grants, rules, now).some((id) => rules.roles.includes(id));
}

/** Returns the highest level that operators grant; empty if there is none. */
export function highest({ levels }: Pick<AccountRules, 'levels'>): string {
  return levels.findLast(({ granted }) => granted === 'by-operator')?.id ?? '';
}
