/** A queue for heavy jobs in which clients take turns, so that one cannot delay the others. */
import { BusyError } from './errors.ts';

export interface ClientGateOptions {
  /** Jobs that run at the same time, at most one of each client. */
  readonly atOnce: number;
  /** Maximum number of waiting jobs of all clients. If there are more, a job is refused with `BusyError`. */
  readonly waiting: number;
}

/**
 * Runs jobs, at most one of a client at the same time. A waiting job whose signal is aborted leaves
 * the queue.
 */
export type ClientGate = <T>(
  client: string,
  job: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** Creates a gate. A free place goes to the client that has waited longest since its last job. */
export function createClientGate({ atOnce, waiting }: ClientGateOptions): ClientGate {
  const running = new Set<string>();
  /** The waiting jobs of each client; the next client comes first. */
  const queues = new Map<string, (() => void)[]>();
  let length = 0;
  const remove = (client: string, enter: () => void): boolean => {
    const queue = queues.get(client) ?? [];
    const at = queue.indexOf(enter);
    if (at === -1) return false;
    queue.splice(at, 1);
    length -= 1;
    if (queue.length === 0) queues.delete(client);
    return true;
  };
  const startNext = (): void => {
    const next = [...queues].find(([client]) => !running.has(client));
    if (next === undefined || running.size >= atOnce) return;
    const [client, [enter]] = next;
    remove(client, enter!);
    enter!();
  };
  const wait = (client: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        running.add(client);
        resolve();
      };
      const leave = (): void => {
        if (remove(client, enter)) reject(signal?.reason as Error);
      };
      queues.set(client, [...(queues.get(client) ?? []), enter]);
      length += 1;
      signal?.addEventListener('abort', leave, { once: true });
    });
  return async (client, job, signal) => {
    signal?.throwIfAborted();
    if (running.size < atOnce && !running.has(client)) running.add(client);
    else if (length >= waiting) throw new BusyError('queue');
    else await wait(client, signal);
    try {
      return await job();
    } finally {
      running.delete(client);
      // The other jobs of this client wait behind those of other clients.
      const rest = queues.get(client);
      if (rest && queues.delete(client)) queues.set(client, rest);
      startNext();
    }
  };
}
