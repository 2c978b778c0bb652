/**
 * A small pool of worker threads that answer requests, each thread one at a time.
 *
 * Heavy requests have threads of their own, which the system lets run after all others: a long
 * search takes neither a thread nor a core from the tiles.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** What a thread sends back: one answer or one error per request. */
export type Reply =
  | { readonly ok: unknown }
  | { readonly error: { readonly name: string; readonly message: string } };

/** What a thread is told at its start. */
export interface ThreadData {
  readonly heavy: boolean;
}

export interface PoolOptions {
  /** The module a thread runs; it calls `serveRequests`. A `.ts` module is run through tsx. */
  readonly script: URL;
  /** Number of threads for requests that are not heavy, at least 2; one less are for heavy ones. */
  readonly size: number;
}

export interface CallOptions {
  /** Milliseconds after which the thread is ended and the call fails with `PoolTimeout`; default 30 000. */
  readonly timeout?: number;
  /** True for what may take long. */
  readonly heavy?: boolean;
}

/** A call took longer than its time; its thread was replaced. */
export class PoolTimeout extends Error {
  override readonly name = 'PoolTimeout';
}

/** The thread of a call ended under it; it was replaced. */
export class WorkerCrashed extends Error {
  override readonly name = 'WorkerCrashed';
}

/** An error a thread answered with; `name` is the name it had there. */
export class RemoteError extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

interface Job {
  readonly request: unknown;
  readonly heavy: boolean;
  readonly timeout: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly heavy: boolean;
  job: Job | null;
  timer: NodeJS.Timeout | null;
}

const DEFAULT_TIMEOUT = 30_000;

/** The number of threads for this machine: cores less one, but 2 to 4. */
export function defaultPoolSize(): number {
  return Math.min(4, Math.max(2, availableParallelism() - 1));
}

export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #threads: Thread[] = [];
  readonly #queue: Job[] = [];
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = { ...options, size: Math.max(2, options.size) };
  }

  /** Starts all threads now, so that the first requests need not wait for them. */
  warm(): void {
    for (const heavy of [false, true]) while (this.#mayStart(heavy)) this.#start(heavy);
  }

  /** Sends a request to the next free thread; the answer's buffers are moved, not copied. */
  call(request: unknown, options: CallOptions = {}): Promise<unknown> {
    const { timeout = DEFAULT_TIMEOUT, heavy = false } = options;
    if (this.#closed) return Promise.reject(new WorkerCrashed('the store is closed'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, heavy, timeout, resolve, reject });
      this.#next();
    });
  }

  /** Sends every running thread a message that has no answer. */
  broadcast(message: unknown): void {
    for (const { worker } of this.#threads) worker.postMessage({ notice: message });
  }

  /** Calls of a kind that wait, and that threads work on. */
  activity(heavy: boolean): { readonly waiting: number; readonly busy: number } {
    return {
      waiting: this.#queue.filter((job) => job.heavy === heavy).length,
      busy: this.#threads.filter((thread) => thread.heavy === heavy && thread.job !== null).length,
    };
  }

  /** Ends all threads; calls under way fail with `WorkerCrashed`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.reject(new WorkerCrashed('the store is closed'));
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #next(): void {
    for (const wanted of [false, true]) {
      for (;;) {
        const index = this.#queue.findIndex(({ heavy }) => heavy === wanted);
        if (index === -1) break;
        let thread = this.#threads.find(({ heavy, job }) => heavy === wanted && job === null);
        if (thread === undefined && this.#mayStart(wanted)) thread = this.#start(wanted);
        if (thread === undefined) break;
        this.#give(thread, this.#queue.splice(index, 1)[0]!);
      }
    }
  }

  #mayStart(heavy: boolean): boolean {
    const { size } = this.#options;
    return (
      this.#threads.filter((thread) => thread.heavy === heavy).length < (heavy ? size - 1 : size)
    );
  }

  #give(thread: Thread, job: Job): void {
    thread.job = job;
    thread.worker.ref();
    thread.timer = setTimeout(() => {
      this.#drop(thread, new PoolTimeout('the store took longer than the time it was given'));
      void thread.worker.terminate();
    }, job.timeout);
    thread.worker.postMessage({ request: job.request });
  }

  #start(heavy: boolean): Thread {
    const { script } = this.#options;
    const worker = startWorker(script, heavy);
    const thread: Thread = { worker, heavy, job: null, timer: null };
    worker.on('message', (reply: Reply) => this.#answer(thread, reply));
    worker.on('error', (error) => {
      this.#drop(thread, new WorkerCrashed(`a thread of the store ended: ${error.name}`));
    });
    worker.on('exit', () => this.#drop(thread, new WorkerCrashed('a thread of the store ended')));
    worker.unref();
    this.#threads.push(thread);
    return thread;
  }

  #answer(thread: Thread, reply: Reply): void {
    const { job } = thread;
    if (job === null) return;
    this.#free(thread);
    if ('ok' in reply) job.resolve(reply.ok);
    else job.reject(new RemoteError(reply.error.name, reply.error.message));
    this.#next();
  }

  #free(thread: Thread): void {
    if (thread.timer !== null) clearTimeout(thread.timer);
    thread.timer = null;
    thread.job = null;
    thread.worker.unref();
  }

  /** Takes a thread out of the pool and fails its call; the next call starts another. */
  #drop(thread: Thread, error: Error): void {
    const index = this.#threads.indexOf(thread);
    if (index !== -1) this.#threads.splice(index, 1);
    const { job } = thread;
    this.#free(thread);
    job?.reject(error);
    if (!this.#closed) this.#next();
  }
}

function startWorker(script: URL, heavy: boolean): Worker {
  if (!script.pathname.endsWith('.ts'))
    return new Worker(script, { execArgv: [], workerData: { heavy } });
  return new Worker(new URL('./typescript-worker.mjs', import.meta.url), {
    execArgv: [],
    workerData: { script: script.href, heavy },
  });
}
