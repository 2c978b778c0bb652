/** Timeout of a request for data, in milliseconds: the page says within 30 s that it failed. */
export const DATA_TIMEOUT_MS = 20_000;

/**
 * Returns a signal that aborts after this many milliseconds, or with another signal. A request that
 * the timeout aborts rejects with a `TimeoutError`.
 */
export function deadline(milliseconds: number, other?: AbortSignal | null): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort(other?.reason);
  if (other?.aborted) abort();
  other?.addEventListener('abort', abort, { once: true });
  setTimeout(() => {
    other?.removeEventListener('abort', abort);
    controller.abort(new DOMException('The response did not arrive in time.', 'TimeoutError'));
  }, milliseconds);
  return controller.signal;
}
