/** Calls to the account routes: cookies, the CSRF header, and answers of many kinds. */
import { COOKIE_PATH, csrfTokenIn } from '../net/csrf-token.ts';
import type { LeftSession } from './left-session.ts';

/** Why a call failed. `invalid` names the fields that the server does not accept. */
export type CallFailure =
  | { readonly kind: 'offline' | 'timeout' | 'server' | 'missing' }
  /** 503: the server cannot answer at the moment. */
  | { readonly kind: 'busy' }
  /** 401: nobody is logged in, or the key is no longer valid. 403: refused. */
  | { readonly kind: 'unauthorized' | 'forbidden' }
  | { readonly kind: 'limited'; readonly minutes: number }
  | { readonly kind: 'invalid'; readonly fields: readonly string[] };

export type CallResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: CallFailure };

export interface Call {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** False for login, registration and reset, which never send a key. */
  readonly withKey?: boolean;
  /** The session that the call is for, in place of that of the page. */
  readonly as?: LeftSession;
}

/** The parts of the browser that a call uses. */
export interface CallSurroundings {
  readonly fetch: typeof fetch;
  readonly origin: string;
  /** The value of `document.cookie`. */
  readonly cookies: () => string;
  /** The language of the page, in which the server writes mails. */
  readonly locale: () => string;
  /** The key of the token scheme; null under the session scheme. */
  readonly key: () => string | null;
}

const TIMEOUT_MS = 30_000;

export class Caller {
  private readonly surroundings: CallSurroundings;

  constructor(surroundings: CallSurroundings) {
    this.surroundings = surroundings;
  }

  /**
   * Sends a call. Before the first unsafe call, it requests the cookie `csrftoken`; after a 403, it
   * requests it again and repeats the call once, unless the call is for a session that is named.
   * Returns the JSON of the response, or null for a response without JSON. Does not throw.
   */
  async send(call: Call): Promise<CallResult<unknown>> {
    if (typeof call.as?.token === 'string') return this.once(call);
    const isUnsafe = call.method !== 'GET' && call.method !== 'HEAD';
    if (isUnsafe && this.csrfToken === null) await this.requestCookie();
    const first = await this.once(call);
    if (!isUnsafe || first.ok || first.failure.kind !== 'forbidden') return first;
    await this.requestCookie();
    return this.once(call);
  }

  /** Sends a call whose response has no value. */
  async done(call: Call): Promise<CallResult<null>> {
    const result = await this.send(call);
    return result.ok ? { ok: true, value: null } : result;
  }

  /** Sends a call and reads its value; `undefined` means another format than expected. */
  async read<T>(call: Call, reader: (value: unknown) => T | undefined): Promise<CallResult<T>> {
    const result = await this.send(call);
    if (!result.ok) return result;
    const value = reader(result.value);
    return value === undefined ? { ok: false, failure: { kind: 'server' } } : { ok: true, value };
  }

  private async requestCookie(): Promise<void> {
    await this.once({ method: 'GET', path: COOKIE_PATH, withKey: false });
  }

  private async once(call: Call): Promise<CallResult<unknown>> {
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    try {
      let response = await this.fetch(call, call.path, deadline);
      // After a 301, browsers repeat a POST as GET and without its body.
      if (response.redirected && call.method !== 'GET' && this.isOwn(response.url))
        response = await this.fetch(call, response.url, deadline);
      return await resultOf(response);
    } catch {
      return { ok: false, failure: { kind: deadline.aborted ? 'timeout' : 'offline' } };
    }
  }

  private fetch(call: Call, address: string, signal: AbortSignal): Promise<Response> {
    const { fetch, locale, key } = this.surroundings;
    const token = call.as?.token ?? this.csrfToken;
    const secret = call.withKey === false ? null : (call.as ?? { key: key() }).key;
    return fetch(address, {
      method: call.method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        'accept-language': locale(),
        ...(call.body && { 'content-type': 'application/json' }),
        ...(token !== null && { 'x-csrftoken': token }),
        ...(secret !== null && { authorization: `Token ${secret}` }),
      },
      ...(call.body && { body: JSON.stringify(call.body) }),
      signal,
    });
  }

  private isOwn(address: string): boolean {
    return new URL(address).origin === this.surroundings.origin;
  }

  private get csrfToken(): string | null {
    return csrfTokenIn(this.surroundings.cookies());
  }
}

async function resultOf(response: Response): Promise<CallResult<unknown>> {
  const value = parsed(await response.text());
  // The login page of a network may answer in place of the server.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (response.ok && isPage) return { ok: false, failure: { kind: 'server' } };
  return response.ok
    ? { ok: true, value }
    : { ok: false, failure: failureOf(response, fieldsOf(value)) };
}

/** Maps a response to a failure by its status and the names of its fields, never by its texts. */
function failureOf(response: Response, fields: readonly string[]): CallFailure {
  switch (response.status) {
    case 400:
    case 409:
    case 413:
    case 422:
      return { kind: 'invalid', fields };
    case 401:
      return { kind: 'unauthorized' };
    case 403:
      return { kind: 'forbidden' };
    case 404:
    case 410:
      return { kind: 'missing' };
    case 429: {
      const seconds = Number(response.headers.get('retry-after'));
      return { kind: 'limited', minutes: Math.max(1, Math.ceil((seconds || 60) / 60)) };
    }
    case 503:
      return { kind: 'busy' };
    default:
      return { kind: 'server' };
  }
}

/** Parses JSON; null for an empty response or another format, such as the HTML of a proxy. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the reader of a list, which leaves out entries of another format. */
export function listOf<T>(
  reader: (value: unknown) => T | undefined,
): (value: unknown) => readonly T[] | undefined {
  return (value) =>
    Array.isArray(value) ? value.flatMap((item: unknown) => reader(item) ?? []) : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
