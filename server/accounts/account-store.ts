/** What a store of accounts can do. Every method rejects when the database does not respond. */
import type {
  AccessRequest,
  AccessRequestOf,
  Account,
  AuditAction,
  AuditLine,
  Decider,
  Grant,
  KeyPurpose,
  Mail,
  Message,
  NewAccount,
  NewGrant,
  NewKey,
  NewMail,
  NewMessage,
  NewSession,
  RequestState,
  Session,
  Withdrawal,
} from './account.ts';
import type { Download, DownloadEnd, NewDownload } from './download.ts';

export interface AccountTable {
  /** Adds an account. Returns its id, or null if the user name is taken, whatever its case. */
  add(account: NewAccount): Promise<number | null>;
  byId(id: number): Promise<Account | null>;
  /** Finds an account by its user name, whatever its case. */
  byUsername(username: string): Promise<Account | null>;
  /** Finds the confirmed account of an address. */
  byEmail(email: string): Promise<Account | null>;
  /** Returns the accounts of an address that are not confirmed, newest first. */
  waiting(email: string): Promise<readonly Account[]>;
  /** Returns all accounts by user name. */
  all(): Promise<readonly Account[]>;
  /**
   * Confirms the address. Returns false if another account has confirmed it, or if it is gone. The
   * accounts of the address then stay as they are until the end of the transaction.
   */
  confirm(id: number, at: number): Promise<boolean>;
  setPassword(id: number, hash: string): Promise<void>;
  /**
   * Returns whether an account is active and still has this password. It then keeps both until the
   * end of the transaction.
   */
  keepsPassword(account: Pick<Account, 'id' | 'hash'>): Promise<boolean>;
  setLocale(id: number, locale: string): Promise<void>;
  setNames(id: number, names: { readonly first: string; readonly last: string }): Promise<void>;
  setAgreement(id: number, version: string): Promise<void>;
  /** Suspends an account, or ends its suspension with null. */
  setSuspended(id: number, at: number | null): Promise<void>;
  /** Removes an account with everything that belongs to it. */
  remove(id: number): Promise<void>;
  /** Removes accounts created before a time whose address was never confirmed. */
  removeUnconfirmed(before: number): Promise<number>;
  /** Removes the accounts of the demonstration. */
  removeDemonstration(): Promise<void>;
}

