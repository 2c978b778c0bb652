import { mkdirSync } from 'node:fs';
import { openAccountStore } from '../../server/accounts/open-account-store.ts';
import { Passwords } from '../../server/accounts/passwords.ts';

interface TestAccount {
  readonly username: string;
  readonly locale: string;
  /** A level beyond those of every confirmed account. */
  readonly level?: string;
  /** The version of the agreement that was accepted. */
  readonly agreement?: string;
}

/** Adds confirmed accounts with one password to the data of a server that does not run yet. */
export async function addAccounts(
  dataDir: string,
  { password, accounts }: { readonly password: string; readonly accounts: readonly TestAccount[] },
): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const store = await openAccountStore({ dataDir });
  const hash = await new Passwords().hash(password);
  const created = Date.now();
  for (const { username, locale, level, agreement = null } of accounts) {
    const account = await store.accounts.add({
      username,
      email: `${username}@example.test`,
      hash,
      firstName: '',
      lastName: '',
      fields: {},
      agreement,
      locale,
      created,
      confirmed: created,
      demonstration: false,
    });
    const grant = { scope: '', until: null, by: 'test', created };
    if (level !== undefined) await store.grants.add({ account: account!, level, ...grant });
  }
  await store.close();
}
