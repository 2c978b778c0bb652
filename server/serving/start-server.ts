/** Starts to listen on a port, and stops without interrupting answers. */
import type { AddressInfo } from 'node:net';
import { constants } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { watchConnections, type Connections } from './connections.ts';
import { exitProcess, onStuckThreads } from '../store/busy-threads.ts';

/** Thrown if the server cannot start. The message is for the person who starts it. */
export class StartError extends Error {}

export interface RunningServer {
  /** The address, such as `http://localhost:4000`. */
  readonly url: string;
  /** Accepts no new requests, finishes those in progress, then frees the port. Safe to call twice. */
  stop(): Promise<void>;
}

export interface ListenOptions {
  /** The port; 0 chooses any free port. */
  readonly port: number;
  /** The address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Maximum time in seconds for responses in progress to finish; default 5. */
  readonly stopSeconds?: number;
}

/** Starts to listen. Throws `StartError` when the port is in use or not permitted. */
export async function startServer(
  app: FastifyInstance,
  { port, host = '127.0.0.1', stopSeconds = 5 }: ListenOptions,
): Promise<RunningServer> {
  const connections = watchConnections(app.server);
  try {
    await app.listen({ port, host });
  } catch (error) {
    throw startError(error, { port, host, name: '' });
  }
  const { port: actual } = app.server.address() as AddressInfo;
  let stopped: Promise<void> | undefined;
  return {
    url: `http://${nameOf(host)}:${actual}`,
    stop: () => (stopped ??= stop(app, { connections, seconds: stopSeconds })),
  };
}

/**
 * Maximum delay in milliseconds with which npm forwards a signal that the process has also received
 * itself.
 */
const SAME_SIGNAL = 300;

/**
 * Seconds after the time limit of the responses within which everything else must end. Stored data
 * remain valid.
 */
const GRACE_SECONDS = 2;

/** Exit code that requests a restart: EX_TEMPFAIL of sysexits.h. */
const RESTART_CODE = 75;

/**
 * Ends the process on SIGHUP, SIGINT and SIGTERM: with exit code 0 when `stop` has finished, but at
 * the latest two seconds after the time limit for responses. A second signal ends the process
 * immediately. When two threads do not respond, it calls `stuck` and ends the process with 75, so
 * that the service manager restarts it.
 */
export function stopOnSignals(
  stop: () => Promise<void>,
  {
    stopSeconds,
    failed,
    stuck,
  }: { stopSeconds: number; failed: (error: unknown) => void; stuck: () => void },
): void {
  let since: number | null = null;
  const end = (code: number): void => {
    since = performance.now();
    setTimeout(() => void exitProcess(code), (stopSeconds + GRACE_SECONDS) * 1_000).unref();
    stop().then(
      () => exitProcess(code),
      (error: unknown) => {
        failed(error);
        return exitProcess(1);
      },
    );
  };
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (since === null) end(0);
      else if (performance.now() - since > SAME_SIGNAL)
        void exitProcess(128 + constants.signals[signal]);
    });
  }
  onStuckThreads(() => {
    if (since !== null) return;
    stuck();
    end(RESTART_CODE);
  });
}

/**
 * Time in seconds after the start of the stop in which a new connection may still send a request.
 */
const SILENT_SECONDS = 1;

async function stop(
  app: FastifyInstance,
  { connections, seconds }: { connections: Connections; seconds: number },
): Promise<void> {
  // Clients that never finish must not keep the process running.
  const timer = setTimeout(() => app.server.closeAllConnections(), seconds * 1_000);
  timer.unref();
  const sooner = setTimeout(
    () => connections.closeSilent(),
    Math.min(SILENT_SECONDS, seconds) * 1_000,
  );
  sooner.unref();
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
    clearTimeout(sooner);
  }
}

/**
 * Converts a failure to listen to a `StartError`, if there is advice for it. `name` is the prefix of
 * the settings `PORT` and `HOST`.
 */
export function startError(
  error: unknown,
  { port, host, name }: { readonly port: number; readonly host: string; readonly name: string },
): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use by another program. Stop it, or choose another port: ${name}PORT=${port + 1} npm start`,
    EACCES: `This account does not have permission to use port ${port}. Choose one above 1023: ${name}PORT=4000 npm start`,
    EADDRNOTAVAIL: `This machine has no network address \`${host}\`. Set ${name}HOST to one it has, or leave it out.`,
    ENOTFOUND: `The host name \`${host}\` cannot be found. Set ${name}HOST to an address of this machine, or leave it out.`,
  };
  const sentence = code === undefined ? undefined : sentences[code];
  return sentence === undefined ? error : new StartError(sentence, { cause: error });
}

/** Returns the host name to print in the address of a server on this machine. */
function nameOf(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
