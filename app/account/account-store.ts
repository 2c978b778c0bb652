import type { HeldAnswer } from 'atlas-engine/http';
import { makeAutoObservable, runInAction } from 'mobx';
import type { IndexWordKey } from 'atlas-engine/runtime';
import { DEFAULT_LEVEL, LOGGED_OUT, type Profile, type StoredAccount } from './account-types.ts';
import type { AuthClient } from './auth-client.ts';
import type { CallSurroundings } from './account-caller.ts';
import { DOCUMENT_COOKIES, type Cookies } from './left-session.ts';
import { LogoutStore } from './logout-store.ts';
import { csrfTokenIn } from '../net/csrf-token.ts';
import type { Failure, Outcome } from '../net/http-client.ts';

/** Loads the code of the calls, which visitors without an account do not need. */
export type LoadClient = (account: CallSurroundings) => Promise<AuthClient>;

/** Shows messages over the map, with an optional action. */
interface Messages {
  say(message: {
    readonly text: IndexWordKey;
    readonly action?: { readonly text: IndexWordKey; readonly run: () => void };
  }): number;
  dismiss(id: number): void;
}

interface Surroundings {
  readonly load: LoadClient;
  readonly stored: StoredAccount;
  /** Default: those of the document. */
  readonly cookies?: Cookies;
  readonly ui: Messages;
  /** The language of the page. */
  readonly locale: () => string;
  /** Loads what the levels of the account add to the map, or removes what they no longer add. */
  readonly levelsChanged: () => Promise<void>;
  readonly openSettings: () => void;
}

const OFFLINE: Failure = { kind: 'offline' };

/** Who the visitor is. A visitor without an account has exactly the group of everyone. */
export class AccountStore {
  loggedIn: boolean;
  profile: Profile | null;
  /** The key of the token scheme; null under the session scheme, which uses cookies. */
  key: string | null;
  unsentLocale: string | null;
  /** Increases when another person takes the place of the visitor without a logout between them. */
  person = 0;
  readonly leaving: LogoutStore;

  private readonly surroundings: Surroundings;
  private readonly cookies: Cookies;
  private client: Promise<AuthClient> | null = null;
  /** Whether the server has said who the visitor is. */
  private isKnown = false;

  constructor(surroundings: Surroundings) {
    const { loggedIn, profile, key, unsentLocale } = surroundings.stored;
    this.loggedIn = loggedIn;
    this.profile = profile;
    this.key = key;
    this.unsentLocale = unsentLocale;
    this.surroundings = surroundings;
    this.cookies = surroundings.cookies ?? DOCUMENT_COOKIES;
    this.leaving = new LogoutStore({
      cookies: this.cookies,
      call: (send) => this.call(send),
      ui: surroundings.ui,
      ended: surroundings.levelsChanged,
    });
    makeAutoObservable<this, 'surroundings' | 'cookies' | 'client' | 'isKnown'>(
      this,
      { surroundings: false, cookies: false, client: false, isKnown: false, leaving: false },
      { autoBind: true },
    );
  }

  /** The group of everyone, then those of the profile. */
  get levels(): readonly string[] {
    const own = this.loggedIn ? (this.profile?.levels ?? []) : [];
    return [DEFAULT_LEVEL, ...own.filter((level) => level !== DEFAULT_LEVEL)];
  }

  /** The levels that the account holds in places only, with their places. */
  get placed(): readonly HeldAnswer[] {
    return this.loggedIn ? (this.profile?.placed ?? []) : [];
  }

  get placedLevels(): readonly string[] {
    return this.placed.map(({ level }) => level);
  }

  /** What the map shows depends on: the person and the levels. */
  private get allowed(): string {
    return `${this.person} ${this.levels.join()} ${JSON.stringify(this.placed)}`;
  }

  get stored(): StoredAccount {
    const { loggedIn, profile, key, unsentLocale } = this;
    return { loggedIn, profile, key, unsentLocale };
  }

  /** Sends a call. Fails with `offline` when the code of the calls cannot be loaded. */
  async call<T>(send: (client: AuthClient) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const { load, locale } = this.surroundings;
    this.client ??= load({ key: () => this.key, locale });
    try {
      return await send(await this.client);
    } catch {
      this.client = null;
      return { ok: false, failure: OFFLINE };
    }
  }

  /**
   * Asks the server whose session the browser has, before anything restricted is loaded. The storage
   * may say something else than the cookies, which the page cannot read. Returns whether it is known.
   */
  async identify(): Promise<boolean> {
    if (!this.loggedIn && !(await this.leaving.settle())) return false;
    // Each session comes with a CSRF token, which lives longer.
    const mayHave = this.loggedIn || csrfTokenIn(this.cookies.read()) !== null;
    if (this.isKnown || !mayHave) return true;
    const { loggedIn } = this;
    const result = await this.call((client) => client.profile());
    // The visitor has logged in or out meanwhile.
    if (this.loggedIn !== loggedIn || this.leaving.state !== 'none') return this.identify();
    if (!result.ok && !isAnonymous(result.failure)) return false;
    this.isKnown = true;
    if (!result.ok && loggedIn) this.surroundings.ui.say({ text: 'session.ended' });
    if (!result.ok) this.take({ ...LOGGED_OUT, unsentLocale: this.unsentLocale });
    else {
      runInAction(() => (this.loggedIn = true));
      this.welcome(result.value);
    }
    return true;
  }

