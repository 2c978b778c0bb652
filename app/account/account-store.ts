import { makeAutoObservable, runInAction } from 'mobx';
import type { IndexWordKey } from 'atlas-engine/runtime';
import { DEFAULT_GROUP, LOGGED_OUT, type Profile, type StoredAccount } from './account-types.ts';
import type { AuthClient } from './auth-client.ts';
import type { CallFailure, CallResult, CallSurroundings } from './call.ts';

/** Loads the code of the calls, which visitors without an account do not need. */
export type LoadClient = (account: Pick<CallSurroundings, 'key' | 'locale'>) => Promise<AuthClient>;

/** Shows messages over the map, with an optional action. */
interface Messages {
  say(message: {
    readonly text: IndexWordKey;
    readonly action?: { readonly text: IndexWordKey; readonly run: () => void };
  }): void;
}

interface Surroundings {
  readonly load: LoadClient;
  readonly stored: StoredAccount;
  readonly ui: Messages;
  /** The language of the page. */
  readonly locale: () => string;
  /** Loads what the groups of the account add to the map, or removes what they no longer add. */
  readonly groupsChanged: () => Promise<void>;
  readonly openSettings: () => void;
}

const OFFLINE: CallFailure = { kind: 'offline' };

/** Who the visitor is. A visitor without an account has exactly the group of everyone. */
export class AccountStore {
  loggedIn: boolean;
  profile: Profile | null;
  /** The key of the token scheme; null under the session scheme, which uses cookies. */
  key: string | null;
  unsentLocale: string | null;

  private readonly surroundings: Surroundings;
  private client: Promise<AuthClient> | null = null;

  constructor(surroundings: Surroundings) {
    const { loggedIn, profile, key, unsentLocale } = surroundings.stored;
    this.loggedIn = loggedIn;
    this.profile = profile;
    this.key = key;
    this.unsentLocale = unsentLocale;
    this.surroundings = surroundings;
    makeAutoObservable<this, 'surroundings' | 'client'>(
      this,
      { surroundings: false, client: false },
      { autoBind: true },
    );
  }

  /** The group of everyone, then those of the profile. */
  get groups(): readonly string[] {
    const own = this.loggedIn ? (this.profile?.groups ?? []) : [];
    return [DEFAULT_GROUP, ...own.filter((group) => group !== DEFAULT_GROUP)];
  }

  get stored(): StoredAccount {
    const { loggedIn, profile, key, unsentLocale } = this;
    return { loggedIn, profile, key, unsentLocale };
  }

  /** Sends a call. Fails with `offline` when the code of the calls cannot be loaded. */
  async call<T>(send: (client: AuthClient) => Promise<CallResult<T>>): Promise<CallResult<T>> {
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
   * Asks the server for the profile, at the start of a visit and whenever events of the server may
   * have been missed. Does nothing for visitors who are not logged in.
   */
  async start(): Promise<void> {
    if (!this.loggedIn) return;
    const before = this.groups.join();
    await this.loadProfile();
    if (this.loggedIn && this.groups.join() !== before) await this.surroundings.groupsChanged();
  }

  /** Logs in, then loads the profile. A profile that fails leaves the visitor logged in. */
  async login(username: string, password: string): Promise<CallResult<string | null>> {
    const result = await this.call((client) => client.login(username, password));
    if (result.ok) await this.enter(result.value);
    return result;
  }

  /** Registers. The server may log the person in at once, with a key. */
  async register(values: Readonly<Record<string, unknown>>): Promise<CallResult<string | null>> {
    const result = await this.call((client) => client.register(values));
    if (result.ok && result.value !== null) await this.enter(result.value);
    return result;
  }

  /**
   * Ends the session on the server and in this browser. Where the server does not answer, the
   * browser still forgets the session, and says so.
   */
  async logout(): Promise<void> {
    const result = await this.call((client) => client.logout());
    // 401: the server had ended the session before.
    if (!result.ok && result.failure.kind !== 'unauthorized')
      this.surroundings.ui.say({ text: 'session.left-here' });
    await this.leave();
  }

  /** Takes a change of the session that the server reports, such as a granted level. */
  async recheck(): Promise<void> {
    await this.loadProfile();
    if (this.loggedIn) await this.surroundings.groupsChanged();
  }

  /** Agrees to the current version of the data agreement. */
  async agree(): Promise<CallResult<null>> {
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
    expireCookie();
    await this.surroundings.groupsChanged();
  }

  /** Takes the account that another tab has stored. */
  async adopt(stored: StoredAccount): Promise<void> {
    // Otherwise, two tabs with other settings would answer each other permanently.
    if (JSON.stringify(stored) === JSON.stringify(this.stored)) return;
    const before = this.groups.join();
    const changed = stored.loggedIn !== this.loggedIn;
    this.take(stored);
    if (changed || this.groups.join() !== before) await this.surroundings.groupsChanged();
  }

  /** Loads the profile. Offers to try again when that fails. */
  async loadProfile(): Promise<void> {
    const result = await this.call((client) => client.profile());
    if (result.ok) {
      runInAction(() => (this.profile = result.value));
      this.remindOfAgreement();
      return;
    }
    if (isAnonymous(result.failure)) return this.expire();
    const again = async (): Promise<void> => {
      await this.loadProfile();
      await this.surroundings.groupsChanged();
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
    this.take({ ...LOGGED_OUT, loggedIn: true, unsentLocale: this.unsentLocale });
    const byCookie = await this.call((client) => client.profile());
    if (!byCookie.ok && isAnonymous(byCookie.failure) && key !== null)
      runInAction(() => (this.key = key));
    if (byCookie.ok) {
      runInAction(() => (this.profile = byCookie.value));
      this.remindOfAgreement();
    } else await this.loadProfile();
    const { unsentLocale } = this;
    if (unsentLocale !== null) void this.reportLocale(unsentLocale);
    await this.surroundings.groupsChanged();
  }

  private remindOfAgreement(): void {
    const { ui, openSettings } = this.surroundings;
    if (!this.profile?.agreementDue) return;
    ui.say({
      text: 'session.agreement',
      action: { text: 'session.settings', run: openSettings },
    });
  }

  private take({ loggedIn, profile, key, unsentLocale }: StoredAccount): void {
    this.loggedIn = loggedIn;
    this.profile = profile;
    this.key = key;
    this.unsentLocale = unsentLocale;
  }
}

function isAnonymous({ kind }: CallFailure): boolean {
  return kind === 'unauthorized' || kind === 'forbidden';
}

/** Removes the cookie `csrftoken`. The server removes it as well, where it can be reached. */
function expireCookie(): void {
  if (typeof document !== 'undefined') document.cookie = 'csrftoken=; path=/; max-age=0';
}
