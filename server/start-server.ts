/** Listens on a port, says where, and stops without cutting off anyone. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds that answers under way are given at the end. */
const STOP_TIMEOUT = 5_000;

/** A reason why the server cannot start, in a sentence for the one who starts it. */
export class StartError extends Error {}

export interface RunningServer {
  /** e.g. `http://localhost:4000` */
  readonly url: string;
  /** Takes no new requests, finishes those under way, then frees the port. Safe to call twice. */
  stop(): Promise<void>;
}

export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
}

/** Starts to listen. Throws `StartError` when the port is taken or may not be used. */
export async function startServer(
  app: FastifyInstance,
  { port, host = '127.0.0.1' }: ListenOptions,
): Promise<RunningServer> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    throw startError(error, port, host);
  }
  const { port: actual } = app.server.address() as AddressInfo;
  let stopped: Promise<void> | undefined;
  return {
    url: `http://${nameOf(host)}:${actual}`,
    stop: () => (stopped ??= stop(app)),
  };
}

/** Stops the server on SIGINT and SIGTERM, then runs `afterwards` (stores are closed there). */
export function stopOnSignals(server: RunningServer, afterwards: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void server.stop().then(afterwards);
    });
  }
}

async function stop(app: FastifyInstance): Promise<void> {
  // Clients that keep an idle connection open, or never finish, must not hold the process.
  const timer = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT);
  timer.unref();
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}

function startError(error: unknown, port: number, host: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    EACCES: `This account may not use port ${port}. Choose one above 1023: PORT=4000 npm start`,
    EADDRNOTAVAIL: `This machine has no network address \`${host}\`. Set HOST to one it has, or leave it out.`,
    ENOTFOUND: `The host name \`${host}\` cannot be found. Set HOST to an address of this machine, or leave it out.`,
  };
  const sentence = code === undefined ? undefined : sentences[code];
  return sentence === undefined ? error : new StartError(sentence, { cause: error });
}

/** How a person on this machine reaches the host. */
function nameOf(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
