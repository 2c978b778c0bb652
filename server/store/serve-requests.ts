import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData, type TransferListItem } from 'node:worker_threads';
import { runUntil } from '../geometry/deadline.ts';
import type { ThreadData, ToThread } from './pool-thread.ts';

/** An answer, and the buffers in it that are moved instead of copied. */
export interface Served {
  readonly value: unknown;
  readonly transfer?: readonly TransferListItem[];
}

/** Returns whether this thread is for heavy requests. */
export const isHeavyThread = (): boolean => (workerData as ThreadData).heavy;

/** Returns what the pool gives to each of its threads. */
export const givenToThread = (): unknown => (workerData as ThreadData).given;

/** Maximum number of steps in a light thread: 5 to 15 ms, the time of a page of 1 000 features. */
const LIGHT_STEPS = 50_000;

export interface Answers {
  /** Answers a request; its loops check the limits of `runUntil`, which the pool can end. */
  answer(request: unknown): Served;
  notice?(message: unknown): void;
  /** Releases resources before the thread ends. */
  close?(): void;
}

/** Runs the thread's side of `WorkerPool`. */
export function serveRequests({ answer, notice, close }: Answers): void {
  const port = parentPort;
  if (port === null) throw new Error('this module runs in a worker thread');
  const { heavy, cancelled } = workerData as ThreadData;
  const most = heavy ? Infinity : LIGHT_STEPS;
  const isOver = (): boolean => Atomics.load(cancelled, 0) !== 0;
  if (heavy) stepBack();
  port.on('message', (message: ToThread) => {
    if (message === 'close') {
      close?.();
      port.close();
      return;
    }
    if ('notice' in message) {
      notice?.(message.notice);
      return;
    }
    try {
      const { value, transfer = [] } = runUntil(isOver, () => answer(message.request), most);
      port.postMessage({ ok: value }, transfer);
    } catch (error) {
      const { name, message: text } = error instanceof Error ? error : new Error('unknown');
      port.postMessage({ error: { name, message: text } });
    }
  });
}

/**
 * Increase of the nice value of threads for heavy requests. They then get a tenth of the usual
 * processor share.
 */
const HEAVY_NICENESS = 10;

/**
 * Lowers the priority of this thread. This is done on Linux only. On other systems, the call would
 * change the priority of the whole server.
 */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(19, getPriority(0) + HEAVY_NICENESS));
  } catch {
    // If the priority cannot be changed, heavy requests have the same priority as others.
  }
}
