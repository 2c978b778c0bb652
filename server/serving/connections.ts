/** Which connections of a server are busy, so that it can stop without cutting off anyone. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface Connections {
  /** Ends those on which nothing was asked yet: browsers open some in advance. */
  closeSilent(): void;
}

/**
 * Watches the connections of a server from now on. From the first call of `closeIdleConnections` on,
 * which Node makes when the server closes, each connection ends with the answer it is busy with.
 */
export function watchConnections(server: Server): Connections {
  const silent = new Set<Socket>();
  const idle = new Set<Socket>();
  /** Answers under way. */
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
  // Node's own also ends connections whose answer is written, but not yet taken by a slow client.
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
