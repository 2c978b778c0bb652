import type { BundleIndex } from 'atlas-engine/runtime';

/** The reason why a request failed. Each kind has its own text in the interface. */
export type FailureKind = 'offline' | 'timeout' | 'refused' | 'missing' | 'server' | 'format';

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
export type RequestJson = <T>(address: string, options?: RequestOptions) => Promise<Outcome<T>>;

export interface RequestOptions {
  /** Timeout in milliseconds; 30 000 by default. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Fetches a JSON document. Returns the value or one of the failures `timeout`, `offline`, `refused`
 * (401, 403), `missing` (404, 410), `server` (any other status) and `format` (not valid JSON).
 */
export const requestJson: RequestJson = async <T>(
  address: string,
  { timeout = DEFAULT_TIMEOUT_MS, signal }: RequestOptions = {},
): Promise<Outcome<T>> => {
  const deadline = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    if (!response.ok) return { ok: false, failure: failureOfStatus(response.status) };
    const text = await response.text();
    try {
      return { ok: true, value: JSON.parse(text) as T };
    } catch {
      return { ok: false, failure: 'format' };
    }
  } catch {
    return { ok: false, failure: deadline.aborted ? 'timeout' : 'offline' };
  }
};

function failureOfStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return 'refused';
  if (status === 404 || status === 410) return 'missing';
  return 'server';
}
