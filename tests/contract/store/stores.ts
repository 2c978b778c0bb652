/** The stores of the contract tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { findPostgres, startCluster } from './postgis.ts';

export interface TestStore {
  readonly name: string;
  /** The reason why the store cannot be tested on this machine, or null. */
  readonly missing: string | null;
  /** Opens an empty store; `close` also removes it. */
  open(): Promise<{ store: Store; close: () => Promise<void> }>;
}

const postgres = findPostgres();

export const TEST_STORES: readonly TestStore[] = [
  {
    name: 'SQLite',
    missing: null,
    open: async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'atlas-store-'));
      const store = await openStore({ dataDir, role: 'server' });
      return {
        store,
        close: async () => {
          await store.close();
          rmSync(dataDir, { recursive: true });
        },
      };
    },
  },
  {
    name: 'PostGIS',
    missing: 'missing' in postgres ? postgres.missing : null,
    open: async () => {
      if ('missing' in postgres) throw new Error(postgres.missing);
      const cluster = await startCluster(postgres.bin);
      const store = await openStore({ databaseUrl: cluster.databaseUrl });
      return {
        store,
        close: async () => {
          await store.close();
          await cluster.stop();
        },
      };
    },
  },
];
