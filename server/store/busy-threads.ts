/**
 * Tracks the threads of this process with a job in progress. Node terminates its threads when the
 * process ends, and terminating a thread inside the SQLite driver aborts the whole process with a core
 * dump. The process must therefore wait for them.
 */

/** A thread with a job in progress. */
export interface BusyThread {
  /** Makes the loops of the job end soon; the thread continues. */
  cancel(): void;
}

const busy = new Set<BusyThread>();
const stuck = new Set<BusyThread>();
const waiting = new Set<() => void>();

/** Number of threads that do not respond after which the process must be restarted. */
const STUCK_LIMIT = 2;

let tooManyStuck: (() => void) | null = null;
let ending = false;

/** Returns true when the process is about to end. Threads then get no more jobs. */
export const isEnding = (): boolean => ending;

export function markBusy(thread: BusyThread): void {
  busy.add(thread);
}

/** Notes that the thread has finished its job or has ended. */
export function markIdle(thread: BusyThread): void {
  busy.delete(thread);
  stuck.delete(thread);
  if (busy.size === 0) for (const resolve of waiting) resolve();
}

/** Notes that the thread was asked to cancel its job and does not respond. */
export function markStuck(thread: BusyThread): void {
  if (busy.has(thread)) stuck.add(thread);
  if (stuck.size === STUCK_LIMIT) tooManyStuck?.();
}

/** Sets a function that is called when two threads of the process are stuck at the same time. */
export function onStuckThreads(restart: () => void): void {
  tooManyStuck = restart;
}

/**
 * Time for threads to cancel their jobs, in milliseconds. Each loop of a job checks every few
 * milliseconds of its processor time whether the job is cancelled. On a busy machine, a thread for
 * heavy requests gets a small part of the processor time, because its priority is low.
 */
const CANCEL_MILLISECONDS = 3_000;

/**
 * Ends the process with a code once no thread has a job in progress. If a job does not end, the process
 * is killed (137), because a normal exit would abort in the driver.
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
