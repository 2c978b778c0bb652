import { accessRequestsAnswer, devicesAnswer, fits, profileAnswer } from 'atlas-engine/http';
import type { AccessState, Device, Profile } from './account-types.ts';
import { isObject, type Call, type CallResult, type Caller } from './call.ts';
import type { LeftSession } from './left-session.ts';

type Values = Readonly<Record<string, unknown>>;
type Done = Promise<CallResult<null>>;

/** The account and contact routes (specification, section 7), one method for each. */
export class AuthClient {
  /** Sends calls to other routes, such as those of operators. */
  readonly caller: Caller;

  constructor(caller: Caller) {
    this.caller = caller;
  }

  /** Logs in. The value is the key, or null for a server that sends none. */
  login(username: string, password: string): Promise<CallResult<string | null>> {
    const body = { username, password };
    return this.caller.read({ ...post('/api/auth/login/', body), withKey: false }, keyOf);
  }

  /** Ends a session; default: that of the page. */
  logout(as?: LeftSession): Done {
    return this.caller.done({ method: 'POST', path: '/api/auth/logout/', ...(as && { as }) });
  }

  /** Registers. The value is a key if the server logs the person in without a confirmation. */
  register(values: Values): Promise<CallResult<string | null>> {
    return this.caller.read({ ...post('/api/auth/registration/', values), withKey: false }, keyOf);
  }

  /** Confirms the address of a registration with the key of a link and its password. */
  verifyEmail(key: string, password: string): Done {
    const call = post('/api/auth/registration/verify-email/', { key, password });
    return this.caller.done({ ...call, withKey: false });
  }

  resendEmail(email: string): Done {
    const call = post('/api/auth/registration/resend-email/', { email });
    return this.caller.done({ ...call, withKey: false });
  }

  requestReset(email: string): Done {
    return this.caller.done({ ...post('/api/auth/password/reset/', { email }), withKey: false });
  }

  confirmReset(link: { readonly uid: string; readonly token: string }, values: Values): Done {
    const call = post('/api/auth/password/reset/confirm/', { ...link, ...values });
    return this.caller.done({ ...call, withKey: false });
  }

  changePassword(values: Values): Done {
    return this.caller.done(post('/api/auth/password/change/', values));
  }

  profile(): Promise<CallResult<Profile>> {
    return this.caller.read({ method: 'GET', path: '/api/users/profile' }, profileOf);
  }

  /** Agrees to the current version of the data agreement. */
  agree(): Done {
    return this.caller.done(post('/api/users/agreement/', {}));
  }

  setLanguage(locale: string): Done {
    const path = `/api/setlang/?language=${encodeURIComponent(locale)}`;
    return this.caller.done({ method: 'GET', path });
  }

  contact(values: Values): Done {
    return this.caller.done(post('/api/contact/', values));
  }

  /** Returns the requests for access of the account, newest first. */
  accessRequests(): Promise<CallResult<readonly AccessState[]>> {
    return this.caller.read(
      { method: 'GET', path: '/api/users/access-requests/' },
      accessRequestsOf,
    );
  }

  requestAccess(values: Values): Done {
    return this.caller.done(post('/api/users/access-requests/', values));
  }

  devices(): Promise<CallResult<readonly Device[]>> {
    return this.caller.read({ method: 'GET', path: '/api/users/sessions/' }, devicesOf);
  }

  endDevice(id: number): Done {
    return this.caller.done({ method: 'DELETE', path: `/api/users/sessions/${id}/` });
  }

  /** Returns everything that the server stores about the account. */
  exportData(): Promise<CallResult<unknown>> {
    return this.caller.read({ method: 'GET', path: '/api/users/export/' }, (value) => value);
  }

  deleteAccount(password: string): Done {
    return this.caller.done(post('/api/users/delete/', { password }));
  }
}

function post(path: string, body: Values): Call {
  return { method: 'POST', path, body };
}

function keyOf(value: unknown): string | null {
  return isObject(value) && typeof value['key'] === 'string' ? value['key'] : null;
}

function profileOf(value: unknown): Profile | undefined {
  if (!fits(profileAnswer, value)) return undefined;
  return {
    username: value.username,
    email: value.email,
    firstName: value.first_name,
    lastName: value.last_name,
    groups: value.groups,
    agreementDue: value.agreement_due === true,
    operator: value.operator === true,
  };
}

function devicesOf(value: unknown): readonly Device[] | undefined {
  if (!fits(devicesAnswer, value)) return undefined;
  return value.map(({ id, device, seen, current }) => ({
    ...{ id, name: device, current },
    seen: seen.slice(0, DAY_LENGTH),
  }));
}

function accessRequestsOf(value: unknown): readonly AccessState[] | undefined {
  if (!fits(accessRequestsAnswer, value)) return undefined;
  return value
    .map(({ level, state, created, answer, until }) => ({
      ...{ level, state, created, answer },
      until: until?.slice(0, DAY_LENGTH) ?? null,
    }))
    .toSorted((a, b) => (a.created < b.created ? 1 : -1));
}

/** The length of `YYYY-MM-DD`, with which times begin. */
const DAY_LENGTH = 10;
