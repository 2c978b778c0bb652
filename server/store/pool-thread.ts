/** One thread of a pool, seen from the main thread: it is never ended from outside. */
import { Worker } from 'node:worker_threads';
import { markBusy, markIdle, markStuck, type BusyThread } from './busy-threads.ts';

/** What a thread sends back: one answer or one error per request. */
export type Reply =
  | { readonly ok: unknown }
  | { readonly error: { readonly name: string; readonly message: string } };

/** What a thread is sent. */
export type ToThread = { readonly request: unknown } | { readonly notice: unknown } | 'close';

/** What a thread gets at its start. */
export interface ThreadData {
  readonly heavy: boolean;
  /** Shared memory; its one number is not 0 when the job under way is to be given up. */
  readonly cancelled: Int32Array;
}

interface Listeners {
  readonly answered: (reply: Reply) => void;
  /** The thread has ended by itself; `reason` is the name of its error. */
  readonly ended: (reason: string | null) => void;
}

export class PoolThread implements BusyThread {
  readonly heavy: boolean;
  readonly #worker: Worker;
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #ended: Promise<void>;
  #leftAlone = false;

  /** Starts the thread; a `.ts` module is run through tsx. */
  constructor(script: URL, heavy: boolean, listeners: Listeners) {
    this.heavy = heavy;
    this.#worker = startWorker(script, { heavy, cancelled: this.#cancelled });
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

  /** Gives the thread a job; it has none. */
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

  /** Has the thread end once its job is over. */
  close(): void {
    this.cancel();
    this.#worker.ref();
    this.#worker.postMessage('close' satisfies ToThread);
  }

  /** Waits for the end of a closed thread; one that takes longer is left alone. */
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

  /** The thread does not answer: it is left to end by itself, and holds nobody up meanwhile. */
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
