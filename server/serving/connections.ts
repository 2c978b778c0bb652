/** Tracks which connections of a server are busy, so that it can stop without interrupting answers. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface Connections {
  /** Closes connections without a request, because browsers open some in advance. */
  closeSilent(): void;
}

/**
 * Tracks the connections of a server from now on. After the first call of `closeIdleConnections`,
 * which Node makes when the server closes, each connection ends with its current answer.
 */
export function watchConnections(server: Server): Connections {
  const silent = new Set<Socket>();
  const idle = new Set<Socket>();
  /** Number of responses in progress, by connection. */
  const busy = new WeakMap<Socket, number>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => {
      silent.delete(socket);
      idle.delete(socket);
    });
  });
  server.on('request', ({ socket }, response) => {
    silent.delete(socket);
    idle.delete(socket);
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = busy.get(socket)! - 1;
      busy.set(socket, left);
      if (left > 0 || socket.destroyed) return;
      if (closing) socket.destroySoon();
      else idle.add(socket);
    });
  });
  // Node's own function also closes connections whose answer a slow client is still receiving.
  server.closeIdleConnections = () => {
    closing = true;
    for (const socket of idle) socket.destroy();
  };
  return {
    closeSilent: () => {
      for (const socket of silent) socket.destroy();
    },
  };
}
