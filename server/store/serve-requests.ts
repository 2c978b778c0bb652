import { parentPort, type TransferListItem } from 'node:worker_threads';

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
