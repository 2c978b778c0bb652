import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A line between a browser and a server. */
export interface LineSpeed {
  /** Bits per second from the server to the browser, shared by all connections. */
  readonly bitsPerSecond: number;
  /** Time of a round trip in milliseconds. */
  readonly roundTrip: number;
}

/** A line of 400 kbit/s with a round trip of 400 ms, as in remote areas. */
export const REMOTE_AREA: LineSpeed = { bitsPerSecond: 400_000, roundTrip: 400 };

/** Largest piece in bytes that one connection sends at a time; connections take turns. */
const PIECE_BYTES = 1_400;

export interface SlowLine {
  readonly url: string;
  /** Returns the number of bytes sent to browsers so far. */
  readonly sent: () => number;
  readonly stop: () => Promise<void>;
}

/**
 * Opens a port on this machine that forwards to the server at `target` like a slow line: every
 * connection waits for a round trip first, each direction is delayed by half of one, and all
 * connections share the speed.
 */
export async function openSlowLine(
  target: string,
  { bitsPerSecond, roundTrip }: LineSpeed,
): Promise<SlowLine> {
  const { hostname, port } = new URL(target);
  const send = sharedSpeed(bitsPerSecond / 8 / 1000);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const opened = Date.now() + roundTrip;
    near.setNoDelay(true);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    near.once('close', () => far.destroy());
    // What the server has sent before it closes is still under way.
    far.once('close', () => setTimeout(() => send.queue(near, null), roundTrip / 2));
    near.on('data', (data) => {
      // The handshake of the connection takes a round trip before the first byte.
      const wait = Math.max(roundTrip / 2, opened - Date.now() + roundTrip / 2);
      setTimeout(() => far.write(data), wait);
    });
    far.on('data', (data) => {
      for (let at = 0; at < data.length; at += PIECE_BYTES) {
        const piece = data.subarray(at, at + PIECE_BYTES);
        send.count(piece.length);
        setTimeout(() => send.queue(near, piece), roundTrip / 2);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: send.total,
    stop: () =>
      new Promise((resolve) => {
        send.stop();
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Writes pieces at a speed in bytes per millisecond; the sockets take turns. */
function sharedSpeed(speed: number) {
  const queues = new Map<Socket, (Buffer | null)[]>();
  let sum = 0;
  let budget = 0;
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    budget = Math.min(budget + (now - last) * speed, speed * 250);
    last = now;
    while (budget > 0 && queues.size > 0) {
      for (const [socket, pieces] of queues) {
        const piece = pieces.shift() ?? null;
        if (pieces.length === 0) queues.delete(socket);
        if (socket.destroyed) continue;
        if (piece === null) socket.end();
        else socket.write(piece);
        budget -= piece?.length ?? 0;
        if (budget <= 0) break;
      }
    }
    if (queues.size === 0) budget = 0;
  }, 5);
  return {
    total: () => sum,
    count: (bytes: number) => void (sum += bytes),
    /** Sends a piece, or closes the connection with null, after what is queued before. */
    queue: (socket: Socket, piece: Buffer | null) => {
      const pieces = queues.get(socket) ?? [];
      pieces.push(piece);
      queues.set(socket, pieces);
    },
    stop: () => clearInterval(timer),
  };
}