  /**
   * Asks the server for the profile, whenever events of the server may have been missed. Does nothing
   * for visitors who are not logged in.
   */
  async start(): Promise<void> {
    if (!this.loggedIn) return;
    const before = this.allowed;
    await this.loadProfile();
    if (this.loggedIn && this.allowed !== before) await this.surroundings.levelsChanged();
  }

  /** Logs in, then loads the profile. A profile that fails leaves the visitor logged in. */
  async login(username: string, password: string): Promise<Outcome<string | null>> {
    const result = await this.call((client) => client.login(username, password));
    if (result.ok) await this.enter(result.value);
    return result;
  }

  /** Registers. The server may log the person in at once, with a key. */
  async register(values: Readonly<Record<string, unknown>>): Promise<Outcome<string | null>> {
    const result = await this.call((client) => client.register(values));
    if (result.ok && result.value !== null) await this.enter(result.value);
    return result;
  }

  /**
   * Ends the session in this browser at once, and on the server. While the server does not answer,
   * the page says so, and tries again.
   */
  async logout(): Promise<void> {
    const ended = this.leaving.begin(this.key);
    await this.leave();
    await ended;
  }

  /** Takes a change of the session that the server reports, such as a granted level. */
  async recheck(): Promise<void> {
    await this.loadProfile();
    if (this.loggedIn) await this.surroundings.levelsChanged();
  }

  /** Agrees to the current version of the data agreement. */
  async agree(): Promise<Outcome<null>> {
    const result = await this.call((client) => client.agree());
    if (result.ok) await this.loadProfile();
    return result;
  }

  /** Forgets the session that the server has ended, and says so. */
  async expire(): Promise<void> {
    if (!this.loggedIn) return;
    this.surroundings.ui.say({ text: 'session.ended' });
    await this.leave();
  }

  /** Forgets the account in this browser, and what it added to the map. */
  async leave(): Promise<void> {
    this.take({ ...LOGGED_OUT, unsentLocale: this.unsentLocale });
    await this.surroundings.levelsChanged();
  }

  /** Takes the account that another tab has stored. */
  async adopt(stored: StoredAccount): Promise<void> {
    // Otherwise, two tabs with other settings would answer each other permanently.
    if (JSON.stringify(stored) === JSON.stringify(this.stored)) return;
    const before = this.allowed;
    const changed = stored.loggedIn !== this.loggedIn;
    if (stored.loggedIn) this.leaving.stop();
    this.isKnown = false;
    this.take(stored);
    if (changed || this.allowed !== before) await this.surroundings.levelsChanged();
  }

  /** Loads the profile. Offers to try again when that fails. */
  async loadProfile(): Promise<void> {
    const result = await this.call((client) => client.profile());
    if (result.ok) return this.welcome(result.value);
    if (isAnonymous(result.failure)) return this.expire();
    const again = async (): Promise<void> => {
      await this.loadProfile();
      await this.surroundings.levelsChanged();
    };
    this.surroundings.ui.say({
      text: 'session.no-profile',
      action: { text: 'group.retry', run: () => void again() },
    });
  }

  /**
   * Reports the language of the page to the server, for the mails of the account. A failed call is
   * repeated after the next login.
   */
  async reportLocale(locale: string): Promise<void> {
    this.unsentLocale = locale;
    if (!this.loggedIn) return;
    const result = await this.call((client) => client.setLanguage(locale));
    if (result.ok) runInAction(() => (this.unsentLocale = null));
    else this.surroundings.ui.say({ text: 'session.language-later' });
  }

  /**
   * Takes a session that the server has opened. If it accepts only the key, and not the cookie, the
   * key is kept and sent with every call: the token scheme.
   */
  private async enter(key: string | null): Promise<void> {
    this.leaving.stop();
    this.isKnown = false;
    this.take({ ...LOGGED_OUT, loggedIn: true, unsentLocale: this.unsentLocale });
    const byCookie = await this.call((client) => client.profile());
    if (!byCookie.ok && isAnonymous(byCookie.failure) && key !== null)
      runInAction(() => (this.key = key));
    if (byCookie.ok) this.welcome(byCookie.value);
    else await this.loadProfile();
    const { unsentLocale } = this;
    if (unsentLocale !== null) void this.reportLocale(unsentLocale);
    await this.surroundings.levelsChanged();
  }

  /** Takes the profile of the visitor's session. */
  private welcome(profile: Profile): void {
    // The visitor has logged out meanwhile.
    if (!this.loggedIn) return;
    this.compare(profile);
    this.profile = profile;
    this.isKnown = true;
    this.remindOfAgreement();
  }

  private remindOfAgreement(): void {
    const { ui, openSettings } = this.surroundings;
    if (!this.profile?.agreementDue) return;
    ui.say({
      text: 'session.agreement',
      action: { text: 'session.settings', run: openSettings },
    });
  }

  /** Notices that another person is logged in now. */
  private compare(next: Profile | null): void {
    if (this.loggedIn && this.profile && this.profile.username !== next?.username) this.person += 1;
  }

  private take({ loggedIn, profile, key, unsentLocale }: StoredAccount): void {
    if (loggedIn) this.compare(profile);
    this.loggedIn = loggedIn;
    this.profile = profile;
    this.key = key;
    this.unsentLocale = unsentLocale;
  }
}

function isAnonymous({ kind }: Failure): boolean {
  return kind === 'unauthorized' || kind === 'forbidden';
}
