/** Lets only so many heavy jobs run at once, so that light requests keep their pace. */
import { HttpError } from './errors.ts';

export interface GateOptions {
  readonly atOnce: number;
  /** Jobs that may wait; one more is refused with 503. */
  readonly waiting: number;
}

/**
 * Runs a job when there is a place, in the order of asking. A job whose signal is aborted while it
 * waits leaves the queue.
 */
export type Gate = <T>(job: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Makes a gate. */
export function createGate({ atOnce, waiting }: GateOptions): Gate {
  let free = atOnce;
  const queue: (() => void)[] = [];
  const wait = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      queue.push(resolve);
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(resolve);
        if (at === -1) return;
        queue.splice(at, 1);
        reject(new HttpError('unavailable'));
      });
    });
  return async (job, signal) => {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else if (queue.length >= waiting) throw new HttpError('unavailable');
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
