/** A server with accounts, whose mails arrive at a loopback SMTP server and whose clock can be set. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AccountRules } from '../../../server/access/account-rules.ts';
import type { AtlasSnapshot } from '../../../server/access/atlas-snapshot.ts';
import { createAccountLimits } from '../../../server/accounts/account-limits.ts';
import type { AccountStore } from '../../../server/accounts/account-store.ts';
import type { AccountPlace } from '../../../server/accounts/open-account-store.ts';
import { openAccounts, type OpenAccounts } from '../../../server/accounts/open-accounts.ts';
import { readSettings, type Environment } from '../../../server/config/settings.ts';
import { createLogger } from '../../../server/http/log.ts';
import { createServer } from '../../../server/serving/create-server.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot } from '../server/fixture.ts';
import { startMailServer, type MailServer } from './mail-server.ts';

export interface AccountSite {
  readonly app: FastifyInstance;
  readonly opened: OpenAccounts;
  readonly mail: MailServer;
  readonly snapshot: AtlasSnapshot;
  /** The time of the server in milliseconds; tests set it. */
  readonly clock: { now: number };
  /** Everything that the server has logged. */
  readonly log: () => string;
  /** Waits until all mails have been sent. */
  mailed(): Promise<void>;
  close(): Promise<void>;
}

export interface SiteOptions {
  readonly place?: AccountPlace;
  /** The accounts, in place of those at `place`. */
  readonly store?: AccountStore;
  readonly env?: Environment;
  /** Replaces parts of what the configuration says about accounts. */
  readonly rules?: Partial<AccountRules>;
  /** The forms of the configuration; none by default. */
  readonly forms?: AtlasSnapshot['forms'];
  /** If true, requests of one address and mails to one address are not limited. */
  readonly unlimited?: boolean;
}

const MANY = { most: 100_000, period: 1 };

/** The public address of the site. */
export const SITE = 'https://atlas.example.test';

export async function startAccountSite(options: SiteOptions = {}): Promise<AccountSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-accounts-'));
  const configDir = makeConfigFolder();
  const appDir = makeAppFolder();
  const mail = await startMailServer();
  const clock = { now: Date.parse('2026-11-22T12:00:00Z') };
  const base = await makeSnapshot(configDir);
  const accounts = { ...base.accounts, ...options.rules };
  const snapshot = { ...base, accounts, forms: options.forms ?? base.forms };
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const env = { PUBLIC_URL: SITE, SMTP_URL: mail.url, ATLAS_DATA_DIR: dataDir, ...options.env };
  const names = ['registration', 'reset', 'contact', 'reply', 'request', 'mail', 'links'] as const;
  const opened = await openAccounts({
    place: options.place ?? { dataDir },
    ...(options.store && { store: options.store }),
    settings: readSettings(env),
    snapshot: () => snapshot,
    site: () => env.PUBLIC_URL || 'http://localhost',
    logger,
    now: () => clock.now,
    limits: createAccountLimits(
      options.unlimited ? Object.fromEntries(names.map((name) => [name, MANY])) : {},
    ),
  });
  const app = await createServer({
    snapshot,
    store: new FixtureStore(),
    appDir,
    logger,
    accounts: opened.accounts,
    publicUrl: env.PUBLIC_URL || null,
  });
  await app.ready();
  opened.start();
  return {
    app,
    opened,
    mail,
    snapshot,
    clock,
    log: () => lines.join(''),
    mailed: () => opened.mails?.settled() ?? Promise.resolve(),
    close: async () => {
      await app.close();
      await opened.close();
      await mail.stop();
      for (const folder of [dataDir, configDir, appDir]) rmSync(folder, { recursive: true });
    },
  };
}

/** Adds a confirmed account with a password, without mails. */
export async function addUser(
  { opened: { accounts }, clock }: Pick<AccountSite, 'opened' | 'clock'>,
  username: string,
  password: string,
): Promise<number> {
  const id = await accounts.store.accounts.add({
    username,
    email: `${username}@example.test`,
    hash: await accounts.passwords.hash(password),
    firstName: '',
    lastName: '',
    fields: {},
    agreement: null,
    locale: 'en',
    created: clock.now,
    confirmed: clock.now,
    demonstration: false,
  });
  if (id === null) throw new Error(`there is an account ${username}`);
  return id;
}

/** Adds an account that is an operator. */
export async function addOperator(
  site: Pick<AccountSite, 'opened' | 'clock'>,
  username: string,
  password: string,
): Promise<number> {
  const account = await addUser(site, username, password);
  await site.opened.accounts.store.grants.add({
    account,
    level: 'operator',
    scope: '',
    until: null,
    by: 'test',
    created: site.clock.now,
  });
  return account;
}
