/** Accounts for trying restricted layers on one's own machine, with demonstration data only. */
import { isOwnMachine } from '../access/preview.ts';
import type { AccountRules } from '../access/account-rules.ts';
import type { Settings } from '../config/settings.ts';
import type { AccountStore } from './account-store.ts';
import { grantable } from './decide.ts';
import type { Passwords } from './passwords.ts';
import { randomSecret } from './secrets.ts';

/** Returns whether a server may have accounts of the demonstration, and keep mails in its outbox. */
export function isDemonstration(
  {
    nodeEnv,
    publicUrl,
    trustProxy,
    host,
  }: Pick<Settings, 'nodeEnv' | 'publicUrl' | 'trustProxy' | 'host'>,
  rules: Pick<AccountRules, 'demonstration'>,
): boolean {
  const isHere = nodeEnv === null && publicUrl === null && trustProxy === false;
  return isHere && isOwnMachine(host) && rules.demonstration;
}

/** An account of the demonstration, as it is printed. */
export interface DemonstrationAccount {
  readonly username: string;
  readonly password: string;
}

const PASSWORD_LENGTH = 12;

/** Creates an account for each level above the first and one for an operator, with new passwords. */
export async function createDemonstration(
  {
    store,
    passwords,
    now,
  }: {
    readonly store: AccountStore;
    readonly passwords: Passwords;
    readonly now: () => number;
  },
  { levels, roles, agreement }: Pick<AccountRules, 'levels' | 'roles' | 'agreement'>,
  locale: string,
): Promise<readonly DemonstrationAccount[]> {
  await store.accounts.removeDemonstration();
  const created: DemonstrationAccount[] = [];
  for (const level of [...levels.slice(1).map(({ id }) => id), ...roles]) {
    const username = `demo-${level}`;
    const password = randomSecret(PASSWORD_LENGTH);
    const at = now();
    const account = await store.accounts.add({
      username,
      email: `${username}@demo.invalid`,
      hash: await passwords.hash(password),
      firstName: '',
      lastName: '',
      fields: {},
      agreement,
      locale,
      created: at,
      confirmed: at,
      demonstration: true,
    });
    if (account === null) continue;
    // Every confirmed account has the other levels.
    if (grantable({ levels, roles }).includes(level))
      await store.grants.add({
        account,
        level,
        scope: '',
        until: null,
        by: 'demonstration',
        created: at,
      });
    created.push({ username, password });
  }
  return created;
}
