/**
 * A small pool of worker threads that answer requests, one at a time in each thread.
 *
 * Heavy requests have separate threads with a lower priority, so that a long search does not use
 * the threads and cores that tiles need. A request that takes too many steps in a light thread
 * starts again in a heavy one, and starts there the next time.
 *
 * Threads are never terminated from outside, because that aborts the process inside the SQLite
 * driver. A late job is cancelled by a flag that all its loops check.
 */
import { availableParallelism } from 'node:os';
import { DeadlineExceeded } from '../geometry/deadline.ts';
import { isEnding } from './busy-threads.ts';
import { KnownHeavy } from './known-heavy.ts';
import { PoolThread, type Reply } from './pool-thread.ts';

export interface PoolOptions {
  /** The module of a thread; it calls `serveRequests`. A `.ts` module runs through tsx. */
  readonly script: URL;
  /** Number of threads for light requests, at least 2; there is one fewer for heavy ones. */
  readonly size: number;
  /**
   * Time in milliseconds for a cancelled job to respond before its thread is replaced; default 10
   * 000.
   */
  readonly grace?: number;
  /** What each thread can read with `givenToThread`. */
  readonly given?: unknown;
}

export interface CallOptions {
  /**
   * Time limit in milliseconds, including the wait for a thread; default 30 000. After it, the call
   * fails with `DeadlineExceeded`.
   */
  readonly timeout?: number;
  /** True for a request that may take a long time. */
  readonly heavy?: boolean;
}

/** Thrown if the thread of a call has ended, or the pool was closed. */
export class WorkerCrashed extends Error {
  override readonly name = 'WorkerCrashed';
}

/** An error sent by a thread; `name` is the name of the original error. */
export class RemoteError extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

interface Job {
  readonly request: unknown;
  /** True if the request was declared heavy, or after the job was too heavy for a light thread. */
  heavy: boolean;
  readonly deadline: NodeJS.Timeout;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A job in progress, and the thread that runs it. */
interface Run {
  readonly job: Job;
  /** Timer that ends the wait for a cancelled job; null if the job was not cancelled. */
  grace: NodeJS.Timeout | null;
}

const DEFAULT_TIMEOUT = 30_000;
const DEFAULT_GRACE = 10_000;

/** Maximum time in milliseconds for threads to end when the pool is closed. */
const CLOSE_GRACE = 2_000;

/** Returns the number of threads for this machine: cores less one, but 2 to 4. */
export function defaultPoolSize(): number {
  return Math.min(4, Math.max(2, availableParallelism() - 1));
}

export class WorkerPool {
  readonly #script: URL;
  readonly #size: number;
  readonly #grace: number;
  readonly #given: unknown;
  readonly #threads = new Map<PoolThread, Run | null>();
  readonly #queue: Job[] = [];
  readonly #knownHeavy = new KnownHeavy();
  #closed = false;

  constructor({ script, size, grace = DEFAULT_GRACE, given }: PoolOptions) {
    this.#script = script;
    this.#size = Math.max(2, size);
    this.#grace = grace;
    this.#given = given;
  }

  /** Starts all threads now, so that the first requests need not wait for them. */
  warm(): void {
    for (const heavy of [false, true]) while (this.#mayStart(heavy)) this.#start(heavy);
  }

  /** Sends a request to the next free thread; buffers in the answer are moved, not copied. */
  call(request: unknown, options: CallOptions = {}): Promise<unknown> {
    const { timeout = DEFAULT_TIMEOUT, heavy = false } = options;
    if (this.#closed) return Promise.reject(new WorkerCrashed('the store is closed'));
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => this.#expire(job), timeout);
      const isLong = heavy || this.#knownHeavy.has(request);
      const job: Job = { request, heavy: isLong, deadline, resolve, reject };
      this.#queue.push(job);
      this.#next();
    });
  }

