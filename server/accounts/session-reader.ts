/** Finds the account behind the credentials of a request, from memory where possible. */
import { LRUCache } from 'lru-cache';
import type { Account, Grant, Session } from './account.ts';
import type { AccountStore } from './account-store.ts';
import type { Credentials } from './credentials.ts';
import { hashSecret } from './secrets.ts';

/** An account that is logged in. */
export interface LoggedIn {
  readonly session: Session;
  readonly account: Account;
  /** All grants of the account, those that have ended included. */
  readonly grants: readonly Grant[];
}

/** Sessions in memory; more are read from the database again. */
const MOST_SESSIONS = 10_000;
/** Milliseconds between two checks whether another process has changed sessions or grants. */
const LOOK_MS = 1_000;
/**
 * Milliseconds without an answer of the database after which sessions in memory are no longer
 * used: a lost level must disappear within five seconds.
 */
const TRUST_MS = 3_000;
/** Milliseconds between two reports of a change; open maps check their sessions at each. */
const REPORT_MS = 500;
/** Milliseconds between two updates of the time of the last request. */
const SEEN_MS = 3_600_000;

export class SessionReader {
  readonly #store: AccountStore;
  readonly #now: () => number;
  readonly #known = new LRUCache<string, LoggedIn>({ max: MOST_SESSIONS });
  readonly #onChange = new Set<() => void>();
  #changes = -1;
  /** The time of the last successful check, by `performance.now()`. */
  #checked = -Infinity;
  #checking: Promise<void> | null = null;
  /** The time of the last report of a change, by `performance.now()`. */
  #reported = -Infinity;
  /** The error of the last check; null after a successful one. */
  #failure: unknown = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(store: AccountStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Starts to look for changes by other processes and for ends of grants. */
  start(): void {
    this.#timer = setInterval(() => {
      // A failure is noticed when a request asks.
      this.#checkOnce().catch(() => undefined);
    }, LOOK_MS);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Calls a function after checks, when a session may have changed or ended. */
  onChange(listener: () => void): void {
    this.#onChange.add(listener);
  }

  /**
   * Returns the account of a session that is valid now; null for any other. Rejects when the
   * database does not answer.
   */
  async find(credentials: Credentials): Promise<LoggedIn | null> {
    if (performance.now() - this.#checked > TRUST_MS) await this.#checkAgain();
    const hash = hashSecret(credentials.secret);
    const name = `${credentials.by} ${hash}`;
    const found = this.#known.get(name) ?? (await this.#read(credentials, hash));
    if (!found) return null;
    this.#known.set(name, found);
    const now = this.#now();
    if (found.session.expires < now || found.account.suspended !== null) return null;
    this.#noteSeen(name, found, now);
    return found;
  }

  /**
   * Checks for changes now. Call it after a change by this process. If the database does not answer,
   * the change has nevertheless been made, and all sessions are read again.
   */
  async refresh(): Promise<void> {
    await this.#check().catch(() => {
      this.#changes = -1;
      this.#known.clear();
    });
  }

  async #check(): Promise<void> {
    const changes = await this.#store.changes().catch((error: unknown) => {
      this.#failure = error;
      throw error;
    });
    this.#failure = null;
    if (changes !== this.#changes) this.#known.clear();
    this.#changes = changes;
    this.#checked = performance.now();
    this.#report();
  }

  /** Reports that a session may have changed. The next check reports what is left out here. */
  #report(): void {
    if (this.#checked - this.#reported < REPORT_MS) return;
    this.#reported = this.#checked;
    for (const listener of this.#onChange) listener();
  }

  #checkOnce(): Promise<void> {
    this.#checking ??= this.#check().finally(() => (this.#checking = null));
    return this.#checking;
  }

  /** Requests do not wait for a database that did not answer: the timer notices when it does. */
  #checkAgain(): Promise<void> {
    if (this.#timer !== null && this.#failure !== null) return Promise.reject(this.#failure);
    return this.#checkOnce();
  }

  async #read(credentials: Credentials, hash: string): Promise<LoggedIn | null> {
    const { sessions, accounts, grants } = this.#store;
    const before = this.#changes;
    const session = await sessions.find(credentials.by, hash, this.#now());
    const account = session && (await accounts.byId(session.account));
    if (!account) return null;
    const found = { session, account, grants: await grants.ofAccount(account.id) };
    // A change during the reading may be in it or not.
    return before === this.#changes ? found : this.#read(credentials, hash);
  }

  #noteSeen(name: string, found: LoggedIn, now: number): void {
    const { session } = found;
    if (now - session.seen < SEEN_MS) return;
    this.#known.set(name, { ...found, session: { ...session, seen: now } });
    this.#store.sessions.setSeen(session.id, now).catch(() => undefined);
  }
}
