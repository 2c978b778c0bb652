/** Identifies the author of an atlas, who chooses the level whose view the page shows. */
import { ANONYMOUS, type AskerFrom } from '../../access/asker.ts';
import { UNSCOPED } from '../../access/sight.ts';
import { cookieOf } from '../../accounts/credentials.ts';

/** The cookie with which the page of an author names the level whose view they have chosen. */
const LEVEL_COOKIE = 'atlas-author-level';

/**
 * Gives requests the level that their author has chosen; without one, identifies the sender. Only for
 * servers that answer nobody but the author.
 */
export function askerOfAuthor(otherwise: AskerFrom): AskerFrom {
  return (request, levels, rules) => {
    const rank = levels.indexOf(cookieOf(request.headers, LEVEL_COOKIE) ?? '');
    if (rank < 0) return otherwise(request, levels, rules);
    return rank === 0 ? ANONYMOUS : { rank, scopes: UNSCOPED, account: true };
  };
}
