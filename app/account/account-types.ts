/** What the account routes send and what the browser stores of it. */
import type { HeldAnswer } from 'atlas-engine/http';

/** The level of everyone, which the server does not send. */
export const DEFAULT_LEVEL = 'level-0';

export interface Profile {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The levels, which the server sends as groups, without that of everyone. */
  readonly levels: readonly string[];
  /** The levels that it holds in places only; they are not stored between visits. */
  readonly placed?: readonly HeldAnswer[];
  /** True if the person must agree to a newer version of the data agreement. */
  readonly agreementDue: boolean;
  /** True if the account has the screens of operators. */
  readonly operator: boolean;
}

/** The part of the account that is stored between visits. */
export interface StoredAccount {
  readonly loggedIn: boolean;
  readonly profile: Profile | null;
  /** The key of the token scheme; null under the session scheme. */
  readonly key: string | null;
  /** The language that the server does not know yet; null if it knows. */
  readonly unsentLocale: string | null;
}

export const LOGGED_OUT: StoredAccount = {
  loggedIn: false,
  profile: null,
  key: null,
  unsentLocale: null,
};

/** A device on which the account is logged in. */
export interface Device {
  readonly id: number;
  readonly name: string;
  /** The day of the last request, `YYYY-MM-DD`. */
  readonly seen: string;
  readonly current: boolean;
}

/** A request for access. */
export interface AccessState {
  /** The id of the level. */
  readonly level: string;
  readonly state: 'open' | 'granted' | 'refused';
  /** ISO 8601. */
  readonly created: string;
  /** The reason of a refusal; empty without one. */
  readonly answer: string;
  /** The last day of a granted access, `YYYY-MM-DD`; null without an end. */
  readonly until: string | null;
}
