/** Which levels and roles an account holds at a time. */
import type { AccountRules } from '../access/account-rules.ts';
import type { Asker } from '../access/asker.ts';
import { EVERYWHERE } from '../access/scope.ts';
import { hashOfSight, type Sight } from '../access/sight.ts';
import type { Account, Grant } from './account.ts';
import type { AccountTables } from './account-store.ts';

/** Returns the grants that are valid at a time, everywhere or in places. */
export function valid(grants: readonly Grant[], now: number): readonly Grant[] {
  return grants.filter(({ until }) => until === null || now <= until);
}

/** Returns the grants that are valid everywhere at a time. */
function inForce(grants: readonly Grant[], now: number): readonly Grant[] {
  return valid(grants, now).filter(({ scope }) => scope === EVERYWHERE);
}

/** An account with its grants. */
type Holder = { readonly account: Account; readonly grants: readonly Grant[] };

/**
 * Returns what an account may see at a time. A level in a place counts if it is higher than the one
 * that the account holds everywhere, which must be higher than that of everyone.
 */
export function sightAt(holder: Holder, rules: Pick<AccountRules, 'levels'>, now: number): Sight {
  const { levels } = rules;
  const rank = rankAt(holder, rules, now);
  const higher = new Set(rank > 0 ? levels.slice(rank + 1).map(({ id }) => id) : []);
  const scoped = valid(holder.grants, now).filter(
    ({ scope, level }) => scope !== EVERYWHERE && higher.has(level),
  );
  return {
    everywhere: levels[rank]!.id,
    scoped: scoped.map(({ level, scope }) => ({ level, scope })),
  };
}

/** Returns what the accounts with levels in places may see at a time, each sight once, by its hash. */
export async function sightsAt(
  { accounts, grants }: Pick<AccountTables, 'accounts' | 'grants'>,
  rules: Pick<AccountRules, 'levels'>,
  now: number,
): Promise<readonly Sight[]> {
  const all = await grants.all();
  const scoped = all.filter(({ scope }) => scope !== EVERYWHERE);
  const sights = new Map<string, Sight>();
  for (const id of new Set(scoped.map((grant) => grant.account))) {
    const account = await accounts.byId(id);
    if (!account) continue;
    const own = all.filter((grant) => grant.account === id);
    const sight = sightAt({ account, grants: own }, rules, now);
    if (sight.scoped.length > 0) sights.set(hashOfSight(sight), sight);
  }
  return [...sights.keys()].sort().map((hash) => sights.get(hash)!);
}

/** Returns the visitor that an account is at a time. */
export function visitorAt(
  holder: Holder,
  rules: Pick<AccountRules, 'levels' | 'roles'>,
  now: number,
): Asker {
  return {
    rank: rankAt(holder, rules, now),
    scopes: hashOfSight(sightAt(holder, rules, now)),
    account: true,
    accountId: holder.account.id,
    ...(isOperator(holder.grants, rules, now) && { operator: true }),
  };
}

/** Returns the rank of the highest level that an account holds everywhere at a time. */
export function rankAt(
  { account, grants }: Holder,
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
