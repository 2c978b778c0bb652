/** Withdraws the consent to a dataset, and reads which were withdrawn. */
import type { ConsentState } from 'atlas-engine';
import type { AccountStore } from './account-store.ts';
import type { Decider, Withdrawal } from './account.ts';

/** Withdraws the consent to a dataset, with a line of the audit. Returns false if it was before. */
export function withdraw(
  store: Pick<AccountStore, 'transaction'>,
  { dataset, why }: Pick<Withdrawal, 'dataset' | 'why'>,
  { at, by }: Decider,
): Promise<boolean> {
  return store.transaction(async ({ audit, withdrawals }) => {
    if (!(await withdrawals.add({ dataset, at, by, why }))) return false;
    const detail = `${dataset}: ${why}`;
    await audit.add({ at, by, action: 'withdrew consent', account: null, detail });
    return true;
  });
}

/** Removes a withdrawal, with a line of the audit. Returns false if there was none. */
export function undoWithdrawal(
  store: Pick<AccountStore, 'transaction'>,
  { dataset, why }: Pick<Withdrawal, 'dataset' | 'why'>,
  { at, by }: Decider,
): Promise<boolean> {
  return store.transaction(async ({ audit, withdrawals }) => {
    if (!(await withdrawals.remove(dataset))) return false;
    const detail = `${dataset}: ${why}`;
    await audit.add({ at, by, action: 'restored consent', account: null, detail });
    return true;
  });
}

/** Returns what decides which consents have ended at a time. */
export async function consentState(
  { withdrawals }: Pick<AccountStore, 'withdrawals'>,
  now: number,
): Promise<ConsentState> {
  const all = await withdrawals.all();
  return { now, withdrawn: new Map(all.map(({ dataset, at }) => [dataset, at])) };
}
