import { AccountsUnavailable } from '../errors.ts';

/** Milliseconds after which a change that waits is refused. */
export const PATIENCE_MS = 3_000;

/** Runs jobs one after the other: there is one connection, and its transactions must not mix. */
export class Turns {
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  /**
   * Runs a job after those before it, and passes the time, by `performance.now()`, at which its
   * patience ends. A job that is still waiting at that time is never run.
   */
  take<T>(job: (end: number) => Promise<T>): Promise<T> {
    if (this.#isClosed)
      return Promise.reject(new AccountsUnavailable(new Error('the accounts are closed')));
    const end = performance.now() + PATIENCE_MS;
    return new Promise<T>((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(new AccountsUnavailable(new Error(`earlier changes took ${inSeconds()}`)));
      }, PATIENCE_MS);
      this.#last = this.#last.then(async () => {
        clearTimeout(timer);
        if (!isLate) await job(end).then(resolve, reject);
      });
    });
  }

  /** Takes no more jobs. Resolves when none runs or waits. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#last;
  }
}

/** Returns the patience for messages. */
export function inSeconds(): string {
  return `${PATIENCE_MS / 1_000} s`;
}
