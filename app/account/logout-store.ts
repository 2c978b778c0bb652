import { makeAutoObservable, runInAction } from 'mobx';
import type { IndexWordKey } from 'atlas-engine/runtime';
import type { Outcome } from '../net/http-client.ts';
import type { AuthClient } from './auth-client.ts';
import {
  forgetSession,
  leaveSession,
  leftSessionIn,
  type Cookies,
  type LeftSession,
} from './left-session.ts';

interface Surroundings {
  readonly cookies: Cookies;
  readonly call: <T>(send: (client: AuthClient) => Promise<Outcome<T>>) => Promise<Outcome<T>>;
  readonly ui: {
    say(message: { readonly text: IndexWordKey }): number;
    dismiss(id: number): void;
  };
  /** Called when the server has ended the session after it could not be reached at first. */
  readonly ended: () => Promise<void>;
}

/** The end of a session on the server, after it has ended in this browser. */
export class LogoutStore {
  /** `sending` during the first call, `waiting` when the server could not be reached. */
  state: 'none' | 'sending' | 'waiting' = 'none';

  private readonly surroundings: Surroundings;
  /** The session that the server must still end. */
  private left: LeftSession | null = null;
  /** The first call; it does not reject. */
  private first: Promise<void> | null = null;
  private message: number | null = null;

  constructor(surroundings: Surroundings) {
    this.surroundings = surroundings;
    makeAutoObservable<this, 'surroundings' | 'left' | 'first' | 'message'>(
      this,
      { surroundings: false, left: false, first: false, message: false },
      { autoBind: true },
    );
  }

  /** Leaves the session of the page. `key` is that of the token scheme. */
  async begin(key: string | null): Promise<void> {
    const left = leaveSession(this.surroundings.cookies, key);
    this.state = 'sending';
    // Without a named token, the call requests a new one when it is missing or refused.
    this.first = this.end(left, { ...left, token: null });
    await this.first;
  }

  /** Tells the server again. Returns whether it has answered. */
  async repeat(): Promise<boolean> {
    const { left } = this;
    if (left) await this.end(left);
    return this.left === null;
  }

  /**
   * Ends the session that the cookie `logout` names, at the start of a page. Returns whether the
   * visitor has no session that the server must still end.
   */
  async settle(): Promise<boolean> {
    await this.first;
    const left = this.state === 'none' ? leftSessionIn(this.surroundings.cookies) : null;
    if (left) await this.end(left);
    return this.left === null;
  }

  /** Ends nothing any more, because the visitor has logged in again. */
  stop(): void {
    if (this.message !== null) this.surroundings.ui.dismiss(this.message);
    this.message = null;
    this.left = null;
    this.state = 'none';
  }

  /**
   * Ends a session on the server; `as` is the session that the call names. The server has ended it also when it has
   * removed the cookie `logout`, in any response.
   */
  private async end(left: LeftSession, as = left): Promise<void> {
    const { call, cookies, ended, ui } = this.surroundings;
    this.left = left;
    const result = await call((client) => client.logout(as));
    // The visitor has logged in again meanwhile.
    if (this.left !== left) return;
    const isTaken = left.token !== null && leftSessionIn(cookies)?.token !== left.token;
    // 401: the server had ended the session before.
    if (!result.ok && !isTaken && result.failure.kind !== 'unauthorized') {
      if (this.state === 'waiting') return;
      runInAction(() => (this.state = 'waiting'));
      this.message = ui.say({ text: 'session.left-here' });
      return;
    }
    const wasWaiting = this.state === 'waiting';
    if (result.ok) forgetSession(cookies, left);
    this.stop();
    if (!wasWaiting) return;
    ui.say({ text: 'session.left-done' });
    await ended();
  }
}
