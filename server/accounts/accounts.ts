/** Everything that routes need to know about accounts. */
import type { AskerFrom } from '../access/asker.ts';
import { ANONYMOUS } from '../access/asker.ts';
import { isAskedHere } from '../http/site.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { AccountLimits } from './account-limits.ts';
import type { AccountStore } from './account-store.ts';
import { credentialsOf } from './credentials.ts';
import type { Passwords } from './passwords.ts';
import { visitorAt } from './ranks.ts';
import type { LoggedIn, SessionReader } from './session-reader.ts';

export interface Accounts {
  readonly store: AccountStore;
  readonly sessions: SessionReader;
  readonly passwords: Passwords;
  readonly limits: AccountLimits;
  readonly now: () => number;
  /** Sends the mails that were added to the store, after the answer. */
  readonly sendMails: () => void;
  /** How mails are sent; `off` also switches registration off. */
  readonly mailing: 'smtp' | 'outbox' | 'off';
  /** The mails of a demonstration; null if mails are sent, or cannot be. */
  readonly outbox: Outbox | null;
  /** Where messages of visitors are announced; null for nowhere. */
  readonly contactEmail: string | null;
}

/** Returns whether a session may be used by a request: an account of the demonstration only here. */
export function isUsable(
  { account }: LoggedIn,
  headers: Parameters<AskerFrom>[0]['headers'],
): boolean {
  return !account.demonstration || isAskedHere(headers);
}

/**
 * Identifies visitors by their session or key. Visitors are anonymous while the database does not
 * answer: the public map keeps working.
 */
export function askerFromSession({ sessions, now }: Accounts): AskerFrom {
  return async ({ headers }, _levels, rules) => {
    const credentials = credentialsOf(headers);
    if (!credentials) return ANONYMOUS;
    const found = await sessions.find(credentials).catch(() => null);
    return found && isUsable(found, headers) ? visitorAt(found, rules, now()) : ANONYMOUS;
  };
}
