import { present } from 'atlas-engine/runtime';
import { readSetting } from '../../server/config/settings.ts';
import type { StorePlace } from '../../server/store/open-store.ts';
import type { AccountPlace } from '../../server/accounts/open-account-store.ts';
import type { CommandIo } from '../common/command.ts';

/** Returns the place of the store: `DATABASE_URL`, else the data folder. */
export function placeOf(env: CommandIo['env'], role: 'server' | 'tool'): StorePlace {
  const databaseUrl = readSetting(env, 'databaseUrl');
  if (databaseUrl === null) return { dataDir: readSetting(env, 'dataDir'), role };
  const readUrl = role === 'server' ? readSetting(env, 'databaseReadUrl') : null;
  return present({ databaseUrl, role, readUrl: readUrl ?? undefined });
}

/** Returns the place of the accounts: a database, else a file in the data folder. */
export function accountPlaceOf(env: CommandIo['env']): AccountPlace {
  const databaseUrl = readSetting(env, 'accountsUrl') ?? readSetting(env, 'databaseUrl');
  return databaseUrl === null ? { dataDir: readSetting(env, 'dataDir') } : { databaseUrl };
}
