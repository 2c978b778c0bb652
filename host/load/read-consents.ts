import type { ConsentState } from 'atlas-engine';
import { consentState } from '../../server/accounts/consents.ts';
import { hasAccounts, openAccountStore } from '../../server/accounts/open-account-store.ts';
import type { Environment } from '../../server/config/settings.ts';
import { accountPlaceOf } from './store-place.ts';

/**
 * Returns what decides now which consents have ended. Nothing is withdrawn where no server has run yet.
 * Throws `AccountsUnavailable`.
 */
export async function readConsents(env: Environment): Promise<ConsentState> {
  const now = Date.now();
  const place = accountPlaceOf(env);
  if (!(await hasAccounts(place))) return { now, withdrawn: new Map() };
  const store = await openAccountStore(place);
  try {
    return await consentState(store, now);
  } finally {
    await store.close();
  }
}
