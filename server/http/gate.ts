/** Lets only so many heavy jobs run at once, so that light requests keep their pace. */
import { BusyError } from './errors.ts';

export interface GateOptions {
  readonly atOnce: number;
  /** Jobs that may wait; one more is refused with `BusyError`. */
  readonly waiting: number;
}

/**
 * Runs a job when there is a place, in the order of asking. A job whose signal is aborted while it
 * waits leaves the queue. A job of an answer that has begun is never refused.
 */
export type Gate = <T>(
  job: () => Promise<T>,
  signal?: AbortSignal,
  options?: { readonly begun: boolean },
) => Promise<T>;

/** Makes a gate. */
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
    else if (queue.length >= waiting && !begun) throw new BusyError('turns');
    else await wait(signal);
    try {
      return await job();
    } finally {
      // The place goes straight to the next in line, so nobody can step in between.
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
