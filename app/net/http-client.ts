import type { BundleIndex } from 'atlas-engine/runtime';
import { csrfHeader } from './csrf-token.ts';
import { DATA_TIMEOUT_MS, deadline } from './deadline.ts';
import type { RequestOptions } from './request-options.ts';

/** Why a request failed. Each kind has its own text in the interface. */
export type Failure =
  /** Without an answer, without one in time, and with another document than the one asked for. */
  | { readonly kind: 'offline' | 'timeout' | 'format' }
  /** 401: nobody is logged in. 403: refused. 404 and 410. 503: not at the moment. Others. */
  | { readonly kind: 'unauthorized' | 'forbidden' | 'missing' | 'busy' | 'server' }
  /** 429, with the time to wait. */
  | { readonly kind: 'limited'; readonly minutes: number }
  /** 400, 409, 413 and 422, with the fields that the server does not accept. */
  | { readonly kind: 'invalid'; readonly fields: readonly string[] };

export type FailureKind = Failure['kind'];

/** The result of a request: a value or a failure. Requests do not throw. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** The requests that the stores send to the server. */
export interface Network {
  readonly json: RequestJson;
  /** Requests the public index in a language of the atlas. */
  readonly index: (locale: string) => Promise<Outcome<BundleIndex>>;
}

/** Fetches JSON from the atlas's own server. */
export type RequestJson = <T>(address: string, options?: JsonOptions<T>) => Promise<Outcome<T>>;

/** Returns whether a document is the one that was asked for. */
export type Guard<T> = (value: unknown) => value is T;

export interface JsonOptions<T> extends RequestOptions {
  /** Loads the check of the document, while it is on its way. */
  readonly reader?: () => Promise<Guard<T>>;
  /**
   * Keys that the document must have. A proxy or the login page of a network may answer any request
   * with a document of its own.
   */
  readonly keys?: readonly string[];
  /** Asks for lines of JSON, which are joined to the document. */
  readonly lines?: {
    readonly join: (lines: readonly unknown[]) => unknown;
    /** Receives the document as far as it has come. */
    partly(this: void, value: T): void;
  };
}

/** Fetches a JSON document, which must be an object if there is no reader. */
export const requestJson: RequestJson = <T>(
  address: string,
  { reader, keys = [], lines, ...options }: JsonOptions<T> = {},
): Promise<Outcome<T>> => {
  const guard = reader?.();
  // If it cannot be loaded, the error is thrown where the response is read.
  guard?.catch(() => undefined);
  const read = async (text: string, isLines: boolean): Promise<T | undefined> => {
    const value: unknown = isLines ? lines?.join(linesOf(text)) : JSON.parse(text);
    const isAsked = (await guard) ?? ((one): one is T => hasKeys(one, keys));
    return isAsked(value) ? value : undefined;
  };
  const onText = async (text: string): Promise<void> => {
    const value = await read(text, true);
    if (value !== undefined) lines?.partly(value);
  };
  return request(address, { ...options, ...(lines && { onText }) }, read);
};

/** Parses the lines of a text that are complete. */
function linesOf(text: string): readonly unknown[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
}

/**
 * Sends a request to the atlas's own server. `read` returns the value of the answer, which may be lines; `undefined`, or a
 * `SyntaxError`, for another document than the one asked for.
 */
export async function request<T>(
  address: string,
  options: RequestOptions,
  read: (text: string, isLines: boolean) => T | undefined | Promise<T | undefined>,
): Promise<Outcome<T>> {
  const { body, method = body && 'POST' } = options;
  const signal = deadline(options.timeout ?? DATA_TIMEOUT_MS, options.signal);
  const send = (to: string): Promise<Response> =>
    fetch(to, {
      ...(method && { method }),
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        accept: options.onText ? LINES : 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...csrfHeader(),
        ...options.headers,
      },
      credentials: 'same-origin',
      cache: options.fresh ? 'reload' : 'default',
      signal,
    });
  try {
    const response =
      method || options.patient
        ? await (await loadRepeating()).sendRepeating(address, send, { ...options, signal })
        : await send(address);
    const isLines = response.headers.get('content-type')?.startsWith(LINES) ?? false;
    const text =
      isLines && options.onText
        ? await (await loadRepeating()).readParts(response, options.onText)
        : await response.text();
    if (!response.ok) return failed(failureOf(response, options.fieldsIn?.(text)));
    const value = await read(text, isLines);
    return value === undefined ? failed({ kind: 'format' }) : { ok: true, value };
  } catch (error) {
    return failed({ kind: ERRORS[(error as Error).name] ?? 'offline' });
  }
}

/** The type of an answer in lines of JSON. */
const LINES = 'application/x-ndjson';

/** Loads what sends requests more than once; the first map sends none of them. */
export const loadRepeating = () => import('./send-repeating.ts');

function failed(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}

/** The failure of an error, by its name. Without a connection, it is a `TypeError`. */
const ERRORS: Readonly<Record<string, 'format' | 'timeout'>> = {
  SyntaxError: 'format',
  TimeoutError: 'timeout',
};

const KINDS: Readonly<Record<number, Exclude<FailureKind, 'invalid' | 'limited'>>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'missing',
  410: 'missing',
  503: 'busy',
};

/** Maps a response to a failure by its status, never by its texts. */
function failureOf({ status, headers }: Response, fields: readonly string[] = []): Failure {
  if ([400, 409, 413, 422].includes(status)) return { kind: 'invalid', fields };
  if (status !== 429) return { kind: KINDS[status] ?? 'server' };
  const seconds = Number(headers.get('retry-after')) || 60;
  return { kind: 'limited', minutes: Math.ceil(seconds / 60) };
}

function hasKeys(value: unknown, keys: readonly string[]): boolean {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && keys.every((key) => key in value);
}
