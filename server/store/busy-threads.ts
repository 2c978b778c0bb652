/**
 * The threads of this process that a job is under way in. Node ends its threads when the process
 * ends, and one that is ended inside the SQLite driver aborts the whole process with a dump: so
 * whoever ends the process waits for them.
 */

/** A thread as long as its job is under way. */
export interface BusyThread {
  /** Has the loops of the job end soon; the thread stays. */
  cancel(): void;
}

const busy = new Set<BusyThread>();
const stuck = new Set<BusyThread>();
const waiting = new Set<() => void>();

/** Threads that do not answer after which the process is to be started again. */
const STUCK_LIMIT = 2;

let tooManyStuck: (() => void) | null = null;
let ending = false;

/** True when the process is about to end: no thread is given a job any more. */
export const isEnding = (): boolean => ending;

export function markBusy(thread: BusyThread): void {
  busy.add(thread);
}

/** The thread is back from its job, or it has ended. */
export function markIdle(thread: BusyThread): void {
  busy.delete(thread);
  stuck.delete(thread);
  if (busy.size === 0) for (const resolve of waiting) resolve();
}

/** The thread was asked to give up its job and does not answer. */
export function markStuck(thread: BusyThread): void {
  if (busy.has(thread)) stuck.add(thread);
  if (stuck.size === STUCK_LIMIT) tooManyStuck?.();
}

/** Calls back when two threads of the process are stuck at the same time. */
export function onStuckThreads(restart: () => void): void {
  tooManyStuck = restart;
}

/** Time for threads to give up their jobs; each loop looks at its clock within milliseconds. */
const CANCEL_MILLISECONDS = 1_000;

/**
 * Ends the process with a code once no thread has a job under way. When one goes on all the same,
 * the process is killed (137): that is how it ends in order, without an abort in the driver.
 */
export async function exitProcess(code: number): Promise<never> {
  ending = true;
  for (const thread of busy) thread.cancel();
  if (busy.size > 0) {
    await new Promise<void>((resolve) => {
      waiting.add(resolve);
      setTimeout(resolve, CANCEL_MILLISECONDS);
    });
  }
  if (busy.size > 0) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}
