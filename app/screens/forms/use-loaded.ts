import { useCallback, useEffect, useState } from 'react';
import type { Outcome } from '../../net/http-client.ts';

/** A value of the server: loading, loaded or failed. */
export interface Loaded<T> {
  readonly state: 'loading' | 'failed' | 'loaded';
  readonly value: T | null;
  /** Requests the value again. */
  readonly reload: () => void;
}

/** Time in milliseconds after which a list that is in view is requested again. */
const REFRESH_MS = 30_000;

/**
 * Requests a value as `useLoaded`, and again while the page is in view and when it comes back into view.
 * A failure then keeps the value.
 */
export function useRefreshed<T>(request: () => Promise<Outcome<T>>): Loaded<T> {
  const loaded = useLoaded(request, { keeps: true });
  const { reload } = loaded;
  useEffect(() => {
    const refresh = (): void => {
      if (document.visibilityState === 'visible') reload();
    };
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [reload]);
  return loaded;
}

/**
 * Requests a value when the component appears. `request` must not change between renders. `keeps`: a
 * later failure does not replace the value.
 */
export function useLoaded<T>(
  request: () => Promise<Outcome<T>>,
  { keeps = false }: { readonly keeps?: boolean } = {},
): Loaded<T> {
  const [result, setResult] = useState<Outcome<T> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  useEffect(() => {
    let away = false;
    const load = async (): Promise<void> => {
      const next = await request();
      if (!away) setResult((before) => (keeps && before?.ok && !next.ok ? before : next));
    };
    void load();
    return () => {
      away = true;
    };
  }, [request, attempt, keeps]);
  if (result === null) return { state: 'loading', value: null, reload };
  return result.ok
    ? { state: 'loaded', value: result.value, reload }
    : { state: 'failed', value: null, reload };
}