export interface SessionTable {
  /** Starts a session. An account has at most 50; the one not used for longest ends. */
  add(session: NewSession): Promise<number>;
  /** Finds a session that has not expired, by the hash of its cookie or of its key. */
  find(by: 'cookie' | 'key', hash: string, now: number): Promise<Session | null>;
  ofAccount(account: number): Promise<readonly Session[]>;
  /** Returns the networks from which an account has logged in in the last 90 days. */
  networks(account: number): Promise<readonly string[]>;
  setSeen(id: number, seen: number): Promise<void>;
  remove(id: number): Promise<void>;
  /** Removes the sessions of an account, except one. */
  removeAll(account: number, except?: number): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

export interface KeyTable {
  add(key: NewKey): Promise<void>;
  /** Returns the account of a valid key, without using it. */
  find(purpose: KeyPurpose, hash: string, now: number): Promise<number | null>;
  /** Uses up a key. Exactly one of several calls returns the account; the others return null. */
  take(purpose: KeyPurpose, hash: string, now: number): Promise<number | null>;
  removeAll(account: number, purpose: KeyPurpose): Promise<void>;
  removeExpired(now: number): Promise<void>;
}

export interface GrantTable {
  /** Grants a level, and replaces an earlier grant of the same level and scope. */
  add(grant: NewGrant): Promise<void>;
  ofAccount(account: number): Promise<readonly Grant[]>;
  all(): Promise<readonly Grant[]>;
  /**
   * Removes the grant of a level with a scope; without one, all of the level. Returns false if there was
   * none.
   */
  remove(account: number, level: string, scope?: string): Promise<boolean>;
  /** Removes the grants whose end is before a time, and returns them. */
  removeEnded(now: number): Promise<readonly Grant[]>;
}

export interface RequestTable {
  add(
    request: Pick<AccessRequest, 'account' | 'level' | 'reason' | 'answers' | 'created'>,
  ): Promise<number>;
  ofAccount(account: number): Promise<readonly AccessRequest[]>;
  /** Returns the requests of confirmed accounts, newest first. */
  all(state?: RequestState): Promise<readonly AccessRequestOf[]>;
  /** Decides an open request. Returns it, or null if it is not open. */
  decide(
    id: number,
    decision: Pick<AccessRequest, 'state' | 'decided' | 'by' | 'answer'>,
  ): Promise<AccessRequest | null>;
}

export interface MessageTable {
  add(message: NewMessage): Promise<number>;
  all(): Promise<readonly Message[]>;
  ofAccount(account: number): Promise<readonly Message[]>;
  /** Marks an open message as done, with an answer or an empty one. Returns it, or null. */
  close(id: number, done: Decider & Pick<Message, 'answer'>): Promise<Message | null>;
}

export interface MailTable {
  add(mail: NewMail): Promise<void>;
  /** Returns the mails due at a time, oldest first. */
  due(now: number, most: number): Promise<readonly Mail[]>;
  /** Takes a mail for an attempt, until a time. Returns false if another process has taken it. */
  claim(mail: Mail, until: number): Promise<boolean>;
  /** Keeps a mail that could not be sent for another attempt. */
  postpone(id: number, next: { readonly due: number; readonly error: string }): Promise<void>;
  /** Gives a mail up. It is kept for operators. */
  drop(id: number, given: { readonly at: number; readonly error: string }): Promise<void>;
  /** Lets a mail that was given up be tried again from a time. Returns false if there is none. */
  retry(id: number, due: number): Promise<boolean>;
  remove(id: number): Promise<void>;
  /** Removes the mails that were given up before a time. */
  removeDropped(before: number): Promise<void>;
  /** Returns all mails that have not been sent, oldest first. */
  all(): Promise<readonly Mail[]>;
}

/** The jobs that prepare downloads. */
export interface DownloadTable {
  add(download: NewDownload): Promise<void>;
  byId(id: string): Promise<Download | null>;
  /** Returns the jobs of an account, newest first. */
  ofAccount(account: number): Promise<readonly Download[]>;
  /** Returns all jobs, oldest first. */
  all(): Promise<readonly Download[]>;
  /** Returns the jobs that wait or run, oldest first. */
  open(): Promise<readonly Pick<Download, 'id' | 'account' | 'state'>[]>;
  /** Begins a job that waits. Returns null if it does not wait. */
  begin(id: string): Promise<Download | null>;
  /** Ends a job that runs. Returns false if it has been removed meanwhile. */
  end(id: string, end: DownloadEnd): Promise<boolean>;
  /** Lets the jobs wait that a server began and did not end. */
  resume(): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface AuditTable {
  add(line: AuditLine): Promise<void>;
  all(): Promise<readonly AuditLine[]>;
  ofAccount(account: number): Promise<readonly AuditLine[]>;
  /** Returns the lines about one kind of action, newest first. */
  ofAction(action: AuditAction): Promise<readonly AuditLine[]>;
  /**
   * Removes the user names of an account that is deleted: its own from the lines about its downloads,
   * and those of the registrations that ended when it was confirmed.
   */
  forget(account: number): Promise<void>;
}

/** The consents that were withdrawn. */
export interface WithdrawalTable {
  /** Adds a withdrawal. Returns false if the consent to the dataset was withdrawn before. */
  add(withdrawal: Withdrawal): Promise<boolean>;
  /** Removes the withdrawal of a dataset. Returns false if there was none. */
  remove(dataset: string): Promise<boolean>;
  /** Returns all withdrawals, oldest first. */
  all(): Promise<readonly Withdrawal[]>;
}

/** The tables, as one transaction sees them. */
export interface AccountTables {
  readonly accounts: AccountTable;
  readonly sessions: SessionTable;
  readonly keys: KeyTable;
  readonly grants: GrantTable;
  readonly requests: RequestTable;
  readonly messages: MessageTable;
  readonly mails: MailTable;
  readonly audit: AuditTable;
  readonly downloads: DownloadTable;
  readonly withdrawals: WithdrawalTable;
}

/** Accounts in a database. Committed changes survive a crash. */
export interface AccountStore extends AccountTables {
  /** A number that grows with every change of accounts, sessions and grants. */
  changes(): Promise<number>;
  /** Runs changes that take effect together, or not at all. */
  transaction<T>(work: (tables: AccountTables) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
