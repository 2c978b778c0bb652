import type { BundleIndex } from 'atlas-engine/runtime';

/** Why an answer did not come; each has its own sentence in the texts. */
export type FailureKind = 'offline' | 'timeout' | 'refused' | 'missing' | 'server' | 'format';

/** A call to the network ends in a value or in a kind of failure, never in an exception. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: FailureKind };

/** All that the stores ask of the network. */
export interface Network {
  readonly json: RequestJson;
  /** The public index in a language of the atlas. */
  readonly index: (locale: string) => Promise<Outcome<BundleIndex>>;
}

/** Fetches JSON from the atlas's own server. */
export type RequestJson = <T>(address: string, options?: RequestOptions) => Promise<Outcome<T>>;

export interface RequestOptions {
  /** Milliseconds until the call is given up; 30 000 unless told otherwise. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Reads a JSON document; ends in the value, or in `timeout`, `offline`, `refused` (401, 403),
 * `missing` (404, 410), `server` (any other status) or `format` (no JSON).
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
