/** Knows which consents have been withdrawn, also while the database of the accounts does not answer. */
import type { ConsentState } from 'atlas-engine';
import type { AccountStore } from '../../server/accounts/account-store.ts';
import { consentState } from '../../server/accounts/consents.ts';

export class ConsentWatch {
  readonly #store: Pick<AccountStore, 'withdrawals'>;
  readonly #now: () => number;
  #last: ConsentState | null = null;

  constructor(store: Pick<AccountStore, 'withdrawals'>, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Returns what decides now which consents have ended. If the database does not answer, these are the
   * withdrawals that were read last; rejects if none were.
   */
  async state(): Promise<ConsentState> {
    const now = this.#now();
    try {
      this.#last = await consentState(this.#store, now);
    } catch (error) {
      if (this.#last === null) throw error;
      this.#last = { ...this.#last, now };
    }
    return this.#last;
  }
}
