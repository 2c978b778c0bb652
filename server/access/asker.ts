/** Who asks: the rank of the visitor's level, and whether they are logged in at all. */
import type { IncomingHttpHeaders } from 'node:http';

export interface Asker {
  /** Rank of the highest level the visitor holds; 0 for a visitor without an account. */
  readonly rank: number;
  readonly account: boolean;
}

export const ANONYMOUS: Asker = { rank: 0, account: false };

/** Finds out who sends a request. Must give `ANONYMOUS` whenever in doubt. */
export type AskerFrom = (
  request: { readonly headers: IncomingHttpHeaders },
  /** Ids of the levels, lowest first. */
  levels: readonly string[],
) => Asker;

/** Read once, so that nothing that happens later can open the door. */
const UNDER_TEST = process.env.NODE_ENV === 'test';

/**
 * Takes the level from the header `x-atlas-level` when the process was started with
 * `NODE_ENV=test`; everyone is anonymous otherwise, and whoever names an unknown level too.
 */
export const askerFromTestHeader: AskerFrom = ({ headers }, levels) => {
  if (!UNDER_TEST) return ANONYMOUS;
  const rank = levels.findIndex((level) => level === headers['x-atlas-level']);
  return rank > 0 ? { rank, account: true } : ANONYMOUS;
};
