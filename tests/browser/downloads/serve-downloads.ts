import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openAccountStore } from '../../../server/accounts/open-account-store.ts';
import { Passwords } from '../../../server/accounts/passwords.ts';
import { findPostgres, startCluster } from '../../contract/store/postgis.ts';
import { serveAtlas, type ServedAtlas } from '../serve-atlas.ts';
import { copyShippedStore } from '../shipped-copy.ts';
import { NIGHTLY } from '../../size.ts';

const CONFIG = fileURLToPath(new URL('../../../atlas.config', import.meta.url));

interface TestAccount {
  readonly username: string;
  readonly password: string;
  readonly level: string;
}

/** The account of the tests. */
export const ACCOUNT: TestAccount = {
  username: 'awa',
  password: 'Limba-Ogooue-6!',
  level: 'level-2',
};
/** An account that may not open Explore. */
export const LESSER: TestAccount = {
  username: 'sena',
  password: 'Iroko-Sangha-8?',
  level: 'level-1',
};

/** The shipped atlas with accounts, on a server that can be started again. */
export interface DownloadServer {
  readonly url: string;
  /** Stops the server until `restart`. */
  halt(): Promise<void>;
  /** Stops the server and starts it again at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const postgres = findPostgres();

/** Where the data and the accounts are. PostGIS is nightly: it loads the data again. */
export const PLACES = (NIGHTLY ? (['SQLite', 'PostGIS'] as const) : (['SQLite'] as const)).filter(
  (name) => name === 'SQLite' || 'bin' in postgres,
);

export async function serveDownloads(where: (typeof PLACES)[number]): Promise<DownloadServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-downloads-'));
  const cluster =
    where === 'PostGIS' && 'bin' in postgres ? await startCluster(postgres.bin) : null;
  if (!cluster) copyShippedStore(dataDir);
  const env = cluster ? { DATABASE_URL: cluster.databaseUrl } : {};
  await addAccounts(cluster ? { databaseUrl: cluster.databaseUrl } : { dataDir });
  const start = (port = '0'): Promise<ServedAtlas> =>
    serveAtlas({ config: CONFIG, dataDir, env: { ...env, PORT: port } });
  let atlas: ServedAtlas | null = await start();
  const { url } = atlas;
  const halt = async (): Promise<void> => {
    await atlas?.stop();
    atlas = null;
  };
  return {
    url,
    halt,
    restart: async () => {
      await halt();
      atlas = await start(new URL(url).port);
    },
    stop: async () => {
      await halt();
      await cluster?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function addAccounts(place: Parameters<typeof openAccountStore>[0]): Promise<void> {
  const store = await openAccountStore(place);
  const passwords = new Passwords();
  for (const { username, password, level } of [ACCOUNT, LESSER]) {
    const created = Date.now();
    const account = await store.accounts.add({
      username,
      email: `${username}@example.test`,
      hash: await passwords.hash(password),
      firstName: '',
      lastName: '',
      fields: {},
      agreement: null,
      locale: 'en',
      created,
      confirmed: created,
      demonstration: false,
    });
    await store.grants.add({
      account: account!,
      level,
      scope: '',
      until: null,
      by: 'test',
      created,
    });
  }
  await store.close();
}
