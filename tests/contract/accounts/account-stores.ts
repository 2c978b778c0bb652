/** The stores of accounts for the contract tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewAccount } from '../../../server/accounts/account.ts';
import type { AccountPlace } from '../../../server/accounts/open-account-store.ts';
import { findPostgres, startCluster } from '../store/postgis.ts';

export interface AccountStorePlace {
  readonly name: string;
  /** The reason why the store cannot be tested on this machine, or null. */
  readonly missing: string | null;
  /** Makes an empty place; `remove` removes it. */
  make(): Promise<{ readonly place: AccountPlace; remove(): Promise<void> }>;
}

const postgres = findPostgres();

export const ACCOUNT_STORES: readonly AccountStorePlace[] = [
  {
    name: 'SQLite',
    missing: null,
    make: async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'atlas-accounts-'));
      return { place: { dataDir }, remove: async () => rmSync(dataDir, { recursive: true }) };
    },
  },
  {
    name: 'PostgreSQL',
    missing: 'missing' in postgres ? postgres.missing : null,
    make: async () => {
      if ('missing' in postgres) throw new Error(postgres.missing);
      const cluster = await startCluster(postgres.bin);
      return { place: { databaseUrl: cluster.databaseUrl }, remove: () => cluster.stop() };
    },
  },
];

/** Returns an empty place inside another: a folder, or a schema of the same database. */
export function anotherPlace(place: AccountPlace, number: number): AccountPlace {
  return 'databaseUrl' in place
    ? { ...place, schema: `other_${number}` }
    : { dataDir: join(place.dataDir, `other-${number}`) };
}

/** An account with a confirmed address; `changes` replaces its parts. */
export function someAccount(changes: Partial<NewAccount> = {}): NewAccount {
  return {
    email: 'mira@example.test',
    username: 'mira',
    hash: 'hash',
    firstName: '',
    lastName: '',
    fields: {},
    agreement: null,
    locale: 'en',
    created: 1_000,
    confirmed: 1_000,
    demonstration: false,
    ...changes,
  };
}
