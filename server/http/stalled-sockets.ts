/** Closes connections of clients that do not receive their answer. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Number of checks of each connection within the time after which it counts as stalled. */
const CHECKS = 6;

interface Watched {
  /** Number of responses in progress. */
  answers: number;
  /** The progress of the client at the last check that showed any. */
  taken: string;
  /** Time of that check, by `performance.now()`. */
  since: number;
}

/**
 * Destroys each connection that has bytes to send and has made no progress for `stall` milliseconds. Slow
 * clients and idle connections are kept. `onStalled` is called for each destroyed connection. Node’s own
 * timeout restarts with every byte that a client sends.
 */
export function endStalledSockets(
  server: Server,
  { stall, onStalled }: { readonly stall: number; readonly onStalled: () => void },
): void {
  const watched = new Map<Socket, Watched>();
  server.on('request', ({ socket }, response) => {
    const one = watched.get(socket) ?? { answers: 0, taken: '', since: 0 };
    watched.set(socket, one);
    one.answers += 1;
    response.once('close', () => {
      one.answers -= 1;
      if (one.answers === 0) watched.delete(socket);
    });
  });
  const check = (): void => {
    const now = performance.now();
    for (const [socket, one] of watched) {
      const taken = takenFrom(socket);
      if (socket.writableLength === 0 || taken !== one.taken) {
        one.taken = taken;
        one.since = now;
      } else if (now - one.since >= stall) {
        watched.delete(socket);
        onStalled();
        // A reset also frees the send buffer of the system.
        socket.resetAndDestroy();
      }
    }
  };
  const timer = setInterval(check, stall / CHECKS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** The handle that Node's socket timeout reads; a large body is one write that progresses in parts. */
interface WriteHandle {
  readonly writeQueueSize?: number;
}

/** Returns a text that changes when the system accepts bytes of a connection. */
function takenFrom(socket: Socket): string {
  const written = socket.bytesWritten - socket.writableLength;
  const { _handle: handle } = socket as Socket & { readonly _handle?: WriteHandle | null };
  return `${written} ${handle?.writeQueueSize ?? 0}`;
}