  /** Sends a message to every running thread. The threads do not answer. */
  broadcast(message: unknown): void {
    for (const thread of this.#threads.keys()) thread.notify(message);
  }

  /** Returns the numbers of light or heavy calls that wait and that are in progress. */
  activity(heavy: boolean): { readonly waiting: number; readonly busy: number } {
    return {
      waiting: this.#queue.filter((job) => job.heavy === heavy).length,
      busy: this.#threadsOf(heavy).filter((thread) => this.#threads.get(thread) !== null).length,
    };
  }

  /** Ends all threads; calls in progress fail with `WorkerCrashed`. */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = new WorkerCrashed('the store is closed');
    for (const job of this.#queue.splice(0)) settle(job, closed);
    const threads = [...this.#threads.keys()];
    for (const thread of threads) {
      this.#fail(thread, closed);
      thread.close();
    }
    await Promise.all(threads.map((thread) => thread.endsWithin(CLOSE_GRACE)));
  }

  #next(): void {
    if (isEnding()) return;
    for (const heavy of [false, true]) {
      for (;;) {
        const index = this.#queue.findIndex((job) => job.heavy === heavy);
        if (index === -1) break;
        const thread = this.#freeThread(heavy);
        if (thread === undefined) break;
        this.#run(thread, this.#queue.splice(index, 1)[0]!);
      }
    }
  }

  #freeThread(heavy: boolean): PoolThread | undefined {
    const free = this.#threadsOf(heavy).find((thread) => this.#threads.get(thread) === null);
    return free ?? (this.#mayStart(heavy) ? this.#start(heavy) : undefined);
  }

  #threadsOf(heavy: boolean): PoolThread[] {
    return [...this.#threads.keys()].filter((thread) => thread.heavy === heavy);
  }

  #mayStart(heavy: boolean): boolean {
    return this.#threadsOf(heavy).length < (heavy ? this.#size - 1 : this.#size);
  }

  #start(heavy: boolean): PoolThread {
    const thread: PoolThread = new PoolThread(
      this.#script,
      { heavy, given: this.#given },
      {
        answered: (reply) => this.#answered(thread, reply),
        ended: (reason) => {
          this.#fail(thread, new WorkerCrashed(`a thread of the store ended: ${reason ?? 'exit'}`));
          this.#remove(thread);
        },
      },
    );
    this.#threads.set(thread, null);
    return thread;
  }

  #run(thread: PoolThread, job: Job): void {
    this.#threads.set(thread, { job, grace: null });
    thread.run(job.request);
  }

  /** Cancels a job whose time limit has passed, in its thread or in the queue. */
  #expire(job: Job): void {
    const index = this.#queue.indexOf(job);
    if (index !== -1) {
      this.#queue.splice(index, 1);
      settle(job, new DeadlineExceeded());
      return;
    }
    for (const [thread, run] of this.#threads) {
      if (run?.job !== job) continue;
      thread.cancel();
      run.grace = setTimeout(() => this.#giveUp(thread), this.#grace);
    }
  }

  /** Replaces a thread that does not respond. */
  #giveUp(thread: PoolThread): void {
    this.#fail(thread, new DeadlineExceeded());
    thread.leaveAlone();
    this.#remove(thread);
  }

  #answered(thread: PoolThread, reply: Reply): void {
    const run = this.#threads.get(thread) ?? null;
    if (run === null) return;
    this.#free(thread, run);
    const { job } = run;
    if ('ok' in reply) {
      clearTimeout(job.deadline);
      job.resolve(reply.ok);
    } else if (reply.error.name === 'TooHeavy' && run.grace === null) {
      job.heavy = true;
      this.#knownHeavy.add(job.request);
      this.#queue.push(job);
    } else {
      settle(job, errorOf(reply.error));
    }
    this.#next();
  }

  #fail(thread: PoolThread, error: Error): void {
    const run = this.#threads.get(thread) ?? null;
    if (run === null) return;
    this.#free(thread, run);
    settle(run.job, error);
  }

  #free(thread: PoolThread, { grace }: Run): void {
    if (grace !== null) clearTimeout(grace);
    this.#threads.set(thread, null);
  }

  #remove(thread: PoolThread): void {
    this.#threads.delete(thread);
    if (!this.#closed) this.#next();
  }
}

function errorOf({ name, message }: { readonly name: string; readonly message: string }): Error {
  const isLate = name === 'DeadlineExceeded' || name === 'TooHeavy';
  return isLate ? new DeadlineExceeded() : new RemoteError(name, message);
}

function settle(job: Job, error: Error): void {
  clearTimeout(job.deadline);
  job.reject(error);
}
