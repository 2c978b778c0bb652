import {
  accessRequestsAnswer,
  devicesAnswer,
  fits,
  loginAnswer,
  ownMessagesAnswer,
  profileAnswer,
  type AccessRequestAnswer,
  type ConfirmationRequest,
  type DeletionRequest,
  type DeviceAnswer,
  type LoginRequest,
  type MailRequest,
  type OwnMessageAnswer,
  type ProfileAnswer,
  type ResetRequest,
} from 'atlas-engine/http';
import type { Outcome } from '../net/http-client.ts';
import { AccountCaller, mapped, type Call, type CallSurroundings } from './account-caller.ts';
import type { AccessState, Device, Profile } from './account-types.ts';
import type { LeftSession } from './left-session.ts';

type Values = Readonly<Record<string, unknown>>;
type Done = Promise<Outcome<null>>;

/** The account and contact routes (specification, section 7), one method for each. */
export class AuthClient {
  /** Sends calls to other routes, such as those of operators. */
  readonly caller: AccountCaller;

  constructor(account: CallSurroundings) {
    this.caller = new AccountCaller(account);
  }

  /** Logs in. The value is the key, or null for a server that sends none. */
  async login(username: string, password: string): Promise<Outcome<string | null>> {
    const call = open({ username, password } satisfies LoginRequest);
    return mapped(await this.caller.any('/api/auth/login/', call), keyOf);
  }

  /** Ends a session; default: that of the page. */
  logout(as?: LeftSession): Done {
    return this.caller.done('/api/auth/logout/', { method: 'POST', ...(as && { as }) });
  }

  /** Registers. The value is a key if the server logs the person in without a confirmation. */
  async register(values: Values): Promise<Outcome<string | null>> {
    return mapped(await this.caller.any('/api/auth/registration/', open(values)), keyOf);
  }

  /** Confirms the address of a registration with the key of a link and its password. */
  verifyEmail(key: string, password: string): Done {
    const call = open({ key, password } satisfies ConfirmationRequest);
    return this.caller.done('/api/auth/registration/verify-email/', call);
  }

  resendEmail(email: string): Done {
    const call = open({ email } satisfies MailRequest);
    return this.caller.done('/api/auth/registration/resend-email/', call);
  }

  requestReset(email: string): Done {
    const call = open({ email } satisfies MailRequest);
    return this.caller.done('/api/auth/password/reset/', call);
  }

  confirmReset(link: Pick<ResetRequest, 'uid' | 'token'>, values: Values): Done {
    return this.caller.done('/api/auth/password/reset/confirm/', open({ ...link, ...values }));
  }

  changePassword(values: Values): Done {
    return this.caller.done('/api/auth/password/change/', { body: values });
  }

  async profile(): Promise<Outcome<Profile>> {
    return mapped(await this.caller.read('/api/users/profile', profileAnswer), profileOf);
  }

  /** Agrees to the current version of the data agreement. */
  agree(): Done {
    return this.caller.done('/api/users/agreement/', { body: {} });
  }

  setLanguage(locale: string): Done {
    return this.caller.done(`/api/setlang/?language=${encodeURIComponent(locale)}`, {});
  }

  contact(values: Values): Done {
    return this.caller.done('/api/contact/', { body: values });
  }

  /** Returns the messages of the account with the answers to them, newest first. */
  messages(): Promise<Outcome<readonly OwnMessageAnswer[]>> {
    return this.caller.read('/api/users/messages/', ownMessagesAnswer);
  }

  /** Returns the requests for access of the account, newest first. */
  async accessRequests(): Promise<Outcome<readonly AccessState[]>> {
    const path = '/api/users/access-requests/';
    return mapped(await this.caller.read(path, accessRequestsAnswer), accessRequestsOf);
  }

  requestAccess(values: Values): Done {
    return this.caller.done('/api/users/access-requests/', { body: values });
  }

  async devices(): Promise<Outcome<readonly Device[]>> {
    return mapped(await this.caller.read('/api/users/sessions/', devicesAnswer), devicesOf);
  }

  endDevice(id: number): Done {
    return this.caller.done(`/api/users/sessions/${id}/`, { method: 'DELETE' });
  }

  /** Returns everything that the server stores about the account. */
  exportData(): Promise<Outcome<unknown>> {
    return this.caller.any('/api/users/export/', {});
  }

  deleteAccount(password: string): Done {
    const body: DeletionRequest = { password };
    return this.caller.done('/api/users/delete/', { body });
  }
}

/** Returns a call that never has the key of a session. */
function open(body: object): Call {
  return { body, withKey: false };
}

function keyOf(value: unknown): string | null {
  return fits(loginAnswer, value) ? value.key : null;
}

function profileOf(profile: ProfileAnswer): Profile {
  return {
    username: profile.username,
    email: profile.email,
    firstName: profile.first_name,
    lastName: profile.last_name,
    levels: profile.groups,
    ...(profile.grants && { placed: profile.grants }),
    agreementDue: profile.agreement_due === true,
    operator: profile.operator === true,
  };
}

function devicesOf(devices: readonly DeviceAnswer[]): readonly Device[] {
  return devices.map(({ id, device, seen, current }) => ({
    id,
    name: device,
    current,
    seen: seen.slice(0, DAY_LENGTH),
  }));
}

function accessRequestsOf(requests: readonly AccessRequestAnswer[]): readonly AccessState[] {
  return requests
    .map(({ level, state, created, answer, until }) => ({
      level,
      state,
      created,
      answer,
      until: until?.slice(0, DAY_LENGTH) ?? null,
    }))
    .toSorted((a, b) => (a.created < b.created ? 1 : -1));
}

/** The length of `YYYY-MM-DD`, with which times begin. */
const DAY_LENGTH = 10;
