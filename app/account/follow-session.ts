import { reaction } from 'mobx';
import type { AccountStore } from './account-store.ts';

/**
 * Follows the events with which the server reports a change of the session: a granted or lost level,
 * and its end. The connection is open while the visitor is logged in, and is opened again after each
 * login, because the server identifies the visitor when it opens.
 */
export function followSession(account: AccountStore): void {
  let source: EventSource | null = null;
  reaction(
    () => account.loggedIn,
    (loggedIn) => {
      source?.close();
      source = loggedIn ? new EventSource('/atlas/events') : null;
      source?.addEventListener('session', () => void account.recheck());
    },
    { fireImmediately: true },
  );
}
