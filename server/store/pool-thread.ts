/** One thread of a pool, seen from the main thread. It is never terminated from outside. */
import { Worker } from 'node:worker_threads';
import { markBusy, markIdle, markStuck, type BusyThread } from './busy-threads.ts';

/** A reply of a thread: a result or an error for each request. */
export type Reply =
  | { readonly ok: unknown }
  | { readonly error: { readonly name: string; readonly message: string } };

/** A message to a thread. */
export type ToThread = { readonly request: unknown } | { readonly notice: unknown } | 'close';

/** The data that a thread receives at its start. */
export interface ThreadData {
  readonly heavy: boolean;
  /** Shared memory with one number, which is not 0 when the current job is cancelled. */
  readonly cancelled: Int32Array;
  /** What the pool gives to each of its threads; undefined if nothing. */
  readonly given?: unknown;
}

interface Listeners {
  readonly answered: (reply: Reply) => void;
  /** Called when the thread has ended by itself; `reason` is the name of its error. */
  readonly ended: (reason: string | null) => void;
}

export class PoolThread implements BusyThread {
  readonly heavy: boolean;
  readonly #worker: Worker;
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #ended: Promise<void>;
  #leftAlone = false;

  /** Starts the thread; a `.ts` module runs through tsx. */
  constructor(
    script: URL,
    { heavy, given }: Pick<ThreadData, 'heavy' | 'given'>,
    listeners: Listeners,
  ) {
    this.heavy = heavy;
    this.#worker = startWorker(script, { heavy, cancelled: this.#cancelled, given });
    this.#worker.on('message', (reply: Reply) => {
      markIdle(this);
      this.#worker.unref();
      if (this.#leftAlone) this.#worker.postMessage('close');
      else listeners.answered(reply);
    });
    let reason: string | null = null;
    this.#worker.on('error', ({ name }) => (reason = name));
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        markIdle(this);
        listeners.ended(reason);
        resolve();
      });
    });
    this.#worker.unref();
  }

  /** Runs a job; the thread must be idle. */
  run(request: unknown): void {
    Atomics.store(this.#cancelled, 0, 0);
    markBusy(this);
    this.#worker.ref();
    this.#worker.postMessage({ request } satisfies ToThread);
  }

  cancel(): void {
    Atomics.store(this.#cancelled, 0, 1);
  }

  notify(notice: unknown): void {
    this.#worker.postMessage({ notice } satisfies ToThread);
  }

  /** Ends the thread after its current job. */
  close(): void {
    this.cancel();
    this.#worker.ref();
    this.#worker.postMessage('close' satisfies ToThread);
  }

  /** Waits until a closed thread has ended. After the given time, the thread is abandoned. */
  async endsWithin(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.leaveAlone();
        resolve();
      }, milliseconds);
    });
    await Promise.race([this.#ended, patience]);
    clearTimeout(timer);
  }

  /**
   * Abandons a thread that does not respond. The thread ends by itself, and does not keep the
   * process running.
   */
  leaveAlone(): void {
    this.#leftAlone = true;
    this.#worker.unref();
    markStuck(this);
  }
}

function startWorker(script: URL, data: ThreadData): Worker {
  if (!script.pathname.endsWith('.ts'))
    return new Worker(script, { execArgv: [], workerData: data });
  return new Worker(new URL('./typescript-worker.mjs', import.meta.url), {
    execArgv: ['--conditions=atlas-source'],
    workerData: { script: script.href, ...data },
  });
}
