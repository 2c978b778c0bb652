import type { BundleIndex } from 'atlas-engine/runtime';
import { COOKIE_PATH, csrfHeader, csrfToken } from './csrf-token.ts';
import { DATA_TIMEOUT_MS, deadline } from './deadline.ts';

/** The reason why a request failed. Each kind has its own text in the interface. */
export type FailureKind =
  'offline' | 'timeout' | 'invalid' | 'refused' | 'missing' | 'limited' | 'server' | 'format';

/** The result of a request: a value or a kind of failure. Requests do not throw. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: FailureKind };

/** The requests that the stores send to the server. */
export interface Network {
  readonly json: RequestJson;
  /** Requests the public index in a language of the atlas. */
  readonly index: (locale: string) => Promise<Outcome<BundleIndex>>;
}

/** Fetches JSON from the atlas's own server. */
export type RequestJson = <T>(address: string, options?: RequestOptions<T>) => Promise<Outcome<T>>;

/** Returns whether a document is the one that was asked for. */
export type Guard<T> = (value: unknown) => value is T;

export interface RequestOptions<T> {
  /** Timeout in milliseconds; 20 000 by default. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Sent as JSON by POST; without it, the document is requested by GET. */
  readonly body?: object;
  /** Loads the check of the document, while it is on its way. */
  readonly reader?: () => Promise<Guard<T>>;
  /**
   * Keys that the document must have. A proxy or the login page of a network may answer any request
   * with a document of its own.
   */
  readonly keys?: readonly string[];
  /** Requests it past the browser's cache, which may hold a damaged document. */
  readonly fresh?: boolean;
  /** After a 429, waits as long as the server says and sends it again, until the timeout. */
  readonly patient?: boolean;
}

/**
 * Fetches a JSON document. Returns the value or one of the failures `timeout`, `offline`, `invalid`
 * (400, 413), `refused` (401, 403), `missing` (404, 410), `limited` (429), `server` (any other status)
 * and `format` (not valid JSON, or another document). A POST needs the cookie `csrftoken`: it is requested before
 * the first one, and again after a 403, when the POST is sent once more.
 */
export const requestJson: RequestJson = async <T>(
  address: string,
  {
    timeout = DATA_TIMEOUT_MS,
    signal,
    body,
    reader,
    keys = [],
    fresh = false,
    patient = false,
  }: RequestOptions<T> = {},
): Promise<Outcome<T>> => {
  const until = deadline(timeout, signal);
  const end = performance.now() + timeout;
  const guard = reader?.();
  // The reader loads during the request. If it cannot be loaded, the error is thrown where the response is read.
  guard?.catch(() => undefined);
  const send = (): Promise<Response> =>
    fetch(address, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...csrfHeader(),
      },
      credentials: 'same-origin',
      cache: fresh ? 'reload' : 'default',
      signal: until,
    });
  try {
    if (body && csrfToken() === null) await requestCookie(until);
    let response = await send();
    if (body && response.status === 403) {
      await requestCookie(until);
      response = await send();
    }
    while (patient && response.status === 429) {
      const wait = waitOf(response);
      if (performance.now() + wait >= end) break;
      await pause(wait, until);
      response = await send();
    }
    if (!response.ok) return { ok: false, failure: failureOfStatus(response.status) };
    const text = await response.text();
    return readDocument(text, (await guard) ?? ((value): value is T => hasKeys(value, keys)));
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
};

/** Returns the milliseconds that the server asks to wait. */
function waitOf({ headers }: Response): number {
  return 1_000 * Math.max(1, Number(headers.get('retry-after')) || 0);
}

/** Waits. Rejects when the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Requests the cookie `csrftoken`. The response itself is not needed: 401 sets the cookie too. */
async function requestCookie(signal: AbortSignal): Promise<void> {
  await fetch(COOKIE_PATH, { credentials: 'same-origin', signal });
}

/** Returns `timeout` for a request that its deadline aborted, otherwise `offline`. */
export function failureOf(error: unknown): FailureKind {
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'offline';
}

function readDocument<T>(text: string, isAsked: Guard<T>): Outcome<T> {
  try {
    const value: unknown = JSON.parse(text);
    if (isAsked(value)) return { ok: true, value };
  } catch {
    // Not JSON.
  }
  return { ok: false, failure: 'format' };
}

function hasKeys(value: unknown, keys: readonly string[]): boolean {
  return keys.length === 0 || (isObject(value) && keys.every((key) => key in value));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function failureOfStatus(status: number): FailureKind {
  if (status === 400 || status === 413) return 'invalid';
  if (status === 401 || status === 403) return 'refused';
  if (status === 404 || status === 410) return 'missing';
  if (status === 429) return 'limited';
  return 'server';
}
