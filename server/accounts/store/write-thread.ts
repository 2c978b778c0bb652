import { isEnding } from '../../store/busy-threads.ts';
import { PoolThread, type Reply } from '../../store/pool-thread.ts';
import { RemoteError, WorkerCrashed } from '../../store/pool.ts';
import { DAMAGED_FILE, DamagedFile } from '../../store/sqlite/damaged-file.ts';
import type { SqlRow, SqlValue } from './sql.ts';

/** A request to the thread. `open` is the first one, `close` the last one. */
export type WriteRequest =
  | { readonly kind: 'open'; readonly path: string }
  | {
      readonly kind: 'rows' | 'change';
      readonly statement: string;
      readonly values: readonly SqlValue[];
    }
  | { readonly kind: 'run'; readonly statement: string }
  | { readonly kind: 'close' };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const SCRIPT = new URL(
  import.meta.url.endsWith('.ts') ? './write-worker.ts' : './write-worker.js',
  import.meta.url,
);
/** Milliseconds in which the thread ends after its file is closed. */
const CLOSE_MS = 2_000;

/**
 * A connection to a SQLite file in a thread of its own, so that the main thread waits neither for a
 * lock nor for the disk. Statements run in the order of their calls.
 */
export class WriteThread {
  readonly #thread: PoolThread;
  #last: Promise<unknown> = Promise.resolve();
  #waiting: Waiting | null = null;
  #hasEnded = false;

  /** Starts the thread. `script` is its module; tests replace it. */
  constructor(script: URL = SCRIPT) {
    this.#thread = new PoolThread(
      script,
      { heavy: false },
      {
        answered: (reply) => this.#answered(reply),
        ended: (reason) => {
          this.#hasEnded = true;
          this.#settle()?.reject(crashed(reason));
        },
      },
    );
  }

  /** True if the thread has ended by itself. All calls reject, and an open transaction is undone. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Opens the file. Throws `DamagedFile`, or an error for which `isBusy` is true. */
  async open(path: string): Promise<void> {
    await this.#call({ kind: 'open', path });
  }

  /** Runs a statement, and returns its rows. */
  async rows(statement: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return (await this.#call({ kind: 'rows', statement, values })) as readonly SqlRow[];
  }

  /** Runs a statement, and returns the number of changed rows. */
  async change(statement: string, values: readonly SqlValue[]): Promise<number> {
    return (await this.#call({ kind: 'change', statement, values })) as number;
  }

  /** Runs a statement without values or results. */
  async run(statement: string): Promise<void> {
    await this.#call({ kind: 'run', statement });
  }

  /** Closes the file and ends the thread. */
  async close(): Promise<void> {
    await this.#call({ kind: 'close' }).catch(() => undefined);
    if (this.#hasEnded) return;
    this.#thread.close();
    await this.#thread.endsWithin(CLOSE_MS);
  }

  #call(request: WriteRequest): Promise<unknown> {
    const mine = this.#last.then(() => this.#send(request));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  #send(request: WriteRequest): Promise<unknown> {
    if (this.#hasEnded) return Promise.reject(crashed(null));
    if (isEnding()) return Promise.reject(new WorkerCrashed('the process ends'));
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#thread.run(request);
    });
  }

  #answered(reply: Reply): void {
    const waiting = this.#settle();
    if ('ok' in reply) waiting?.resolve(reply.ok);
    else waiting?.reject(errorOf(reply.error));
  }

  #settle(): Waiting | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }
}

function crashed(reason: string | null): WorkerCrashed {
  return new WorkerCrashed(`the thread that changes the accounts has ended: ${reason ?? 'exit'}`);
}

/** Returns an error of the thread with its class and message. */
function errorOf({ name, message }: { readonly name: string; readonly message: string }): Error {
  return name === DAMAGED_FILE ? new DamagedFile(message) : new RemoteError(name, message);
}
