/** Cuts off clients that do not take the answer they asked for. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Looks at each connection in the time after which it counts as stalled. */
const LOOKS = 6;

interface Watched {
  /** Answers under way. */
  answers: number;
  /** What the client had taken at the last look at which that was something new. */
  taken: string;
  /** When that was, by `performance.now()`. */
  since: number;
}

/**
 * Destroys each connection with bytes to send of which the client took none for so many
 * milliseconds. A client that takes some bytes now and then keeps its connection, and so does one
 * that has nothing to take. `onStalled` is called for each that is destroyed.
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
  const look = (): void => {
    const now = performance.now();
    for (const [socket, one] of watched) {
      const taken = takenFrom(socket);
      if (socket.writableLength === 0 || taken !== one.taken) {
        one.taken = taken;
        one.since = now;
      } else if (now - one.since >= stall) {
        watched.delete(socket);
        onStalled();
        // A reset: the system need not keep for the client what it does not read.
        socket.resetAndDestroy();
      }
    }
  };
  const timer = setInterval(look, stall / LOOKS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** As Node's own timer of sockets reads it; a large body is one write, which progresses in parts. */
interface WriteHandle {
  readonly writeQueueSize?: number;
}

/** A text that changes when the system takes bytes of a connection. */
function takenFrom(socket: Socket): string {
  const written = socket.bytesWritten - socket.writableLength;
  const { _handle: handle } = socket as Socket & { readonly _handle?: WriteHandle | null };
  return `${written} ${handle?.writeQueueSize ?? 0}`;
}
