/** Opens the accounts of a server: their store, their sessions and their mails. */
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { AtlasSnapshot } from '../access/atlas-snapshot.ts';
import type { Settings } from '../config/settings.ts';
import { MailQueue } from './mail-queue.ts';
import { Outbox } from '../mail/outbox.ts';
import { smtpSender } from '../mail/smtp-sender.ts';
import { createAccountLimits, type AccountLimits } from './account-limits.ts';
import type { AccountStore } from './account-store.ts';
import type { Accounts } from './accounts.ts';
import { endGrants } from './decide.ts';
import {
  createDemonstration,
  isDemonstration,
  type DemonstrationAccount,
} from './demonstration.ts';
import { openAccountStore, type AccountPlace } from './open-account-store.ts';
import { Passwords } from './passwords.ts';
import { SessionReader } from './session-reader.ts';

export interface OpeningAccounts {
  readonly place: AccountPlace;
  readonly settings: Settings;
  /** The snapshot that is served. */
  readonly snapshot: () => Pick<AtlasSnapshot, 'words' | 'locales' | 'accounts'>;
  /** The address of the site for links in mails. */
  readonly site: () => string;
  readonly logger: FastifyBaseLogger;
  /** The time in milliseconds since 1970; default: the clock. */
  readonly now?: () => number;
  /** Accounts that are used instead of those at `place`. */
  readonly store?: AccountStore;
  /** Limits that differ from the usual ones, for tests. */
  readonly limits?: AccountLimits;
}

export interface OpenAccounts {
  readonly accounts: Accounts;
  readonly mails: MailQueue | null;
  /** Starts to send mails, to notice changes by others, and to remove what has expired. */
  start(): void;
  /** Creates the accounts of the demonstration; none if the server must not have them. */
  demonstrate(): Promise<readonly DemonstrationAccount[]>;
  close(): Promise<void>;
}

/** Milliseconds between two removals of expired sessions, links and registrations. */
const CLEAN_MS = 3_600_000;
/** Milliseconds between two looks for grants that have ended, whose owners get a mail. */
const END_MS = 60_000;

/** Milliseconds for which operators see a mail that was given up. */
const DROPPED_MS = 30 * 86_400_000;
/** Milliseconds after the end of its first link in which a registration can have another one. */
const UNCONFIRMED_MS = 30 * 86_400_000;

/** Opens the accounts. Throws `AccountsTooNew` and `AccountsUnavailable`. */
export async function openAccounts(opening: OpeningAccounts): Promise<OpenAccounts> {
  const { settings, snapshot, now = Date.now } = opening;
  const store = opening.store ?? (await openAccountStore(opening.place));
  const passwords = new Passwords();
  const sessions = new SessionReader(store, now);
  const isDemo = isDemonstration(settings, snapshot().accounts);
  const outbox = isDemo && settings.smtpUrl === null ? outboxOf(settings, now) : null;
  const mails = mailsOf(opening, { store, outbox, now });
  const accounts: Accounts = {
    store,
    sessions,
    passwords,
    now,
    outbox,
    limits: opening.limits ?? createAccountLimits(),
    sendMails: () => mails?.wake(),
    mailing: settings.smtpUrl === null ? (outbox ? 'outbox' : 'off') : 'smtp',
    contactEmail: settings.contactEmail,
  };
  // Accounts of an earlier demonstration must not remain on a server that is open to others.
  if (!isDemo) await store.accounts.removeDemonstration();
  const cleaning = setInterval(() => {
    clean(store, now() - snapshot().accounts.resetLink - UNCONFIRMED_MS, now()).catch(
      (error: unknown) => opening.logger.error({ err: error }, 'expired sessions were not removed'),
    );
  }, CLEAN_MS);
  cleaning.unref();
  const ending = setInterval(() => {
    endGrants(store, now())
      .then((count) => count > 0 && mails?.wake())
      .catch((error: unknown) =>
        opening.logger.error({ err: error }, 'the ends of grants were not handled'),
      );
  }, END_MS);
  ending.unref();
  return {
    accounts,
    mails,
    start: () => {
      sessions.start();
      mails?.start();
    },
    demonstrate: async () => {
      const { accounts: rules, locales } = snapshot();
      return isDemo ? createDemonstration({ store, passwords, now }, rules, locales.session) : [];
    },
    close: async () => {
      clearInterval(cleaning);
      clearInterval(ending);
      sessions.stop();
      await mails?.stop();
      await store.close();
    },
  };
}

function outboxOf({ dataDir }: Settings, now: () => number): Outbox {
  return new Outbox(join(dataDir, 'outbox'), now);
}

function mailsOf(
  { settings, snapshot, site, logger }: OpeningAccounts,
  {
    store,
    outbox,
    now,
  }: { readonly store: AccountStore; readonly outbox: Outbox | null; readonly now: () => number },
): MailQueue | null {
  const { smtpUrl, mailFrom, publicUrl } = settings;
  const from =
    mailFrom ?? `atlas@${publicUrl === null ? 'localhost' : new URL(publicUrl).hostname}`;
  const sender = smtpUrl === null ? outbox : smtpSender(smtpUrl, from);
  if (!sender) return null;
  const failed = (error: unknown): void =>
    logger.error({ err: error }, 'a mail could not be sent; it is tried again');
  return new MailQueue({ store, snapshot, site, now, sender, failed });
}

async function clean(store: AccountStore, unconfirmedBefore: number, now: number): Promise<void> {
  await store.sessions.removeExpired(now);
  await store.keys.removeExpired(now);
  await store.accounts.removeUnconfirmed(unconfirmedBefore);
  await store.mails.removeDropped(now - DROPPED_MS);
}
