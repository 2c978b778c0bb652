/** Listens on a port, says where, and stops without cutting off anyone. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * 127.0.0.1: a first start on a laptop opens nothing to the network it happens to be in. A server
 * that is meant to be reached sets `HOST=0.0.0.0` or stands behind a proxy.
 */
const DEFAULT_HOST = '127.0.0.1';

const DEFAULT_PORT = 4_000;

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
  readonly port?: number;
  readonly host?: string;
}

/** Reads `PORT` and `HOST`. Throws `StartError` when `PORT` is no port. */
export function listenOptionsFrom(
  env: Readonly<Record<string, string | undefined>>,
): ListenOptions {
  const { PORT: port, HOST: host } = env;
  if (port !== undefined && port !== '' && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw new StartError(`PORT is \`${port}\`, but a port is a whole number from 0 to 65535.`);
  }
  return { ...(port && { port: Number(port) }), ...(host && { host }) };
}

/**
 * Reads `FRAME_ANCESTORS`: origins that may show the atlas in a frame, with blanks or commas between;
 * `none` lets nobody. Undefined when it is not set. Throws `StartError` for what is no origin.
 */
export function frameAncestorsFrom(
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] | undefined {
  const written = env['FRAME_ANCESTORS']?.split(/[\s,]+/).filter((part) => part !== '') ?? [];
  if (written.length === 0) return undefined;
  if (written.length === 1 && written[0] === 'none') return [];
  const origins = written.map((part) => (part === 'self' ? "'self'" : part));
  const wrong = origins.find((part) => !FRAME_ANCESTOR.test(part));
  if (wrong !== undefined)
    throw new StartError(
      `FRAME_ANCESTORS holds \`${wrong}\`, but it lists origins such as https://www.example.org, \`self\`, or \`none\` alone.`,
    );
  return origins;
}

/** Nothing that could end the directive or the header; a host may begin with `*.`. */
const FRAME_ANCESTOR = /^(?:'self'|https?:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?)$/i;

/** Starts to listen. Throws `StartError` when the port is taken or may not be used. */
export async function startServer(
  app: FastifyInstance,
  { port = DEFAULT_PORT, host = DEFAULT_HOST }: ListenOptions = {},
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
