/** The visitor who sends a request: what they may see, and whether they are logged in. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AccountRules } from './account-rules.ts';
import { UNSCOPED } from './sight.ts';

export interface Asker {
  /** Rank of the highest level the visitor holds everywhere; 0 for a visitor without an account. */
  readonly rank: number;
  /**
   * The hash of the levels that they hold in places only (`hashOfSight`). It chooses the snapshot from
   * which they are answered, in which these levels count as the level that they hold everywhere.
   */
  readonly scopes: string;
  readonly account: boolean;
  /** The id of the account; absent where the level comes from elsewhere than a session. */
  readonly accountId?: number;
  /** True for an account with a role. Roles open the screens of operators, and no data. */
  readonly operator?: true;
}

export const ANONYMOUS: Asker = { rank: 0, scopes: UNSCOPED, account: false };

/** Identifies the sender of a request. Must return `ANONYMOUS` if there is any doubt. */
export type AskerFrom = (
  request: { readonly headers: IncomingHttpHeaders },
  /** Ids of the levels, lowest first. */
  levels: readonly string[],
  rules: AccountRules,
) => Asker | Promise<Asker>;

/**
 * Whether the test header is read. The environment is read once at start, so that nothing can
 * enable the header later.
 */
const UNDER_TEST = process.env.NODE_ENV === 'test';

/**
 * Takes the level from the header `x-atlas-level` if the process was started with `NODE_ENV=test`.
 * Otherwise, and for an unknown level, the visitor is anonymous.
 */
export const askerFromTestHeader = (
  { headers }: { readonly headers: IncomingHttpHeaders },
  levels: readonly string[],
): Asker => {
  if (!UNDER_TEST) return ANONYMOUS;
  const rank = levels.findIndex((level) => level === headers['x-atlas-level']);
  return rank > 0 ? { rank, scopes: UNSCOPED, account: true } : ANONYMOUS;
};
