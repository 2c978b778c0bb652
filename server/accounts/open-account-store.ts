import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountStore, AccountTables } from './account-store.ts';
import { accountTable } from './store/account-table.ts';
import { auditTable } from './store/audit-table.ts';
import { changeCount } from './store/change-count.ts';
import { downloadTable } from './store/download-table.ts';
import { grantTable } from './store/grant-table.ts';
import { keyTable } from './store/key-table.ts';
import { mailTable } from './store/mail-table.ts';
import { messageTable } from './store/message-table.ts';
import { migrate } from './store/migrations.ts';
import { requestTable } from './store/request-table.ts';
import { sessionTable } from './store/session-table.ts';
import type { Sql, SqlDatabase } from './store/sql.ts';
import { withdrawalTable } from './store/withdrawal-table.ts';

/** Where accounts are kept: in a file of a folder, or in a schema of a PostgreSQL database. */
export type AccountPlace =
  { readonly dataDir: string } | { readonly databaseUrl: string; readonly schema?: string };

/** Name of the file in the data folder. */
const ACCOUNTS_FILE = 'accounts.sqlite';

/** A schema of its own, because a restore of the data replaces theirs. */
const SCHEMA = 'atlas_accounts';

/** Returns whether there may be accounts at a place: there are none without their file. */
export async function hasAccounts(place: AccountPlace): Promise<boolean> {
  if ('databaseUrl' in place) return true;
  const file = await stat(join(place.dataDir, ACCOUNTS_FILE)).catch(() => null);
  return file !== null;
}

/** Opens the accounts, and creates or migrates their tables. Throws `AccountsTooNew`. */
export async function openAccountStore(place: AccountPlace): Promise<AccountStore> {
  return accountStoreOf(await openAccountDatabase(place));
}

/** Opens the database of the accounts, and creates or migrates its tables. Throws `AccountsTooNew`. */
export async function openAccountDatabase(place: AccountPlace): Promise<SqlDatabase> {
  const database = await openDatabase(place);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Returns the accounts in a database whose tables have been migrated. */
export function accountStoreOf(database: SqlDatabase): AccountStore {
  return {
    ...tablesOf(database),
    changes: () => changeCount(database),
    transaction: (work) => database.transaction((sql) => work(tablesOf(sql))),
    close: () => database.close(),
  };
}

async function openDatabase(place: AccountPlace): Promise<SqlDatabase> {
  if ('databaseUrl' in place) {
    const { openPostgres } = await import('./store/postgres-database.ts');
    return openPostgres(place.databaseUrl, place.schema ?? SCHEMA);
  }
  const { openSqlite } = await import('./store/sqlite-database.ts');
  return openSqlite(join(place.dataDir, ACCOUNTS_FILE));
}

function tablesOf(sql: Sql): AccountTables {
  return {
    accounts: accountTable(sql),
    sessions: sessionTable(sql),
    keys: keyTable(sql),
    grants: grantTable(sql),
    requests: requestTable(sql),
    messages: messageTable(sql),
    mails: mailTable(sql),
    audit: auditTable(sql),
    downloads: downloadTable(sql),
    withdrawals: withdrawalTable(sql),
  };
}
