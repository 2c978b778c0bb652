/** Limits how many heavy jobs run at once, so that light requests stay fast. */
import { BusyError } from './errors.ts';

export interface GateOptions {
  readonly atOnce: number;
  /** Maximum number of waiting jobs. If there are more, a job is refused with `BusyError`. */
  readonly waiting: number;
}

/**
 * Runs jobs in the order of arrival, at most `atOnce` at the same time. A waiting job whose signal
 * is aborted leaves the queue. A job of a response that has begun is never refused.
 */
export type Gate = <T>(
  job: () => Promise<T>,
  signal?: AbortSignal,
  options?: { readonly begun: boolean },
) => Promise<T>;

/** Creates a gate, which limits how many jobs run at the same time. */
export function createGate({ atOnce, waiting }: GateOptions): Gate {
  let free = atOnce;
  const queue: (() => void)[] = [];
  const wait = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        const at = queue.indexOf(enter);
        if (at === -1) return;
        queue.splice(at, 1);
        reject(signal?.reason as Error);
      };
      queue.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  return async (job, signal, { begun } = { begun: false }) => {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else if (queue.length >= waiting && !begun) throw new BusyError('queue');
    else await wait(signal);
    try {
      return await job();
    } finally {
      // The next waiting job starts directly, so that a job that arrives later cannot take its
      // place.
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
