/** Requests that are sent more than once: for the CSRF token, after a redirect, and after a 429. */
import { csrfToken } from './csrf-token.ts';
import { DATA_TIMEOUT_MS } from './deadline.ts';
import type { RequestOptions } from './request-options.ts';

/** The route that sets the cookie `csrftoken`, also for visitors without an account. */
const COOKIE_PATH = '/api/users/profile';

interface Sending extends RequestOptions {
  readonly signal: AbortSignal;
}

type Send = (address: string) => Promise<Response>;

/**
 * Sends a request. A change needs the cookie `csrftoken`: it is requested before the first change, and
 * again after a 403, when the change is sent once more; not with a token of another session in its
 * headers.
 */
export async function sendRepeating(
  address: string,
  send: Send,
  { body, method = body && 'POST', headers, patient, signal, timeout = DATA_TIMEOUT_MS }: Sending,
): Promise<Response> {
  const end = performance.now() + timeout;
  const once = async (): Promise<Response> => {
    const response = await send(address);
    // After a 301, browsers repeat a POST as GET and without its body.
    return method && response.redirected && isOwn(response.url) ? send(response.url) : response;
  };
  const isChange = method !== undefined && method !== 'HEAD';
  const needsCookie = isChange && headers?.['x-csrftoken'] === undefined;
  if (needsCookie && csrfToken() === null) await requestCookie(signal);
  let response = await once();
  if (needsCookie && response.status === 403) {
    await requestCookie(signal);
    response = await once();
  }
  while (patient && response.status === 429) {
    const wait = waitOf(response);
    if (performance.now() + wait >= end) break;
    await pause(wait, signal);
    response = await once();
  }
  return response;
}

/** Reads a text, and reports what has come of it. */
export async function readParts(
  { body }: Response,
  onText: (text: string) => Promise<void>,
): Promise<string> {
  let text = '';
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value;
    await onText(text);
  }
  return text;
}

function isOwn(address: string): boolean {
  return new URL(address).origin === location.origin;
}

/** Requests the cookie `csrftoken`. The response itself is not needed: 401 sets the cookie too. */
async function requestCookie(signal: AbortSignal): Promise<void> {
  await fetch(COOKIE_PATH, { credentials: 'same-origin', signal });
}

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
