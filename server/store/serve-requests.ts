import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData, type TransferListItem } from 'node:worker_threads';
import type { ThreadData } from './pool.ts';

/** An answer, and the buffers in it that are moved to the asker instead of copied. */
export interface Served {
  readonly value: unknown;
  readonly transfer?: readonly TransferListItem[];
}

/** The thread's side of `WorkerPool`: answers each request by `answer`, each notice by `notice`. */
export function serveRequests(
  answer: (request: unknown) => Served,
  notice: (message: unknown) => void,
): void {
  const port = parentPort;
  if (port === null) throw new Error('this module runs in a worker thread');
  if ((workerData as ThreadData).heavy) stepBack();
  port.on('message', (message: { request: unknown } | { notice: unknown }) => {
    if ('notice' in message) {
      notice(message.notice);
      return;
    }
    try {
      const { value, transfer = [] } = answer(message.request);
      port.postMessage({ ok: value }, transfer);
    } catch (error) {
      const { name, message: text } = error instanceof Error ? error : new Error('unknown');
      port.postMessage({ error: { name, message: text } });
    }
  });
}

/** Added to the nice value of threads for heavy requests: a third of the share that others get. */
const HEAVY_NICENESS = 5;

/** Only on Linux a priority is the thread's own; elsewhere it would be that of the whole server. */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(19, getPriority(0) + HEAVY_NICENESS));
  } catch {
    // Then heavy requests run like the others.
  }
}
